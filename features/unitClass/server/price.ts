import type { Db } from '../../../server/db.ts'
import { findBuyings } from '../../unit/trainType/server/actions.ts'

/** A unit class with the price it was given, and what the terms of its unit judge it by. */
interface Given {
  unitId: string
  classType: string
  categoryId: string
  hoursTenths: number
  listPrice: number
  price: number
  byUnit: boolean
  approved: boolean
}

/**
 * Puts the price a head at this moment in place of what each was given: what a unit opened itself follows its terms, and
 * no price of the provider is below them that two people did not approve, whatever the terms were when it was given.
 */
export async function priceNow<R extends Given>(db: Db, rows: readonly R[]): Promise<R[]> {
  const buyings = await findBuyings(db, [...new Set(rows.map(({ unitId }) => unitId))])
  return rows.map((row) => {
    const terms = buyings.get(row.unitId)!.payable({ ...row, price: row.listPrice })
    if (row.byUnit) return { ...row, price: terms }
    return row.approved ? row : { ...row, price: Math.max(row.price, terms) }
  })
}
