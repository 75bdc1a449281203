/** The quasigroup of Damm's check: no wrong digit and no two exchanged neighbours lead to the same row. */
const rows = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

const checkOf = (digits: string): string =>
  [...digits].reduce((row, digit) => rows[Number(row)]![Number(digit)]!, '0')

const inGroups = (digits: string) => digits.match(/\d{4}/g)!.join('-')

/** Lengths of codes with their check digit: of a class, of an account, of an account from a roster. */
const lengths = [8, 12, 16]

/**
 * Digits (7, 11 or 15 of them) as a code that can be said on the telephone: a check digit behind them, which notices any
 * one wrong digit and any two exchanged neighbours, and all in groups of four.
 */
export function spokenCode(digits: string): string {
  return inGroups(digits + checkOf(digits))
}

/** Random digits for a code, from random bytes as a number. */
export function digitsOf(random: bigint, count: number): string {
  return String(random % 10n ** BigInt(count)).padStart(count, '0')
}

/**
 * Returns typed text with a code in it as it is stored, whether typed in groups, with spaces, or in one. A
 * year may precede the code of a class. Anything else is returned as it was typed.
 */
export function asStored(typed: string): string {
  const text = typed.trim()
  if (!/^[\d\s-]+$/.test(text)) return typed
  const digits = text.replace(/\D/g, '')
  const parts = digits.length === 12 ? [digits, digits.slice(4)] : [digits]
  const isCode = lengths.includes(digits.length) && parts.some((part) => checkOf(part) === '0')
  return isCode ? inGroups(digits) : typed
}
