import type { ReactNode } from 'react'
import { money } from '../../../web/format.ts'
import { useApprovalWords } from './words.ts'

/** A price or fee that holds, and below it the one in fen that waits for a second person. */
export function PriceWithProposal({ proposed, children }: { proposed: number | null; children: ReactNode }) {
  const say = useApprovalWords()
  return (
    <>
      {children}
      {proposed !== null && (
        <div className="k-warn k-small">{say('priceWaits', { price: money(proposed) })}</div>
      )}
    </>
  )
}
