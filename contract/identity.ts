/** Mobile number of mainland China: 11 digits, second digit 3 to 9. */
export function isMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/** E-mail: letters, digits, underscore, hyphen and dot before @, a 2 to 4 letter suffix at the end. */
export function isEmail(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,4}$/.test(text) && text.length <= 100
}

/** Password: a letter, then 5 to 18 word characters, at least one of them a digit. */
export function isPassword(text: string): boolean {
  return /^(?=.*\d)[A-Za-z]\w{5,18}$/.test(text)
}

/** True if the typed text has leading or trailing spaces. */
export function hasOuterSpace(text: string): boolean {
  return text !== text.trim()
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** The last character of an 18-digit citizen ID (GB 11643, ISO 7064 MOD 11-2) for its first 17 digits. */
export function idCheckDigit(first17: string): string {
  const sum = idWeights.reduce((total, weight, i) => total + weight * Number(first17[i]), 0)
  return '10X98765432'[sum % 11]!
}

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const provinces = new Set(
  (
    '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 ' +
    '50 51 52 53 54 61 62 63 64 65 71 81 82 83'
  ).split(' '),
)

/**
 * Citizen ID of 15 or 18 characters: province, a real birth date, and for 18 the check digit; or the number of a
 * foreigner's permanent residence card (GA 2102), a 9 and then the province.
 */
export function isIdCard(text: string): boolean {
  const isForeign = text.startsWith('9')
  if (!provinces.has(isForeign ? text.slice(1, 3) : text.slice(0, 2))) return false
  if (!isForeign && /^\d{15}$/.test(text)) {
    return isDate(1900 + Number(text.slice(6, 8)), Number(text.slice(8, 10)), Number(text.slice(10, 12)))
  }
  if (!/^\d{17}[\dXx]$/.test(text)) return false
  const year = Number(text.slice(6, 10))
  if (year < 1900 || year > 2100) return false
  if (!isDate(year, Number(text.slice(10, 12)), Number(text.slice(12, 14)))) return false
  return idCheckDigit(text.slice(0, 17)) === text[17]!.toUpperCase()
}

/** A valid citizen ID in its 18 characters: one person's 15-digit number is not another person. */
export function longIdCard(idCard: string): string {
  if (idCard.length !== 15) return idCard.toUpperCase()
  const first17 = `${idCard.slice(0, 6)}19${idCard.slice(6)}`
  return first17 + idCheckDigit(first17)
}

/** Birth date (YYYY-MM-DD) and sex written in a valid citizen ID. */
export function readIdCard(idCard: string): { birthDate: string; gender: 'male' | 'female' } {
  const long = longIdCard(idCard)
  const birthDate = `${long.slice(6, 10)}-${long.slice(10, 12)}-${long.slice(12, 14)}`
  return { birthDate, gender: Number(long[16]) % 2 === 1 ? 'male' : 'female' }
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Unified social credit code (GB 32100): 18 characters without I, O, S, V, Z, with its check character. */
export function isCreditCode(text: string): boolean {
  if (text.length !== 18 || [...text].some((letter) => !creditAlphabet.includes(letter))) return false
  const sum = creditWeights.reduce((total, weight, i) => total + weight * creditAlphabet.indexOf(text[i]!), 0)
  return creditAlphabet[(31 - (sum % 31)) % 31] === text[17]
}

const oldTaxNo = /^\d{15}$/
const oldPersonalTaxNo = /^\d{17}[\dX]\d{2}$/

/**
 * True if a text is the tax number of an enterprise: a unified credit code (GB 32100) with its check digit, a number of
 * 15 digits from before, or one of a sole trader: an identity number and two digits.
 */
export const isTaxNo = (text: string) =>
  isCreditCode(text) || oldTaxNo.test(text) || (oldPersonalTaxNo.test(text) && isIdCard(text.slice(0, 18)))

/** "张*", "张*明": the family name and the last character stay. */
export function maskName(name: string): string {
  const letters = [...name]
  if (letters.length <= 1) return name
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

/** "138****5678". */
export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}

/** "3201**********1234". */
export function maskIdCard(idCard: string): string {
  return `${idCard.slice(0, 4)}${'*'.repeat(Math.max(0, idCard.length - 8))}${idCard.slice(-4)}`
}

/** The 19 digits of a tax code, by which an invoice says what was sold. */
export const taxCodePattern = '^\\d{19}$'
export const isTaxCode = (text: string) => new RegExp(taxCodePattern).test(text)
