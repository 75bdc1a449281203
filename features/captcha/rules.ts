import { captchaSize } from './contract.ts'

/** Pixels the piece may be off. */
export const tolerance = 5

/** True if a decoded answer puts the piece into the gap at `x`. */
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

/** The value submitted after solving: token and answer in one text. */
export function verificationText(token: string, pointJson: string): string {
  return `${token}---${pointJson}`
}

const typedKind = 'vcode'

/** A typed picture code in the format that every endpoint with a slider accepts. */
export function typedText(codeToken: string, vcode: string): string {
  return `${typedKind}---${codeToken}---${vcode}`
}

/** Returns the typed code of a verification; null if it is a solved slider. */
export function readTyped(verification: string): { codeToken: string; vcode: string } | null {
  const [kind, codeToken, ...rest] = verification.split('---')
  return kind === typedKind && codeToken ? { codeToken, vcode: rest.join('---') } : null
}

/** A caller's proof of being human: the solved slider, or the picture code that was typed. */
export function broughtProof(input: {
  captchaVO?: { captchaVerification?: string } | undefined
  codeToken?: string | undefined
  vcode?: string | undefined
}): string | undefined {
  if (input.codeToken && input.vcode) return typedText(input.codeToken, input.vcode)
  return input.captchaVO?.captchaVerification
}
