import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { supportCaseCalls } from '../contract.ts'
import { type ExceptionKind, exceptionKinds } from '../rules.ts'
import { LearnerPicker, type Picked } from './LearnerPicker.tsx'
import { useSupportCaseWords } from './words.ts'

interface Fields {
  learner: Picked
  kind: ExceptionKind
  note: string
}

/** Writes a problem down: of a learner who is known already, or who is looked for first. */
export function RegisterModal({
  open,
  learner,
  onClose,
}: {
  open: boolean
  learner?: Picked
  onClose: () => void
}) {
  const say = useSupportCaseWords()
  const [form] = Form.useForm<Fields>()
  const register = useAction(supportCaseCalls.register)
  const guard = useGuardedForm(onClose, open)
  return (
    <Modal
      open={open}
      title={learner ? say('registerFor', { name: learner.name }) : say('register')}
      okText={say('save')}
      cancelText={say('cancel')}
      confirmLoading={register.isPending}
      onCancel={guard.leave}
      afterClose={guard.forget}
      onOk={() => form.submit()}
      afterOpenChange={(shown) => shown && form.focusField(learner ? 'kind' : 'learner')}
      destroyOnHidden
    >
      <Form<Fields>
        name="exception"
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ kind: 'unit', ...(learner ? { learner } : {}) }}
        onValuesChange={guard.note}
        onFinish={({ learner: picked, kind, note }) =>
          register.mutate(
            { accountId: (learner ?? picked).accountId, kind, note },
            {
              onSuccess() {
                notify('success', say('registeredDone'))
                onClose()
              },
            },
          )
        }
      >
        {!learner && (
          <Form.Item name="learner" label={say('learner')} rules={[{ required: true }]}>
            <LearnerPicker />
          </Form.Item>
        )}
        <Form.Item name="kind" label={say('kind')}>
          <Select options={exceptionKinds.map((value) => ({ value, label: say(value) }))} />
        </Form.Item>
        <Form.Item
          name="note"
          label={say('note')}
          extra={say('noteHint')}
          rules={[{ required: true, whitespace: true, min: 4 }]}
        >
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
