import type { ResultItem } from '../../attempt/contract.ts'

/** Points in halves; null stays null. */
export const halves = (points: number | null) => (points === null ? null : Math.round(points * 2) / 2)

/** Points of the essays of a paper: what was just given, or what was saved before; null where there are none yet. */
export function pointsOf(
  items: readonly Pick<ResultItem, 'no' | 'type' | 'mark'>[],
  given: Readonly<Record<string, number | null>>,
): { no: number; score: number | null }[] {
  return items
    .filter((item) => item.type === 'essay')
    .map(({ no, mark }) => ({ no, score: given[no] === undefined ? mark : given[no]! }))
}
