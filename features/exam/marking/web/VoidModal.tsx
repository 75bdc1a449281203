import Form from 'antd/es/form'
import TextArea from 'antd/es/input/TextArea'
import Modal from 'antd/es/modal'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import { type AttemptRow, markingCalls } from '../contract.ts'
import { useMarkingWords } from './words.ts'

/** Voids an attempt; the reason is asked for. */
export function VoidModal({ attempt, onClose }: { attempt: AttemptRow; onClose: () => void }) {
  const say = useMarkingWords()
  const [form] = Form.useForm<{ reason: string }>()
  const guard = useGuardedForm(onClose)
  const run = useAction(markingCalls.voidAttempt, {
    onDone() {
      notify('success', say('voidDone'))
      onClose()
    },
  })
  return (
    <Modal
      open
      title={`${say('voidTitle')}: ${say('title', { learner: attempt.learner, number: attempt.number })}`}
      okText={say('void')}
      cancelText={say('cancel')}
      okButtonProps={{ danger: true, loading: run.isPending }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
    >
      <p>{say('voidHint')}</p>
      <Form
        name="void"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={({ reason }) => run.mutate({ attemptId: attempt.attemptId, reason: reason.trim() })}
      >
        <Form.Item
          name="reason"
          label={say('voidReason')}
          rules={[
            {
              validator: async (_, text?: string) => {
                if ((text ?? '').trim().length < 2) throw new Error(say('voidReasonHint'))
              },
            },
          ]}
        >
          <TextArea maxLength={200} showCount rows={3} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
