import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { money } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { type BillDifference, reconciliationCalls } from '../contract.ts'
import { useDifferenceName, useReconciliationWords } from './words.ts'

/** Settles a difference with what was found out, or first has the channel confirm the payment and books it. */
export default function SettleDifference({
  difference,
  way,
  onClose,
}: {
  difference: BillDifference
  way: 'settle' | 'takeOver'
  onClose: () => void
}) {
  const say = useReconciliationWords()
  const settle = useAction(reconciliationCalls.settle, { quiet: true })
  const takeOver = useAction(reconciliationCalls.takeOver, { quiet: true })
  const nameOf = useDifferenceName()
  const { id, billed, booked } = difference
  const no = difference.refundNo ?? difference.outTradeNo
  const sum = (amount: number | null) => (amount === null ? say('none') : money(amount))
  return (
    <FormDialog<{ reason: string }, { outcome: 'settled' | 'surplus' } | null>
      name="settle-difference"
      title={
        way === 'settle'
          ? say('settleTitle', { no })
          : say('takeOverTitle', { no, amount: yuan(billed ?? 0) })
      }
      submit={say(way)}
      values={{ reason: '' }}
      onSave={({ reason }) =>
        way === 'settle' ? settle.mutateAsync({ id, reason }) : takeOver.mutateAsync({ id, reason })
      }
      onSaved={(booked) => {
        onClose()
        notify(
          'success',
          say(!booked ? 'settledNow' : booked.outcome === 'settled' ? 'bookedNow' : 'surplusNow'),
        )
      }}
      onClose={onClose}
    >
      <p className="k-muted">
        {nameOf(difference)} · {say('billed')} {sum(billed)} · {say('booked')} {sum(booked)}
      </p>
      <p>{say(way === 'settle' ? 'settleHint' : 'takeOverHint')}</p>
      <Form.Item
        name="reason"
        label={say('reason')}
        rules={[{ required: true, whitespace: true, min: 2, message: say('mustFill') }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  )
}
