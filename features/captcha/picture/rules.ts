import type { Language } from '../../../contract/refusal.ts'

/** Characters of a picture: none that looks like another. */
export const pictureLetters = '23456789ACEFHKLMNPTWXY'
export const pictureLength = 5
/** Seconds within which a code may be typed. */
export const pictureSeconds = 120

/**
 * The work a browser does before it is asked a question in words, which a program would answer at no cost: for each
 * round a number whose hash begins with so many zero bits. 2^18 hashes on average, about a second on a desktop;
 * many small rounds, so that nobody waits much longer than others.
 */
export const questionWork = { rounds: 8, bits: 15 } as const
export type Work = { readonly rounds: number; readonly bits: number }

/** The text to hash for one try of a round; the token of the code makes it this code's and nobody else's. */
export const workText = (codeToken: string, round: number, tried: number) => `${codeToken}:${round}:${tried}`

/** True if a hash begins with so many zero bits; at most 32. */
export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const head = ((hash[0]! << 24) | (hash[1]! << 16) | (hash[2]! << 8) | hash[3]!) >>> 0
  return bits === 0 || head >>> (32 - bits) === 0
}

const digits = [...'零一二三四五六七八九']
const ones = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** A number from 0 to 99 as it is spoken. */
export function numberWords(number: number, language: Language): string {
  const [ten, one] = [Math.floor(number / 10), number % 10]
  if (language === 'zh') {
    if (ten === 0) return digits[one]!
    return `${ten === 1 ? '' : digits[ten]}十${one === 0 ? '' : digits[one]}`
  }
  if (number < 20) return ones[number]!
  return one === 0 ? tens[ten]! : `${tens[ten]}-${ones[one]}`
}

/** The sum of two numbers, asked in words. */
export function sumQuestion(a: number, b: number, language: Language): string {
  return language === 'zh'
    ? `${numberWords(a, 'zh')}加${numberWords(b, 'zh')}等于多少？请用数字回答`
    : `What is ${numberWords(a, 'en')} plus ${numberWords(b, 'en')}? Answer in digits`
}
