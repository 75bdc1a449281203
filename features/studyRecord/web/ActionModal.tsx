import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import type { Dayjs } from 'dayjs'
import { useAction } from '../../../web/client.ts'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import { momentOf } from '../../../web/wallTime.ts'
import { secondAbove } from '../../approval/rules.ts'
import { useProposed } from '../../approval/web/useProposed.ts'
import type { BatchResult } from '../../class/batch/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { makeUpCalls } from '../../exam/makeUp/contract.ts'
import type { Action } from './enrolmentActions.ts'
import { useStudyRecordWords } from './words.ts'

/** Asks before an action, with its consequence in words, the reason it needs, and for an extension the new end. */
export function ActionModal({
  action,
  ids,
  name,
  onClose,
  onResult,
  onProposed,
}: {
  action: Action
  ids: string[]
  /** Whose, when it is a single one. */
  name?: string | undefined
  onClose: () => void
  onResult: (result: BatchResult) => void
  /** A second person has to approve it first. */
  onProposed?: () => void
}) {
  const say = useStudyRecordWords()
  const [form] = Form.useForm<{ reason?: string; expiresAt?: Dayjs }>()
  const guard = useGuardedForm(onClose)
  const done = {
    onDone(result: BatchResult) {
      onClose()
      onResult(result)
    },
  }
  const proposed = useProposed()
  const pass = useAction(enrolmentCalls.passBatchClass, {
    onDone(result) {
      if (!result.approvalId) return done.onDone(result)
      onClose()
      onProposed?.()
      proposed()
    },
  })
  const liftBar = useAction(enrolmentCalls.liftPassBar, done)
  const makeUp = useAction(makeUpCalls.grantMakeUp, done)
  const review = useAction(enrolmentCalls.reviewBatchClass, done)
  const extend = useAction(enrolmentCalls.extendBatchClass, done)
  const remove = useAction(enrolmentCalls.deleteBatchClass, done)

  const takesSecond = action === 'pass' && ids.length > secondAbove

  function finish({ reason = '', expiresAt }: { reason?: string; expiresAt?: Dayjs }) {
    if (action === 'pass') pass.mutate({ ids, reason })
    else if (action === 'makeUp') makeUp.mutate({ ids, reason })
    else if (action === 'liftBar') liftBar.mutate({ ids, reason })
    else if (action === 'remove') remove.mutate({ ids, reason })
    else if (action === 'extend') extend.mutate({ ids, reason, expiresAt: momentOf(expiresAt!.endOf('day')) })
    else review.mutate({ ids, approve: action === 'approve', ...(reason ? { reason } : {}) })
  }

  return (
    <Modal
      open
      title={say(`${action}Confirm`, { count: ids.length })}
      okText={say(takesSecond ? 'propose' : action)}
      cancelText={say('cancel')}
      okButtonProps={{
        danger: action === 'remove' || action === 'reject',
        loading:
          pass.isPending ||
          liftBar.isPending ||
          makeUp.isPending ||
          review.isPending ||
          extend.isPending ||
          remove.isPending,
      }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
      afterOpenChange={(open) => open && form.focusField(action === 'extend' ? 'expiresAt' : 'reason')}
    >
      {name && <p>{say('about', { name })}</p>}
      <p>{takesSecond ? say('passWaits', { count: ids.length }) : say(`${action}Hint`)}</p>
      {action === 'pass' && !takesSecond && <p>{say('passSecond', { count: secondAbove })}</p>}
      <Form
        name="enrolment-action"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={finish}
      >
        {action === 'extend' && (
          <Form.Item name="expiresAt" label={say('newEnd')} rules={[{ required: true }]}>
            <DatePicker disabledDate={(day) => momentOf(day.endOf('day')) < new Date().toISOString()} />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={say('reason')}
          extra={say('reasonHint')}
          rules={[{ required: action !== 'approve', whitespace: true, min: 2 }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
