import DatePicker from 'antd/es/date-picker'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { Dayjs } from 'dayjs'
import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { momentOf } from '../../../web/wallTime.ts'
import { secondAbove } from '../../approval/rules.ts'
import { useProposed } from '../../approval/web/useProposed.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { makeUpCalls } from '../../exam/makeUp/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import type { Action } from './enrolmentActions.ts'
import { useStudyRecordWords } from './words.ts'

interface Fields {
  reason: string
  expiresAt?: Dayjs
}

/** Confirms an action, with its consequence, the reason it needs, and for an extension the new end. */
export default function ActionDialog({
  action,
  selected,
  name,
  onClose,
  onResult,
  onProposed,
}: {
  action: Exclude<Action, 'transfer'>
  selected: Selected
  /** Learner's name, when it is a single one. */
  name?: string | undefined
  onClose: () => void
  onResult: (result: BatchResult) => void
  /** A second person has to approve it first. */
  onProposed?: () => void
}) {
  const say = useStudyRecordWords()
  const { selection, count, said } = selected
  const proposed = useProposed()
  const quiet = { quiet: true } as const
  const pass = useAction(enrolmentCalls.passBatchClass, quiet)
  const liftBar = useAction(enrolmentCalls.liftPassBar, quiet)
  const makeUp = useAction(makeUpCalls.grantMakeUp, quiet)
  const review = useAction(enrolmentCalls.reviewBatchClass, quiet)
  const extend = useAction(enrolmentCalls.extendBatchClass, quiet)
  const remove = useAction(enrolmentCalls.deleteBatchClass, quiet)
  const refund = useAction(refundCalls.refundBatchClass, quiet)
  const takesSecond = action === 'pass' && count > secondAbove

  function save({ reason, expiresAt }: Fields): Promise<BatchResult & { approvalId?: string | null }> {
    if (action === 'pass') return pass.mutateAsync({ ...selection, reason })
    if (action === 'makeUp') return makeUp.mutateAsync({ ...selection, reason })
    if (action === 'liftBar') return liftBar.mutateAsync({ ...selection, reason })
    if (action === 'refund') return refund.mutateAsync({ ...selection, reason })
    if (action === 'remove') return remove.mutateAsync({ ...selection, reason })
    if (action === 'extend') {
      return extend.mutateAsync({ ...selection, reason, expiresAt: momentOf(expiresAt!.endOf('day')) })
    }
    return review.mutateAsync({ ...selection, approve: action === 'approve', ...(reason ? { reason } : {}) })
  }

  return (
    <FormDialog
      name="enrolment-action"
      title={say(`${action}Confirm`, { count: said })}
      submit={say(takesSecond ? 'propose' : action)}
      danger={action === 'remove' || action === 'refund' || action === 'reject'}
      values={{ reason: '' } as Fields}
      onSave={save}
      onSaved={(result) => {
        onClose()
        if (!result.approvalId) return onResult(result)
        onProposed?.()
        proposed()
      }}
      onClose={onClose}
    >
      {name && <p>{say('about', { name })}</p>}
      <p>{takesSecond ? say('passWaits', { count: said }) : say(`${action}Hint`)}</p>
      {action === 'pass' && !takesSecond && <p>{say('passSecond', { count: secondAbove })}</p>}
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
    </FormDialog>
  )
}
