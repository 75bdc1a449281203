import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import Switch from 'antd/es/switch'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { type Partner, partnerCalls, type PartnerKind, partnerKinds } from '../contract.ts'
import type { ShownKey } from './KeyModal.tsx'
import { usePartnerWords } from './words.ts'

interface Fields {
  name: string
  kind: PartnerKind
  mayRegister: boolean
}

/** Adds a partner or changes one; a new one's key is handed on to be shown. */
export function PartnerModal({
  partner,
  onClose,
  onMade,
}: {
  partner: Partner | 'new' | null
  onClose: () => void
  onMade: (made: ShownKey) => void
}) {
  const say = usePartnerWords()
  const [form] = Form.useForm<Fields>()
  const guard = useGuardedForm(onClose, partner !== null)
  const save = useAction(partnerCalls.save)
  const known = partner === 'new' ? null : partner

  function submit(fields: Fields) {
    if (save.isPending) return
    save.mutate(
      { ...(known ? { id: known.id } : {}), ...fields },
      {
        onSuccess({ code, key }) {
          notify('success', say('saved'))
          onClose()
          if (key) onMade({ name: fields.name, code, key })
        },
        onError(error) {
          if (error.field === 'name') form.setFields([{ name: 'name', errors: [error.message] }])
        },
      },
    )
  }

  return (
    <Modal
      open={partner !== null}
      title={say(known ? 'edit' : 'add')}
      okText={say('save')}
      cancelText={say('cancel')}
      confirmLoading={save.isPending}
      onCancel={guard.leave}
      afterClose={guard.forget}
      afterOpenChange={(open) => open && form.focusField('name')}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form<Fields>
        name="partner"
        key={known?.id ?? 'new'}
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        preserve={false}
        initialValues={{
          name: known?.name ?? '',
          kind: known?.kind ?? 'standard',
          mayRegister: known?.mayRegister ?? false,
        }}
        onFinish={submit}
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
      </Form>
    </Modal>
  )
}
