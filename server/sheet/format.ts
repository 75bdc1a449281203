import ssf from 'ssf'
import { numberSections, showNumber } from './numberFormat.ts'

/** Kind of what a format shows: a date, a time, or a number. */
type Shown = 'date' | 'time' | null

/** The way in which the cells of a style show their values. */
export interface CellFormat {
  kind: Shown
  /** Shows a number as it is, as cells without a format do. */
  isGeneral: boolean
  /** Shows a text otherwise than as it is. */
  changesText: boolean
  /** Returns what a cell of a value shows, or null where it cannot be told. */
  show(value: number | string): string | null
}

/**
 * Codes of the formats that every workbook has without declaring them, where those of ECMA-376 18.8.30 for Chinese are not
 * those of the library, and where Excel shows the system's own date and currency.
 */
const chineseCodes: Readonly<Record<number, string>> = {
  5: '"¥"#,##0;"¥"-#,##0',
  6: '"¥"#,##0;[Red]"¥"-#,##0',
  7: '"¥"#,##0.00;"¥"-#,##0.00',
  8: '"¥"#,##0.00;[Red]"¥"-#,##0.00',
  14: 'yyyy/m/d',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: '上午/下午h"时"mm"分"',
  35: '上午/下午h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: '上午/下午h"时"mm"分"',
  56: '上午/下午h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
}

/** Returns the code of a format that a workbook has not declared itself. */
export const builtInCode = (id: number): string => chineseCodes[id] ?? ssf.get_table()[id] ?? 'General'

/** The longest code that Excel takes. */
const longestCode = 255

/** A bracketed code that is part of the time: hours, minutes or seconds beyond a day. */
const elapsed = /^(h+|m+|s+)$/i

/** The code for the half of a day. */
const halves = '上午/下午'

interface Code {
  /** The code as the library shows it. */
  code: string
  /** Its first section without what is shown as it is: the part that is replaced by the value. */
  bare: string
  /** The same of all sections. */
  bareWhole: string
  /** Its parts in brackets: colours, conditions, languages, numerals. */
  brackets: string[]
}

/**
 * A format code without the signs that fill a cell's width, and the part of it that is replaced by the value: not texts in quotes, signs
 * after a backslash or `_`, colours and conditions in brackets. Read in one pass, each sign once: a code comes from
 * anyone's file.
 */
function scanned(whole: string): Code {
  const found: Code = { code: '', bare: '', bareWhole: '', brackets: [] }
  let isFirst = true
  const replaced = (text: string) => {
    found.bareWhole += text
    if (isFirst) found.bare += text
  }
  for (let i = 0; i < whole.length; i++) {
    const sign = whole[i]!
    if (sign === '*') {
      i++
      continue
    }
    const start = i
    if (sign === ';') isFirst = false
    if (sign === '\\' || sign === '_') i++
    else if (sign === '"' || sign === '[') {
      const end = whole.indexOf(sign === '"' ? '"' : ']', i + 1)
      // What is never closed shows nothing.
      if (end < 0) break
      const inside = whole.slice(i + 1, end)
      if (sign === '[' && inside.length <= 8 && elapsed.test(inside)) replaced(inside)
      else if (sign === '[') found.brackets.push(inside)
      i = end
    } else if (whole.startsWith(halves, i)) i += halves.length - 1
    else replaced(sign)
    const piece = whole.slice(start, i + 1)
    // Programs write units, and points between the parts of a day, without quotes; Excel shows them.
    const isUnit = piece.length === 1 && piece > '\x7f'
    const isPoint = sign === '.' && !/[0#?]/.test((whole[i - 1] ?? '') + (whole[i + 1] ?? ''))
    found.code += isUnit || isPoint ? `"${piece}"` : piece
  }
  return found
}

function kindOf(bare: string): Shown {
  const plain = bare.replace(/general|e[+-]/gi, '')
  if (/[yde]/i.test(plain)) return 'date'
  return /[hs]/i.test(plain) ? 'time' : null
}

/** Returns whether a format code shows a number as a date or a time. */
export const kindOfFormat = (code: string): Shown => kindOf(scanned(code).bare)

/** Chinese numerals, days of the week and eras: Excel shows them, the library does not. */
const beyondLibrary = ({ brackets, bareWhole }: Code) =>
  brackets.some((inside) => /^DBNum/i.test(inside)) ||
  /a|g/i.test(bareWhole.replace(/general|am\/pm|a\/p/gi, ''))

/** The code that shows a date or a time as a Chinese system does, where a format leaves it to the system. */
function systemCode({ brackets }: Code): string | null {
  const [first = ''] = brackets
  if (/^\$-F800$/i.test(first)) return 'yyyy"年"m"月"d"日"'
  return /^\$-F400$/i.test(first) ? 'h:mm:ss' : null
}

/** The general format as Chinese versions of Excel show it; other programs write it into files. */
const generalInChinese = 'G/通用格式'

/** Texts that are remembered of one format. */
const mostKnown = 1000

/**
 * Makes a format of its code; dates count from 1904 where the workbook says so. Numbers are shown by their decimal digits
 * as Excel rounds them. The library shows dates, times, fractions, powers of ten, and numbers below zero by a condition;
 * of these it differs from Excel where a power of ten ends in half of its last digit.
 */
export function formatOf(given: string, from1904: boolean): CellFormat {
  const declared = given.replaceAll(generalInChinese, 'General')
  // Of a longer code no more is needed than that it cannot be shown.
  const found = scanned(declared)
  const isKnown = declared.length <= longestCode && !beyondLibrary(found)
  const kind = kindOf(found.bare)
  const code = systemCode(found) ?? found.code
  const isGeneral = /^general$/i.test(code.trim()) || code.trim() === '@' || code === ''
  // A sheet keeps moments as fractions of a day: they are shown to the second, or to its stated part.
  const [, parts = ''] = /s+\.(0{1,3})/i.exec(found.bare) ?? []
  const unit = 86_400 * 10 ** parts.length
  const rounded = (value: number) => (kind ? Math.round(value * unit) / unit : value)
  const sections = kind === null && isKnown ? numberSections(declared) : null
  const known = new Map<number | string, string | null>()
  function shown(value: number | string): string | null {
    const text = sections && typeof value === 'number' ? showNumber(sections, value) : null
    if (text !== null) return text.trim()
    try {
      const text = ssf.format(code, typeof value === 'number' ? rounded(value) : value, {
        date1904: from1904,
      })
      // Excel fills a cell with signs where no day has such a number.
      return kind && text === '' ? null : text.trim()
    } catch {
      return null
    }
  }
  return {
    kind,
    isGeneral,
    changesText: isKnown && !isGeneral && found.bareWhole.includes('@'),
    show(value) {
      if (!isKnown) return null
      const before = known.get(value)
      if (before !== undefined) return before
      const text = shown(value)
      if (known.size >= mostKnown) known.clear()
      if (typeof value === 'number' || value.length <= 40) known.set(value, text)
      return text
    },
  }
}
