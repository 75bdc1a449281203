import { captchaSize } from './contract.ts'

/** Pixels the piece may be off. */
export const tolerance = 5

/** Whether a decoded answer puts the piece into the gap at `x`. */
export function fits(answer: unknown, x: number): boolean {
  if (answer === null || typeof answer !== 'object') return false
  const point = answer as { x?: unknown; y?: unknown }
  return (
    typeof point.x === 'number' &&
    Number.isFinite(point.x) &&
    Math.abs(point.x - x) <= tolerance &&
    point.y === captchaSize.y
  )
}

/** What is brought to the door after solving: token and answer in one text. */
export function verificationText(token: string, pointJson: string): string {
  return `${token}---${pointJson}`
}
