import type { Settings } from '../../project/contract.ts'
import type { Mismatch } from './contract.ts'

/**
 * Whether a class is meant for others than a learner of this personnel category, and what the project makes of it. A
 * class without categories is for everybody; a learner without one is in none of them.
 */
export function mismatchOf(
  categories: readonly string[],
  category: string | null,
  rule: Settings['mismatchRule'],
): Mismatch {
  const fits = categories.length === 0 || (category !== null && categories.includes(category))
  return fits ? null : rule
}
