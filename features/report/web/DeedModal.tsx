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
import type { Deed } from './deeds.ts'
import { useReportWords } from './words.ts'

/** Asks before a deed, with its consequence in words, the reason it needs, and for an extension the new end. */
export function DeedModal({
  deed,
  ids,
  name,
  onClose,
  onResult,
  onProposed,
}: {
  deed: Deed
  ids: string[]
  /** Whose, when it is a single one. */
  name?: string | undefined
  onClose: () => void
  onResult: (result: BatchResult) => void
  /** A second person has to approve it first. */
  onProposed?: () => void
}) {
  const say = useReportWords()
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

  const takesSecond = deed === 'pass' && ids.length > secondAbove

  function finish({ reason = '', expiresAt }: { reason?: string; expiresAt?: Dayjs }) {
    if (deed === 'pass') pass.mutate({ ids, reason })
    else if (deed === 'makeUp') makeUp.mutate({ ids, reason })
    else if (deed === 'liftBar') liftBar.mutate({ ids, reason })
    else if (deed === 'remove') remove.mutate({ ids, reason })
    else if (deed === 'extend') extend.mutate({ ids, reason, expiresAt: momentOf(expiresAt!.endOf('day')) })
    else review.mutate({ ids, approve: deed === 'approve', ...(reason ? { reason } : {}) })
  }

  return (
    <Modal
      open
      title={say(`${deed}Ask`, { count: ids.length })}
      okText={say(takesSecond ? 'propose' : deed)}
      cancelText={say('cancel')}
      okButtonProps={{
        danger: deed === 'remove' || deed === 'reject',
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
      afterOpenChange={(open) => open && form.focusField(deed === 'extend' ? 'expiresAt' : 'reason')}
    >
      {name && <p>{say('about', { name })}</p>}
      <p>{takesSecond ? say('passWaits', { count: ids.length }) : say(`${deed}Hint`)}</p>
      {deed === 'pass' && !takesSecond && <p>{say('passSecond', { count: secondAbove })}</p>}
      <Form name="deed" form={form} layout="vertical" onValuesChange={guard.note} onFinish={finish}>
        {deed === 'extend' && (
          <Form.Item name="expiresAt" label={say('newEnd')} rules={[{ required: true }]}>
            <DatePicker disabledDate={(day) => momentOf(day.endOf('day')) < new Date().toISOString()} />
          </Form.Item>
        )}
        <Form.Item
          name="reason"
          label={say('reason')}
          extra={say('reasonHint')}
          rules={[{ required: deed !== 'approve', whitespace: true, min: 2 }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
