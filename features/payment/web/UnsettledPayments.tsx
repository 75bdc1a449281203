import { useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { Note } from '../../../web/shell/control/Note.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useChannelName } from '../../order/web/words.ts'
import { paymentCalls } from '../contract.ts'
import type { Chosen } from './SettlePayment.tsx'
import { usePaymentWords } from './words.ts'

const SettlePayment = dialogPart(() => import('./SettlePayment.tsx'))

/** List of an order's payments that a person has to see to, each with the step that ends it. */
export function UnsettledPayments({ orderId }: { orderId: string }) {
  const say = usePaymentWords()
  const channelName = useChannelName()
  const mayEnd = useMay(paymentCalls.end)
  const { data } = useCall(paymentCalls.findUnsettled, { orderId }, { staleTime: 0 })
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const step = (label: string, next: Chosen) =>
    mayEnd && (
      <Button size="small" onClick={() => setChosen(next)}>
        {label}
      </Button>
    )
  return (
    <>
      {data?.payments.map(({ id, outTradeNo: no, channel, amount }) => (
        <Note
          key={id}
          type="warning"
          title={say('silentTitle', { no })}
          description={say('silentText', { channel: channelName(channel), amount: yuan(amount) })}
          action={step(say('end'), { step: 'end', id, no })}
        />
      ))}
      {data?.differences.map(({ id, kind, outTradeNo: no, channel, number, amount, asked }) => (
        <Note
          key={id}
          type="error"
          title={say(`${kind}Title`, { no, amount: yuan(amount) })}
          description={say(`${kind}Text`, {
            channel: channelName(channel),
            number,
            amount: yuan(amount),
            asked: yuan(asked),
          })}
          action={step(say('settle'), { step: 'settle', id, no: kind === 'came' ? no : number })}
        />
      ))}
      {chosen && <SettlePayment chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
