import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { type Partner, partnerCalls, partnerKinds } from '../contract.ts'
import type { ShownKey } from './KeyDialog.tsx'
import { usePartnerWords } from './words.ts'

/** Adds a partner or changes one; a new one's key is handed on to be shown. */
export default function PartnerDialog({
  partner,
  onClose,
  onMade,
}: {
  partner: Partner | null
  onClose: () => void
  onMade: (made: ShownKey) => void
}) {
  const say = usePartnerWords()
  const save = useAction(partnerCalls.save, { quiet: true })
  return (
    <FormDialog
      name="partner"
      title={say(partner ? 'modify' : 'add')}
      values={{
        name: partner?.name ?? '',
        kind: partner?.kind ?? 'standard',
        mayRegister: partner?.mayRegister ?? false,
      }}
      onSave={(fields) => save.mutateAsync({ ...(partner ? { id: partner.id } : {}), ...fields })}
      success={say('saved')}
      onSaved={({ code, key }, { name }) => {
        onClose()
        if (key) onMade({ name, code, key })
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} showCount />
      </Form.Item>
      <Form.Item name="kind" label={say('kind')}>
        <Select options={partnerKinds.map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
      <Form.Item
        name="mayRegister"
        label={say('mayRegister')}
        extra={say('mayRegisterHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}
