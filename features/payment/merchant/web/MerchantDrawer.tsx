import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useId } from 'react'
import { paymentChannelNames } from '../../../../contract/payment.ts'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { useSystemConfig } from '../../../project/web/settings.ts'
import { useBilingual } from '../../../../web/words.ts'
import { orderChannelNames } from '../../../order/rules.ts'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { type Merchant, merchantCalls } from '../contract.ts'
import { isNumberOf, merchantPatterns } from '../rules.ts'
import { useMerchantWords } from './words.ts'

interface Values {
  channel: Merchant['channel']
  name: string
  merchantNo?: string
  appId?: string
  serial?: string
  platformKeyId?: string
  privateKey?: string
  platformKey?: string
  apiV3Key?: string
}

/** Adds or changes a merchant; a stored key is never shown, and stays when its field is left empty. */
export default function MerchantDrawer({
  merchant,
  onClose,
}: {
  merchant: Merchant | null
  onClose: () => void
}) {
  const say = useMerchantWords()
  const bilingual = useBilingual()
  const id = useId()
  const demo = useSystemConfig()?.demo ?? false
  const [form] = Form.useForm<Values>()
  const channel = Form.useWatch('channel', form) ?? merchant?.channel ?? 'wechat'
  const save = useAction(merchantCalls.save, { quiet: true })
  const isWechat = channel === 'wechat'
  const isNew = merchant === null
  const isInUse = !isNew && (merchant.isUsed || merchant.status === 'enabled')
  const proposed = useProposed()
  // A new merchant of the demo's channels may leave them to have its keys made.
  const isNeeded = isNew && !demo
  const needed = { required: isNeeded, whitespace: isNeeded, message: say('mustFill') }

  function inputOf(values: Values) {
    const given = Object.fromEntries(
      Object.entries(values)
        .map(([name, value]) => [name, (value as string | undefined)?.trim()])
        .filter(([, value]) => value),
    ) as unknown as Values
    return { ...given, ...(merchant ? { id: merchant.id } : {}) }
  }

  const number = (name: 'merchantNo' | 'appId', label: string, hint: string) => (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      rules={[
        needed,
        {
          validator: (_, value: string | undefined) =>
            !value?.trim() || isNumberOf(channel, name, value.trim())
              ? Promise.resolve()
              : Promise.reject(new Error(say('wrong'))),
        },
      ]}
    >
      <Input maxLength={32} disabled={isInUse} />
    </Form.Item>
  )
  const part = (name: 'serial' | 'platformKeyId', hint: string) => (
    <Form.Item
      name={name}
      label={say(name)}
      extra={hint}
      rules={[needed, { pattern: new RegExp(merchantPatterns[name]), message: say('wrong') }]}
    >
      <Input maxLength={64} />
    </Form.Item>
  )
  const key = (name: 'privateKey' | 'platformKey', label: string) => (
    <Form.Item name={name} label={label} extra={isNew ? say('keyHint') : say('kept')} rules={[needed]}>
      <Input.TextArea autoComplete="off" spellCheck={false} rows={3} maxLength={5000} />
    </Form.Item>
  )
  return (
    <FormDrawer<Values, { approvalId: string | null }>
      name={id}
      form={form}
      size="narrow"
      title={say(isNew ? 'add' : 'modify')}
      values={{
        channel,
        name: merchant?.name ?? '',
        ...(merchant ? { merchantNo: merchant.merchantNo, appId: merchant.appId } : {}),
        ...(merchant?.serial ? { serial: merchant.serial } : {}),
        ...(merchant?.platformKeyId ? { platformKeyId: merchant.platformKeyId } : {}),
      }}
      onSave={(values) => save.mutateAsync(inputOf(values))}
      onSaved={({ approvalId }) => {
        onClose()
        if (approvalId) proposed()
        else notify('success', say('saved'))
      }}
      onClose={onClose}
    >
      {isInUse && <Alert type="info" showIcon title={say('numbersStay')} style={{ marginBottom: 24 }} />}
      {isNew && (
        <Alert
          type="info"
          showIcon
          title={demo ? `${say('demoHint')} ${say('newHint')}` : say('newHint')}
          style={{ marginBottom: 24 }}
        />
      )}
      <Form.Item name="channel" label={say('channel')}>
        <Select
          disabled={!isNew}
          options={paymentChannelNames.map((value) => ({
            value,
            label: bilingual(orderChannelNames[value].zh, orderChannelNames[value].en),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="name"
        label={say('name')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      {number(
        'merchantNo',
        say(isWechat ? 'merchantNo' : 'sellerNo'),
        say(isWechat ? 'merchantNoHint' : 'sellerNoHint'),
      )}
      {number('appId', say('appId'), say(isWechat ? 'wechatAppHint' : 'alipayAppHint'))}
      {isWechat && part('serial', say('serialHint'))}
      {key('privateKey', say(isWechat ? 'privateKey' : 'appPrivateKey'))}
      {isWechat && part('platformKeyId', say('platformKeyIdHint'))}
      {key('platformKey', say(isWechat ? 'platformKey' : 'alipayKey'))}
      {isWechat && (
        <Form.Item
          name="apiV3Key"
          label={say('apiV3Key')}
          extra={isNew ? say('apiV3KeyHint') : say('kept')}
          rules={[needed, { pattern: new RegExp(merchantPatterns.apiV3Key), message: say('wrong') }]}
        >
          <Input.Password autoComplete="off" visibilityToggle={false} />
        </Form.Item>
      )}
    </FormDrawer>
  )
}
