import { isCreditCode, isIdCard } from './identity.ts'

/** Signs that people write between the digits of one number; not between numbers of a list. */
const between = /^[ \t\u00a0\u00ad\u2000-\u2015\u2060\u2212\u3000\ufeff\-.·・．。/／\\_＿~～－﹣]{1,4}$/
/** Signs that also stand between two numbers: then only the usual division makes them one. */
const rarelyBetween = /^(?:[\s\u3000\-－()（）[\]【】]{1,4}|[,，:：])$/
/**
 * Invisible characters between two digits: marks of direction and joining, accents, variations of a letter.
 */
const unseen = /[\p{Cf}\p{Mn}]/gu
const tags = /<\/?[a-z][^<>]{0,60}>/gi
const spaces = /&(?:nbsp|ensp|emsp|thinsp|shy|zwj|zwnj|#\d{2,5}|#x[0-9a-f]{2,4});/gi
/** A digit of any script, in a circle or full width as well. */
const digit = '\\p{Nd}⓪①-⑨'
/** Digits, and what between them is markup although it has digits itself. */
const tokens = new RegExp(`${tags.source}|${spaces.source}|[${digit}]+`, 'giu')
/** Matches any text that can hold a number: eleven digits close together. */
const enoughDigits = new RegExp(`(?:[${digit}][^${digit}]{0,40}){10}[${digit}]`, 'u')
/** The same of plain digits, and what has no others: most texts, decided without the table of all scripts. */
const enoughPlain = /(?:[0-9０-９][^0-9０-９]{0,40}){10}[0-9０-９]/
const isUsual = /^[\0-\u00a0\u2000-\u206f\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]*$/
const hasEnough = (text: string) => enoughPlain.test(text) || (!isUsual.test(text) && enoughDigits.test(text))
const eachDigit = new RegExp(`[${digit}XxＸｘ]`, 'gu')
const isLetter = (sign: string | undefined) => sign !== undefined && /[0-9A-Za-z]/.test(sign)
const isDigit = (sign: string | undefined) => sign !== undefined && /[0-9]/.test(sign)
/** Words that are written right before a number. Other letters beside it make it part of a code or a key. */
const label =
  /(?:^|[^0-9A-Za-z])(?:tel|phone|mobile|cell|mob|ph|no|id|card|idcard|wechat|wx|qq|sj|sjh|dh|sfz)$|\\[nrt]$/i
/** Words after which a number is somebody's, however it is divided. */
const announced =
  /(?:电话|手机|手机号码?|号码|联系方式|联系|微信|tel|phone|mobile|wechat)[^\p{L}\p{N}]{0,3}$/iu

const digitValues = new Map<string, string>()

/** A digit of any script as 0 to 9: the ten of a script stand in order. */
function asciiDigit(sign: string): string {
  if (sign >= '0' && sign <= '9') return sign
  let value = digitValues.get(sign)
  if (value === undefined) {
    const plain = sign.normalize('NFKC')
    let zero = plain.codePointAt(0)!
    while (!/[0-9]/.test(plain) && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    value = /[0-9]/.test(plain) ? plain : String((plain.codePointAt(0)! - zero) % 10)
    digitValues.set(sign, value)
  }
  return value
}
const plain = (digits: string) => [...digits].map(asciiDigit).join('')

const day = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const areas = '(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])'
const longCard = new RegExp(`^(?:${areas}\\d|9${areas})\\d{3}(?:19|20)\\d{2}${day}\\d{3}[\\dXx]$`)
const shortCard = new RegExp(`^${areas}\\d{6}${day}\\d{3}$`)
const mobile = /^1[3-9]\d{9}$/
/** Usual groupings of digits in numbers; two amounts or a date beside an amount are grouped otherwise. */
const mobileParts = new Set('11 3,8 3,4,4 4,3,4 3,3,5 7,4 3,4,2,2 3,2,2,4 3,2,2,2,2'.split(' '))
const longParts = new Set('18 6,8,4 6,4,4,4 6,4,2,2,4 6,4,8 6,12 10,8 14,4 3,3,4,4,4 4,4,4,4,2'.split(' '))
const shortParts = new Set('15 6,6,3 6,9 12,3 6,2,2,2,3 3,3,3,3,3 5,5,5'.split(' '))
/** As people divide them who were asked for them; two amounts of a list may look the same. */
const announcedParts = new Set([...mobileParts, ...'5,6 6,5 4,4,3 2,3,3,3 3,3,3,2 5,3,3 5,2,2,2'.split(' ')])
/** With signs between that rarely stand within a number. */
const usualParts = new Set(['3,4,4', '3,8', '6,8,4'])
const single = /^1(?:,1)*$/

/** The Luhn sum of a bank card. */
function addsUp(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, sign, at) => {
    const value = Number(sign) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A bank card as it is printed: of UnionPay, 16 to 19 digits in fours or in one. */
const isBankCard = (digits: string, parts: readonly number[]) =>
  /^62\d{14,17}$/.test(digits) &&
  (parts.length === 1 || parts.every((part, at) => part === 4 || at === parts.length - 1)) &&
  addsUp(digits)

/** Parts of amounts with their hundredths, one after the other. */
const areAmounts = (parts: readonly number[]) =>
  parts.length % 2 === 0 && parts.every((part, at) => at % 2 === 0 || part === 2)

/** Digits to leave in front and at the end of a personal number grouped in this way; null for any other. */
function shownEnds(digits: string, parts: readonly number[], isAnnounced: boolean): [number, number] | null {
  const divided = parts.join()
  const isDivided = (known: ReadonlySet<string>) => known.has(divided) || single.test(divided)
  if (mobile.test(digits)) return isDivided(isAnnounced ? announcedParts : mobileParts) ? [3, 4] : null
  // Its own check digit makes an ID certain, however it is divided; but two amounts may add up as well.
  const isCard = isIdCard(digits) && digits.length === 18 && !areAmounts(parts)
  if (isCard || (longCard.test(digits) && isDivided(longParts) && !isCreditCode(digits))) return [4, 4]
  if (shortCard.test(digits) && isDivided(shortParts)) return [4, 4]
  return isBankCard(digits, parts) ? [4, 4] : null
}

interface Run {
  start: number
  end: number
  digits: string
}

/** Stars over every digit between the first and the last few of a stretch of a text, which keeps its length. */
function starred(stretch: string, [front, back]: readonly [number, number]): string {
  const pieces = stretch.split(new RegExp(`(${tags.source}|${spaces.source})`, 'giu'))
  const count = pieces.reduce(
    (sum, piece, at) => sum + (at % 2 ? 0 : (piece.match(eachDigit)?.length ?? 0)),
    0,
  )
  let at = 0
  const star = (sign: string) => {
    at++
    return at <= front || at > count - back ? sign : '*'
  }
  return pieces.map((piece, place) => (place % 2 ? piece : piece.replace(eachDigit, star))).join('')
}

/** A text in which numbers are looked for, and whether letters beside a number make it part of a code. */
interface Searched {
  text: string
  runs: readonly Run[]
  isFree: boolean
}

/** The number that begins with a run of digits, after +86, 0086 or 0 too: where it ends and how it is masked. */
function numberAt(searched: Searched, from: number): [end: number, masked: string] | null {
  const { text, runs, isFree } = searched
  const first = runs[from]!
  const isPart = isFree ? isDigit : isLetter
  if (isPart(text[first.start - 1]) && !label.test(text.slice(Math.max(0, first.start - 9), first.start)))
    return null
  // Digits of two units each are not cut.
  const isNarrow = first.end - first.start === first.digits.length
  // A zero after a hyphen begins the last part of an identifier.
  const zero = text[first.start - 1] === '-' ? '' : '|0(?=1[3-9]\\d{9}$)'
  const ahead =
    (isNarrow && new RegExp(`^(?:(?:(?:00)?86){1,2}(?=1)${zero})`).exec(first.digits)?.[0].length) || 0
  return (ahead ? numberFrom(searched, from, ahead) : null) ?? numberFrom(searched, from, 0)
}

/** Returns the visible text between two runs of digits. */
const seenBetween = (gap: string) => gap.replace(tags, '').replace(spaces, ' ').replace(unseen, '')

function numberFrom({ text, runs, isFree }: Searched, from: number, skipped: number) {
  const start = runs[from]!.start + skipped
  const prefix = text.slice(runs[from]!.start, start)
  const isAnnounced = announced.test(text.slice(Math.max(0, start - 14), start))
  const isPart = isFree ? isDigit : isLetter
  let digits = ''
  const parts: number[] = []
  let found: [number, string] | null = null
  let isRare = false
  for (let at = from; at < runs.length && digits.length < 19; at++) {
    const run = runs[at]!
    const part = at === from ? run.digits.slice(skipped) : run.digits
    const gap = at === from ? null : seenBetween(text.slice(runs[at - 1]!.end, run.start))
    if (gap && !between.test(gap)) {
      if (!rarelyBetween.test(gap)) break
      isRare = true
    }
    digits += part
    if (gap === '') parts[parts.length - 1]! += part.length
    else parts.push(part.length)
    if (isRare && !isAnnounced && !usualParts.has(parts.join())) continue
    const last = /^[ \-.·/_]?[XxＸｘ]/.exec(text.slice(run.end, run.end + 2))?.[0].length
    const end = run.end + (last ?? 0)
    const isWithX = last !== undefined && longCard.test(`${digits}X`) && !isPart(text[end])
    const ends = skipped > 0 && !mobile.test(digits) ? null : shownEnds(digits, parts, isAnnounced)
    if (isWithX) found = [end, prefix + starred(text.slice(start, end), [4, 4])]
    else if (ends && !isPart(text[run.end]))
      found = [run.end, prefix + starred(text.slice(start, run.end), ends)]
  }
  return found
}

/** A number in words of Chinese, digit by digit. */
const spoken = /[〇零一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]{11,18}/g
const spokenDigits = ['〇零', '一幺壹', '二贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖']

function withoutSpoken(text: string): string {
  return text.replace(spoken, (words) => {
    const digits = [...words].map((word) => spokenDigits.findIndex((same) => same.includes(word))).join('')
    const ends = shownEnds(digits, [digits.length], true)
    if (!ends) return words
    const [front, back] = ends
    return words.slice(0, front) + '*'.repeat(words.length - front - back) + words.slice(-back)
  })
}

function maskText(given: string, isFree: boolean): string {
  const text = withoutSpoken(given)
  if (!hasEnough(text)) return text
  const runs = [...text.matchAll(tokens)].flatMap((match): Run[] =>
    /^[<&]/.test(match[0])
      ? []
      : [{ start: match.index, end: match.index + match[0].length, digits: plain(match[0]) }],
  )
  let masked = ''
  let done = 0
  for (let at = 0; at < runs.length; at++) {
    const { start } = runs[at]!
    if (start < done) continue
    const found = numberAt({ text, runs, isFree }, at)
    if (!found) continue
    masked += text.slice(done, start) + found[1]
    done = found[0]
  }
  return masked + text.slice(done)
}

/**
 * Masks every citizen ID, mobile number and bank card in a value, however deep its texts lie and however the number
 * is written: with spaces, hyphens, dots, slashes, brackets, over lines, after +86, in digits of another script. Order
 * numbers, certificate numbers, credit codes, dates, amounts, identifiers and keys are left as they are.
 */
export function withoutNumbers<T>(value: T): T {
  if (typeof value === 'string') return maskText(value, false) as T
  if (Array.isArray(value)) return value.map(withoutNumbers) as T
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNumbers(item)])) as T
  }
  return value
}

/** The same in a text that a person typed, where a number may also have letters beside it: QQ and a number, an address. */
export const maskFreeText = (text: string): string => maskText(text, true)
