import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../web/shell/form/ReasonItem.tsx'
import { paymentCalls } from '../contract.ts'
import { usePaymentWords } from './words.ts'

/** Payment or difference a person has chosen to end, and the number it is known by. */
export interface Chosen {
  step: 'end' | 'settle'
  id: string
  no: string
}

/** Asks for the reason of a step, and takes it. */
export default function SettlePayment({
  chosen: { step, id, no },
  onClose,
}: {
  chosen: Chosen
  onClose: () => void
}) {
  const say = usePaymentWords()
  const end = useAction(paymentCalls.end, { quiet: true })
  const settle = useAction(paymentCalls.settleDifference, { quiet: true })
  return (
    <FormDialog<{ reason: string }, unknown>
      name="settle-payment"
      title={say(`${step}Title`, { no })}
      submit={say(step)}
      values={{ reason: '' }}
      onSave={({ reason }) =>
        step === 'end'
          ? end.mutateAsync({ paymentId: id, reason })
          : settle.mutateAsync({ differenceId: id, reason })
      }
      success={say(step === 'end' ? 'ended' : 'settled')}
      onClose={onClose}
    >
      <p>{say(`${step}Hint`)}</p>
      <ReasonItem />
    </FormDialog>
  )
}
