import { yuan } from '../../../../contract/money.ts'
import { useVoucherWords } from './words.ts'

/** Money that came for an order by bank transfer, with what is missing or too much. */
export function Received({ received, amount }: { received: number; amount: number }) {
  const say = useVoucherWords()
  return (
    <>
      ¥{yuan(received)}
      <div className="k-caption">
        {received < amount
          ? say('missing', { amount: yuan(amount - received) })
          : received > amount && say('excess', { amount: yuan(received - amount) })}
      </div>
    </>
  )
}
