import type { PartType } from '../../contract.ts'
import { letterOf } from '../../rules.ts'

/** The letters a question may be answered with; none for one that is written. */
export const lettersOf = (part: { type: PartType; options: readonly string[] }): string[] =>
  part.type === 'judge' ? ['A', 'B'] : part.options.map((_, place) => letterOf(place))

/** The answer after a letter was chosen: one of a single choice, on or off of a multiple one. */
export function chosenWith(type: PartType, value: readonly string[], letter: string): string[] {
  if (type !== 'multiple') return [letter]
  return value.includes(letter) ? value.filter((other) => other !== letter) : [...value, letter].sort()
}
