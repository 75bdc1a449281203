import type { ReactNode } from 'react'
import { yuan } from '../../../contract/money.ts'
import type { UnitClass } from '../contract.ts'
import { useUnitClassWords } from './words.ts'

/** The price a head of a unit class, with the one that waits for a second person, or the places and ways to pay at it. */
export function UnitPrice({
  unitClass: { price, proposedPrice },
  children,
}: {
  unitClass: Pick<UnitClass, 'price' | 'proposedPrice'>
  children: ReactNode
}) {
  const say = useUnitClassWords()
  return (
    <>
      {children}
      {proposedPrice !== null && (
        <div className="k-warn k-small">
          {proposedPrice === price ? say('extentWaits') : say('priceWaits', { price: yuan(proposedPrice) })}
        </div>
      )}
    </>
  )
}
