import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz'
const signs = `${letters}23456789`
const draw = (from: string) => from[randomInt(from.length)]!

/** A password for the first sign-in, without signs that look alike: a letter, 12 letters and digits, a digit. */
export function oneTimePassword(): string {
  return draw(letters) + Array.from({ length: 12 }, () => draw(signs)).join('') + (2 + randomInt(8))
}
