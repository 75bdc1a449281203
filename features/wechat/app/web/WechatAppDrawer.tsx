import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useId } from 'react'
import { useAction } from '../../../../web/client.ts'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
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
export default function WechatAppDrawer({ app, onClose }: { app: WechatApp | null; onClose: () => void }) {
  const say = useWechatAppWords()
  const id = useId()
  const demo = useSystemConfig()?.demo ?? false
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? app?.kind ?? 'official'
  const provider = Form.useWatch('provider', form) ?? app?.provider ?? 'wechat'
  const save = useAction(wechatAppCalls.save, { quiet: true })
  // A new app of the demo's WeChat has its keys from there.
  const hasKeys = provider === 'wechat' || app !== null

  function inputOf({ isActive, host, ...values }: Values) {
    const given = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
    ) as Omit<Values, 'isActive' | 'host'>
    return {
      ...given,
      ...(given.provider === 'wechat' ? { host } : {}),
      ...(app ? { id: app.id } : {}),
      status: isActive ? ('active' as const) : ('disabled' as const),
    }
  }

  const key = (name: 'secret' | 'eventToken' | 'eventKey', pattern: RegExp, hint: string) => (
    <Form.Item
      name={name}
      label={say(name)}
      extra={app ? say('kept') : hint}
      rules={[
        { required: !app, message: say('mustFill') },
        { pattern, message: say('wrong') },
      ]}
    >
      <Input.Password autoComplete="off" visibilityToggle={false} />
    </Form.Item>
  )
  return (
    <FormDrawer<Values, unknown>
      name={id}
      form={form}
      size="narrow"
      title={say(app ? 'modify' : 'add')}
      values={{
        kind: app?.kind ?? 'official',
        name: app?.name ?? '',
        ...(app?.appId ? { appId: app.appId } : {}),
        provider: app?.provider ?? 'wechat',
        host: wechatHosts.find((host) => host === app?.host) ?? wechatHosts[0],
        requireFollow: app?.requireFollow ?? false,
        isActive: app?.status !== 'disabled',
      }}
      onSave={(values) => save.mutateAsync(inputOf(values))}
      success={say('saved')}
      onClose={onClose}
    >
      <Form.Item name="kind" label={say('type')}>
        <Select
          disabled={app !== null}
          options={wechatKinds.map((value) => ({ value, label: say(value) }))}
        />
      </Form.Item>
      <Form.Item
        name="name"
        label={say('name')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
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
              { required: true, message: say('mustFill') },
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
    </FormDrawer>
  )
}
