import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { receiptCalls } from '../contract.ts'
import { useReceiptWords } from './words.ts'

/** Says of an unpaid order what its payer transferred that pays nothing yet, and offers to use it; nothing otherwise. */
export function FreeTransfers({ payerName, onUse }: { payerName: string; onUse: () => void }) {
  const say = useReceiptWords()
  const { data } = useCall(receiptCalls.findPageList, {
    keyword: payerName.slice(0, 60),
    unallocated: true,
    limit: 100,
  })
  const free = data?.list
    .filter((receipt) => receipt.payerName === payerName)
    .reduce((sum, receipt) => sum + receipt.free, 0)
  if (!free) return null
  return (
    <Note
      type="info"
      title={say('freeOfPayer', { payer: payerName, amount: yuan(free) })}
      action={
        <Button size="small" onClick={onUse}>
          {say('use')}
        </Button>
      }
    />
  )
}
