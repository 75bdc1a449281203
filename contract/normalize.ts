import { isIdCard, isMobile } from './identity.ts'

/** Characters without a shape of their own: marks of direction and joining, fillers, variations of a letter. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** The joiners and variations without which an emoji falls apart. */
const emoji =
  /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*/gu
/** Full-width letters and digits. */
const wide = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/g
/** Dots that are typed for the middle dot in the name of a person (U+00B7). */
const dots = /[\u0387\u2022\u2027\u2219\u22c5\u30fb\uff65]/g
const spacesBetweenHan = /(?<=\p{Script=Han})\s+(?=\p{Script=Han}|·)|(?<=·)\s+(?=\p{Script=Han})/gu
const dotsBetweenHan = /(?<=\p{Script=Han})\s*[.．﹒]\s*(?=\p{Script=Han})/gu

/** Letters and digits of one form only, as most cells of a sheet hold: they are normal as they are. */
const settled = /^[0-9A-Za-z\u4e00-\u9fff]*$/

/** A text without invisible characters, and white space as single spaces. */
function visible(text: string): string {
  const kept: string[] = []
  // Emoji are put aside, each for a private mark that no text holds afterwards.
  const aside = text.replace(/\ue000/g, '').replace(emoji, (found) => {
    kept.push(found)
    return '\ue000'
  })
  const plain = aside
    .replace(invisible, '')
    .replace(/[\s\u2800]+/g, ' ')
    .trim()
  let next = 0
  return plain.replace(/\ue000/g, () => kept[next++]!)
}

/** The name of a unit, a class or any other thing as it is stored: as people write it, without what they cannot see. */
export function normalizeName(text: string): string {
  if (settled.test(text)) return text
  return visible(text.normalize('NFC'))
    .replace(wide, (letters) => letters.normalize('NFKC'))
    .normalize('NFC')
}

/** The name of a person as it is stored: no space between Chinese characters, one kind of dot; empty without a letter. */
export function normalizePersonName(text: string): string {
  if (!/\p{L}/u.test(text)) return ''
  if (settled.test(text)) return text
  return normalizeName(text).replace(dots, '·').replace(dotsBetweenHan, '·').replace(spacesBetweenHan, '')
}

/**
 * The form of a name by which it is compared and searched: of one width and case, with one kind of dot, without spaces.
 * The same as `name_key` of the database.
 */
export function nameKey(name: string): string {
  if (settled.test(name)) return name.toLowerCase()
  const key = normalizeName(name)
    .normalize('NFKC')
    .replace(dots, '·')
    .replace(/ |\u200d|\ufe0f/g, '')
  // Letter by letter: a sigma has another form at the end of a word.
  return Array.from(key, (letter) => letter.toLowerCase()).join('')
}

/** Numbers and codes as they are typed or pasted: of one width, without spaces and what cannot be seen. */
const compact = (text: string) =>
  settled.test(text) ? text : text.normalize('NFKC').replace(invisible, '').replace(/\s/g, '')
const hyphens = /\p{Dash}/gu

/** A mobile number however it is divided, with the country's prefix or not; what is none stays as it was typed. */
export function normalizeMobile(text: string): string {
  const digits = compact(text)
    .replace(hyphens, '')
    .replace(/[().·]/g, '')
    .replace(/^(\+|00)?86(?=1\d{10}$)/, '')
  return isMobile(digits) ? digits : visible(text)
}

/** A number of mobile or fixed line, whose hyphens stay. */
export function normalizePhone(text: string): string {
  const mobile = normalizeMobile(text)
  return isMobile(mobile) ? mobile : compact(text).replace(hyphens, '-')
}

/** A citizen ID or a credit code: capitals and digits alone. */
export const normalizeCode = (text: string) => compact(text).replace(hyphens, '').toUpperCase()

/** An e-mail address, also with the full stop of a Chinese keyboard. */
export const normalizeEmail = (text: string) => compact(text).replace(/。/g, '.')

/** A code from a message: its digits. */
export const normalizeDigits = (text: string) => compact(text).replace(/\D/g, '')

/** An account name, or a mobile number or citizen ID in its place. */
export function normalizeLogin(text: string): string {
  const mobile = normalizeMobile(text)
  if (isMobile(mobile)) return mobile
  const code = normalizeCode(text)
  return isIdCard(code) ? code : compact(text)
}

/** A word that is searched for: a mobile number or citizen ID as it is stored, or a text. */
export function normalizeKeyword(text: string): string {
  const login = normalizeLogin(text)
  return isMobile(login) || isIdCard(login) ? login : normalizeName(text)
}

/** Normal forms that an input's schema may name, each with the function that brings a text into it. */
const normalForms = {
  name: normalizeName,
  personName: normalizePersonName,
  mobile: normalizeMobile,
  phone: normalizePhone,
  code: normalizeCode,
  email: normalizeEmail,
  digits: normalizeDigits,
  keyword: normalizeKeyword,
} as const

export type NormalForm = keyof typeof normalForms

/** The part of a schema of texts that says how they are read. */
export interface NormalText {
  normalized?: NormalForm
  maxLength?: number
}

/**
 * A text in the form that its schema names. One far longer than it may be stays as it is, to be refused: to read it would
 * take long.
 */
export function normalizeText({ normalized, maxLength = 200 }: NormalText, text: string): string {
  return normalized && text.length <= 4 * maxLength + 200 ? normalForms[normalized](text) : text
}
