import type { PartContent } from '../../question/contract.ts'
import { isAnswered, markOf } from '../../question/rules.ts'

/** True if every part that can be marked is right; an essay is right once it is answered. */
export function isRight(
  parts: readonly Pick<PartContent, 'type' | 'partial'>[],
  keys: readonly { answer: readonly string[] }[],
  answers: readonly (readonly string[])[],
): boolean {
  return parts.every((part, i) => (markOf(part, keys[i]!.answer, answers[i] ?? [], 1) ?? 1) === 1)
}

/** True if there is an answer to every part and to nothing else. */
export const isComplete = (parts: number, answers: readonly (readonly string[])[]): boolean =>
  answers.length === parts && answers.every((answer) => isAnswered(answer))

/**
 * Milliseconds of wall time that watching again takes after a wrong answer, at the highest rate; 0 where the video stays.
 */
export const rewindMs = (pin: { atSecond: number; rewindTo: number | null }, ratePercent: number): number =>
  pin.rewindTo === null ? 0 : Math.max(0, ((pin.atSecond - pin.rewindTo) * 100_000) / ratePercent)
