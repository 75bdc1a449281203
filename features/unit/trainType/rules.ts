import type { Terms, UnitObstacle } from './contract.ts'

/** The terms of a unit when neither it nor one above it has any: everything, at the class's price, both ways. */
export const defaultTerms: Terms = {
  open: true,
  priceMode: 'listed',
  rate: null,
  hourPrice: null,
  paymentMode: 'both',
  validFrom: null,
  validTo: null,
  categoryIds: [],
}

/** Fields of a class that decide its price and whether it may be bought; fen, and tenths of an hour. */
export interface Priced {
  price: number
  hoursTenths: number
}

/** The part of terms that decides prices. */
type Pricing = Pick<Terms, 'priceMode' | 'rate' | 'hourPrice'>

/** A rate of all of the price, in basis points. */
const fullRate = 10_000

/** Price for a learner by the unit's terms, in fen, rounded down once; at most the class's own. */
export function payableOf(terms: Pricing, { price, hoursTenths }: Priced) {
  if (terms.priceMode === 'discount') return Math.floor((price * terms.rate!) / fullRate)
  if (terms.priceMode === 'hourly') return Math.min(price, Math.floor((terms.hourPrice! * hoursTenths) / 10))
  return price
}

/** Terms with what belongs to another price mode left out, or the field that is missing or contradicts. */
export function readTerms(terms: Terms): Terms | { missing: 'rate' | 'hourPrice' | 'validTo' } {
  const { priceMode, validFrom, validTo } = terms
  if (priceMode === 'discount' && terms.rate === null) return { missing: 'rate' }
  if (priceMode === 'hourly' && terms.hourPrice === null) return { missing: 'hourPrice' }
  if (validFrom && validTo && validTo < validFrom) return { missing: 'validTo' }
  return {
    ...terms,
    rate: priceMode === 'discount' ? terms.rate : null,
    hourPrice: priceMode === 'hourly' ? terms.hourPrice : null,
  }
}

/** Obstacle to a learner's buying under the terms of the own unit on a day (YYYY-MM-DD), or null. */
export function termsObstacle(
  terms: Pick<Terms, 'open' | 'paymentMode' | 'validFrom' | 'validTo'>,
  at: { today: string; inCategory: boolean; payable: number },
): UnitObstacle | null {
  if (!terms.open || !at.inCategory) return 'unit_closed'
  if (terms.validFrom && at.today < terms.validFrom) return 'unit_not_yet'
  if (terms.validTo && at.today > terms.validTo) return 'unit_over'
  return terms.paymentMode === 'group' && at.payable > 0 ? 'unit_group' : null
}

/** Obstacle to a unit's buying for its people under its own terms on a day (YYYY-MM-DD), or null. */
export function groupObstacle(
  terms: Parameters<typeof termsObstacle>[0],
  at: Parameters<typeof termsObstacle>[1],
): Exclude<UnitObstacle, 'unit_group'> | 'unit_personal' | null {
  const obstacle = termsObstacle(terms, at)
  if (obstacle !== null && obstacle !== 'unit_group') return obstacle
  return terms.paymentMode === 'personal' && at.payable > 0 ? 'unit_personal' : null
}
