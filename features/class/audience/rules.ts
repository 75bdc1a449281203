import { regionsAround } from '../../dictionary/rules.ts'
import type { Settings } from '../../project/contract.ts'
import type { ClassFields } from '../contract.ts'
import type { Mismatch } from './contract.ts'

/** The audience of a class. */
export type Audience = Pick<ClassFields, 'personnelCategories' | 'regions'>

/**
 * Returns how a learner differs from the audience of a class, with the project's rule for it; null if the
 * class fits. A class that names no category or region is for all of them, and a region is meant with the
 * regions in it; a learner without a category, or whose unit has no region, is in none.
 */
export function mismatchOf(
  { personnelCategories, regions }: Audience,
  learner: { personnelCategory: string | null; region: string | null },
  rule: Settings['mismatchRule'],
): Mismatch {
  const differs = (meant: readonly string[], own: readonly string[]) =>
    meant.length > 0 && !own.some((code) => meant.includes(code))
  const { personnelCategory, region } = learner
  const personnel = differs(personnelCategories, personnelCategory === null ? [] : [personnelCategory])
  const place = differs(regions, region === null ? [] : regionsAround(region))
  if (!personnel && !place) return null
  return { part: personnel && place ? 'both' : place ? 'region' : 'personnel', rule }
}
