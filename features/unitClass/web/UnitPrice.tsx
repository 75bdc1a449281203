import type { ReactNode } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useUnitClassWords } from './words.ts'

/** The price a head of a unit class, with the one that waits for a second person, in fen. */
export function UnitPrice({ proposed, children }: { proposed: number | null; children: ReactNode }) {
  const say = useUnitClassWords()
  return (
    <>
      {children}
      {proposed !== null && (
        <div className="k-warn k-small">{say('priceWaits', { price: yuan(proposed) })}</div>
      )}
    </>
  )
}
