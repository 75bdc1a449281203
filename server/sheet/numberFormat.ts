import ssf from 'ssf'

/** Returns a number as a cell without a format shows it: in eleven signs, but whole numbers by all their digits. */
export const generalText = (value: number): string =>
  Number.isInteger(value) ? String(value) : ssf.format('General', value)

/** A piece of a number format: the place of a digit and what it shows without one, or a text. */
type Piece = { blank: string } | { text: string } | 'point' | 'general'

/** A section of a format that shows a number by its decimal digits, among texts. */
interface Section {
  /** True if the section is the number's; absent where its place among the sections decides. */
  condition?: (value: number) => boolean
  pieces: readonly Piece[]
  /** Its digits are divided into groups of three. */
  isGrouped: boolean
  /** Places by which the decimal point is moved to the right. */
  shift: number
}

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '=': (value, limit) => value === limit,
  '<>': (value, limit) => value !== limit,
}

const blanks: Readonly<Record<string, string>> = { '0': '0', '#': '', '?': ' ' }
const general = /^general/i
const bracketed =
  /^\[(?:(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)|\$([^-\]]*)(?:-[^\]]*)?|(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+))\]/i

/** Reads one section from a place in a format; null where it shows more than decimal digits. */
function readSection(code: string, from: number): { section: Section; end: number } | null {
  const pieces: Piece[] = []
  let condition: Section['condition']
  let [isGrouped, hasPoint, hasDigit, shift] = [false, false, false, 0]
  let i = from
  const text = (sign: string) => pieces.push({ text: sign })
  for (; i < code.length && code[i] !== ';'; i++) {
    const sign = code[i]!
    if (sign in blanks) {
      pieces.push({ blank: blanks[sign]! })
      hasDigit = true
    } else if (sign === '"') {
      const end = code.indexOf('"', i + 1)
      if (end < 0) return null
      text(code.slice(i + 1, end))
      i = end
    } else if (sign === '\\' || sign === '!') {
      // In Chinese versions of Excel an exclamation mark does what a backslash does.
      text(code[++i] ?? (sign === '!' ? sign : ''))
    } else if (sign === '_') {
      i++
      text(' ')
    } else if (sign === '*') i++
    else if (sign === '[') {
      const found = bracketed.exec(code.slice(i, i + 40))
      if (!found) return null
      const [whole, comparison, limit, currency] = found
      if (comparison) condition = (value) => comparisons[comparison]!(value, Number(limit))
      if (currency) text(currency)
      i += whole.length - 1
    } else if (sign === '.') {
      const isPoint = /[0#?]/.test((code[i - 1] ?? '') + (code[i + 1] ?? ''))
      if (isPoint && hasPoint) return null
      if (isPoint) pieces.push('point')
      else text(sign)
      hasPoint ||= isPoint
    } else if (sign === ',') {
      const last = pieces.at(-1)
      if (!hasDigit || typeof last !== 'object' || !('blank' in last)) return null
      const commas = /^,+/.exec(code.slice(i))![0].length
      i += commas - 1
      if (/[0#?]/.test(code[i + 1] ?? '')) isGrouped ||= !hasPoint
      else shift -= 3 * commas
    } else if (sign === '%') {
      shift += 2
      text(sign)
    } else if (general.test(code.slice(i, i + 7))) {
      pieces.push('general')
      i += 6
    } else if (/[a-z/@]/i.test(sign)) return null
    else text(sign)
  }
  return { section: { ...(condition && { condition }), pieces, isGrouped, shift }, end: i }
}

/** The sections of a format for numbers; null where one of them shows more than decimal digits and texts. */
export function numberSections(code: string): Section[] | null {
  const sections: Section[] = []
  let from = 0
  while (from <= code.length && sections.length < 3) {
    // What follows numbers is for texts.
    if (sections.length > 0 && /^[^"\\;]*@[^;]*$/.test(code.slice(from))) break
    const found = readSection(code, from)
    if (!found) return null
    sections.push(found.section)
    from = found.end + 1
  }
  const rest = code.slice(from).replace(/"[^"]*"|[\\!_*]./g, '')
  return rest.includes(';') ? null : sections
}

/** The section of a number; null where that is not told by the signs of numbers alone. */
function sectionOf(sections: readonly Section[], value: number): Section | null {
  const [first, second, third] = sections
  if (sections.every(({ condition }) => !condition)) {
    if (value < 0) return second ?? first!
    return value === 0 ? (third ?? first!) : first!
  }
  if (value < 0 || !first?.condition) return null
  if (first.condition(value)) return first
  if (!second) return null
  return (second.condition?.(value) ?? !third) ? second : (third ?? null)
}

/** Whole and broken decimal digits of a positive number, rounded as people do: by the fifteen digits that Excel has. */
function roundedDigits(value: number, shift: number, places: number): [whole: string, broken: string] {
  const [mantissa, exponent] = value.toExponential(14).split('e') as [string, string]
  const digits = mantissa.replace('.', '')
  const kept = Number(exponent) + 1 + shift + places
  if (kept < 0) return ['', '0'.repeat(places)]
  const whole =
    BigInt(digits.slice(0, kept).padEnd(kept, '0') || '0') + ((digits[kept] ?? '0') >= '5' ? 1n : 0n)
  const text = whole.toString().padStart(places + 1, '0')
  const at = text.length - places
  return [text.slice(0, at).replace(/^0+/, ''), text.slice(at)]
}

/** Whole digits at their places: the first place has all that are before it as well. */
function wholeTexts(digits: string, places: readonly string[], isGrouped: boolean): string[] {
  const divided = (digit: string, following: number) =>
    isGrouped && following > 0 && following % 3 === 0 && /\d/.test(digit) ? `${digit},` : digit
  return places.map((blank, i) => {
    const following = places.length - 1 - i
    const lead = i === 0 ? Array.from(digits.slice(0, -places.length)) : []
    return [...lead, digits.at(-1 - following) ?? blank]
      .map((digit, k) => divided(digit, following + lead.length - k))
      .join('')
  })
}

/** Broken digits at their places, without the zeros at the end that no place asks for. */
function brokenTexts(digits: string, places: readonly string[]): string[] {
  const last = Math.max(digits.replace(/0+$/, '').length - 1, places.lastIndexOf('0'))
  return places.map((blank, i) => (i <= last ? digits[i]! : blank))
}

/**
 * Shows a number by the sections of its format; null where none is its. Below zero it has a sign unless a section is for
 * such numbers, and none where it is rounded to zero: there versions of Excel differ.
 */
export function showNumber(sections: readonly Section[], number: number): string | null {
  const section = sectionOf(sections, number)
  if (!section) return null
  const { pieces, isGrouped, shift } = section
  const point = pieces.indexOf('point')
  const placesOf = (some: readonly Piece[]) =>
    some.flatMap((piece) => (typeof piece === 'object' && 'blank' in piece ? [piece.blank] : []))
  const wholePlaces = placesOf(point < 0 ? pieces : pieces.slice(0, point))
  const brokenPlaces = point < 0 ? [] : placesOf(pieces.slice(point))
  const value = Math.abs(number)
  const [whole, broken] = roundedDigits(value, shift, brokenPlaces.length)
  const digits = [...wholeTexts(whole, wholePlaces, isGrouped), ...brokenTexts(broken, brokenPlaces)]
  const hasDigits = digits.length > 0
  const shown = pieces.map((piece) => {
    if (piece === 'point') return wholePlaces.length === 0 ? `${whole}.` : '.'
    if (piece === 'general') return generalText(value)
    return 'text' in piece ? piece.text : digits.shift()
  })
  const isZero = hasDigits && !/[1-9]/.test(whole + broken)
  return (number < 0 && sections.length === 1 && !isZero ? '-' : '') + shown.join('')
}
