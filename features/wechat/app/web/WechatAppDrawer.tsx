import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Switch from 'antd/es/switch'
import { useId } from 'react'
import { CallRefused, useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { useSystemConfig } from '../../../project/web/settings.ts'
import { wechatKinds } from '../rules.ts'
import { type WechatApp, wechatAppCalls, wechatHosts, wechatProviders } from '../contract.ts'
import { useWechatAppWords } from './words.ts'

interface Values {
  kind: (typeof wechatKinds)[number]
  name: string
  appId?: string
  secret?: string
  eventToken?: string
  eventKey?: string
  provider: (typeof wechatProviders)[number]
  host: (typeof wechatHosts)[number]
  requireFollow: boolean
  isActive: boolean
}

/** Adds or changes an app; a stored secret is never shown, and stays when its field is left empty. */
export function WechatAppDrawer({ app, onClose }: { app: WechatApp | null; onClose: () => void }) {
  const say = useWechatAppWords()
  const id = useId()
  const demo = useSystemConfig()?.demo ?? false
  const [form] = Form.useForm<Values>()
  const guard = useGuardedForm(onClose)
  const kind = Form.useWatch('kind', form) ?? app?.kind ?? 'official'
  const provider = Form.useWatch('provider', form) ?? app?.provider ?? 'wechat'
  const save = useAction(wechatAppCalls.save, { quiet: true })
  // A new app of the demo's WeChat has its keys from there.
  const hasKeys = provider === 'wechat' || app !== null

  async function submit({ isActive, ...values }: Values) {
    const given = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
    ) as Omit<Values, 'isActive'>
    try {
      await save.mutateAsync({
        ...given,
        ...(app ? { id: app.id } : {}),
        status: isActive ? 'active' : 'disabled',
      })
      notify('success', say('saved'))
      onClose()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      form.setFields([{ name: (error.field as keyof Values | undefined) ?? 'name', errors: [error.message] }])
    }
  }

  const key = (name: 'secret' | 'eventToken' | 'eventKey', pattern: RegExp, hint: string) => (
    <Form.Item
      name={name}
      label={say(name)}
      extra={app ? say('kept') : hint}
      rules={[
        { required: !app, message: say('needed') },
        { pattern, message: say('wrong') },
      ]}
    >
      <Input.Password autoComplete="off" visibilityToggle={false} />
    </Form.Item>
  )
  return (
    <Drawer
      open
      title={say(app ? 'edit' : 'add')}
      size={480}
      onClose={guard.leave}
      extra={
        <Space>
          <Button onClick={guard.leave}>{say('cancel')}</Button>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            {say('save')}
          </Button>
        </Space>
      }
    >
      <Form<Values>
        name={id}
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        initialValues={{
          kind: app?.kind ?? 'official',
          name: app?.name ?? '',
          appId: app?.appId,
          provider: app?.provider ?? 'wechat',
          host: wechatHosts.find((host) => host === app?.host) ?? wechatHosts[0],
          requireFollow: app?.requireFollow ?? false,
          isActive: app?.status !== 'disabled',
        }}
        onFinish={(values) => void submit(values)}
      >
        <Form.Item name="kind" label={say('kind')}>
          <Select
            disabled={app !== null}
            options={wechatKinds.map((value) => ({ value, label: say(value) }))}
          />
        </Form.Item>
        <Form.Item
          name="name"
          label={say('name')}
          rules={[{ required: true, whitespace: true, message: say('needed') }]}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="provider" label={say('provider')} hidden={!demo && provider === 'wechat'}>
          <Select options={wechatProviders.map((value) => ({ value, label: say(value) }))} />
        </Form.Item>
        {hasKeys ? (
          <>
            <Form.Item
              name="appId"
              label={say('appId')}
              extra={say('appIdHint')}
              rules={[
                { required: true, message: say('needed') },
                { pattern: /^wx[0-9a-zA-Z]{16}$/, message: say('wrong') },
              ]}
            >
              <Input maxLength={18} />
            </Form.Item>
            {key('secret', /^[0-9a-zA-Z]{32}$/, say('secretHint'))}
            {kind === 'official' && key('eventToken', /^[0-9a-zA-Z]{3,32}$/, say('tokenHint'))}
            {kind === 'official' && key('eventKey', /^[0-9a-zA-Z]{43}$/, say('keyHint'))}
          </>
        ) : (
          <Alert type="info" showIcon title={say('demoHint')} style={{ marginBottom: 24 }} />
        )}
        {provider === 'wechat' && (
          <Form.Item name="host" label={say('host')} extra={say('hostHint')}>
            <Select options={wechatHosts.map((value) => ({ value, label: value }))} />
          </Form.Item>
        )}
        {kind === 'official' && (
          <Form.Item name="requireFollow" label={say('requireFollow')} valuePropName="checked">
            <Switch />
          </Form.Item>
        )}
        <Form.Item name="isActive" label={say('active')} valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </Drawer>
  )
}
