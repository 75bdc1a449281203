import { Compile } from 'typebox/compile'
import { idCheckDigit, isIdCard, isMobile, longIdCard, readIdCard } from '../../../contract/identity.ts'
import {
  type NormalText,
  normalizeCode,
  normalizeMobile,
  normalizeName,
  normalizeText,
} from '../../../contract/normalize.ts'
import type { RefusalValue } from '../../../contract/refusal.ts'
import {
  type CellKind,
  type CellOption,
  type ImportColumn,
  nearestOption,
  normalize,
  outReasons,
  problemsOf,
  type ProblemTable,
  type RowEditing,
  type StoredProblem,
} from '../rules.ts'

const textAgain = {
  zh: '把这一列设为“文本”格式后重新填写，不能只改格式',
  en: 'format the column as text and type the numbers again; the format alone does not bring them back',
}

/** Reasons not to trust a cell's value, by the fault of the sheet. */
const faultProblems = {
  formula: {
    zh: '单元格是公式，不能读取',
    en: 'the cell contains a formula and cannot be read',
    fix: {
      zh: '复制这一列，用“选择性粘贴 → 数值”粘贴回来',
      en: 'copy the column and paste it back as values',
    },
  },
  error: {
    zh: '单元格是错误值',
    en: 'the cell holds an error value',
    fix: { zh: '重新填写这一格', en: 'type the cell again' },
  },
  longNumber: {
    zh: '数字超过 15 位，Excel 已丢失后面的数字',
    en: 'the number has more than 15 digits; Excel has lost the last ones',
    fix: textAgain,
  },
  longText: {
    zh: '文字超过一个单元格能容纳的 32767 个字',
    en: 'the text is longer than the 32,767 characters of a cell',
    fix: { zh: '缩短这一格的文字', en: 'shorten the text of the cell' },
  },
  marks: {
    zh: '文字里有成串的附加符号',
    en: 'the text contains stacked combining marks',
    fix: { zh: '重新输入这一格的文字', en: 'type the text of the cell again' },
  },
  format: {
    zh: '这一格的数字格式无法照原样读取',
    en: 'the number format of the cell cannot be read as it is shown',
    fix: {
      zh: '把这一格设为“文本”格式，填写看到的内容',
      en: 'format the cell as text and type what it shows',
    },
  },
  numberDate: {
    zh: '“{text}”是数字，不是日期',
    en: '“{text}” is a number, not a date',
    fix: { zh: '写成 2020-01-31', en: 'write it as 2020-01-31' },
  },
} satisfies ProblemTable

/** A fault of a cell that the sheet itself causes. */
export type CellFault = keyof typeof faultProblems

/** Cell errors. */
export const cellProblems = {
  ...faultProblems,
  ...outReasons,
  required: { zh: '必须填写', en: 'is required', fix: { zh: '填写{title}', en: 'fill in “{title}”' } },
  unbornCard: {
    zh: '出生日期在今天之后',
    en: 'the birth date is in the future',
    fix: { zh: '对照证件核对第 7 到 14 位', en: 'compare digits 7 to 14 with the card' },
  },
  cutCard: {
    zh: '末尾的数字已被 Excel 丢失（变成 000 或科学计数）',
    en: 'Excel has lost the last digits (000, or a number like 1.1E+17)',
    fix: textAgain,
  },
  cardLength: {
    zh: '应为 18 位，这里是 {length} 位',
    en: 'must have 18 characters, not {length}',
    fix: {
      zh: '对照证件重新填写，末位的 X 用字母',
      en: 'type it again from the card; a final X is the letter',
    },
  },
  checkDigit: {
    zh: '校验位不符，有一位数字填错了',
    en: 'the check digit does not match; one digit is wrong',
    fix: { zh: '对照证件逐位核对', en: 'compare it with the card digit by digit' },
  },
  noSuchCard: {
    zh: '地区或出生日期不存在',
    en: 'the region or the birth date does not exist',
    fix: { zh: '对照证件核对前 14 位', en: 'compare the first 14 digits with the card' },
  },
  markup: {
    zh: '含有网页标签',
    en: 'contains HTML tags',
    fix: { zh: '只填文字，删除尖括号里的内容', en: 'enter plain text without anything in angle brackets' },
  },
  mobile: {
    zh: '不是 11 位手机号',
    en: 'is not an 11-digit mobile number',
    fix: {
      zh: '填 1 开头的 11 位手机号，不填座机',
      en: 'enter an 11-digit mobile number starting with 1, not a landline',
    },
  },
  notOption: {
    zh: '“{text}”不在可选项中',
    en: '“{text}” is not one of the choices',
    fix: { zh: '从模板的下拉框选择', en: 'choose from the list in the template' },
  },
  nearOption: {
    zh: '“{text}”不在可选项中',
    en: '“{text}” is not one of the choices',
    fix: { zh: '是否应为“{near}”？', en: 'did you mean “{near}”?' },
  },
  maxLength: { zh: '最多 {limit} 个字', en: 'must have at most {limit} characters' },
  minLength: { zh: '至少 {limit} 个字', en: 'must have at least {limit} characters' },
  invalid: { zh: '格式不对', en: 'is not valid' },
  notDate: {
    zh: '“{text}”不是日期',
    en: '“{text}” is not a date',
    fix: { zh: '写成 2020-01-31', en: 'write it as 2020-01-31' },
  },
  futureDate: { zh: '“{text}”还没有到', en: '“{text}” is in the future' },
} satisfies ProblemTable

const problem = problemsOf(cellProblems)

/** A fault of a cell, with its text where the reason quotes it. */
export interface SheetFault {
  column: number
  fault: CellFault
  text?: string
}

/** The reason that a faulty cell gives against its row. */
export const faultProblem = (column: string, { fault, text }: SheetFault): StoredProblem =>
  problem(column, fault, text === undefined ? undefined : { text: short(text) })

type Reading =
  | { value: string }
  | { wrong: keyof typeof cellProblems; values?: Readonly<Record<string, RefusalValue>> }

function readCard(text: string, today: string): Reading {
  const card = normalizeCode(text)
  if (isIdCard(card)) {
    if (readIdCard(card).birthDate <= today) return { value: longIdCard(card) }
    return { wrong: 'unbornCard' }
  }
  const lost = /^\d(\.\d+)?E\+?1\d$/.test(card) || /^\d{15}0{3}$/.test(card)
  if (lost) return { wrong: 'cutCard' }
  if (!/^(\d{15}|\d{17}[\dX])$/.test(card)) {
    return { wrong: 'cardLength', values: { length: card.length } }
  }
  const endsWrong = card.length === 18 && isIdCard(card.slice(0, 17) + idCheckDigit(card.slice(0, 17)))
  return { wrong: endsWrong ? 'checkDigit' : 'noSuchCard' }
}

/** The beginning of a tag, a comment or a declaration of HTML. */
const markup = /<[a-z/!?]/i

function readMobile(text: string): Reading {
  const mobile = normalizeMobile(text)
  return isMobile(mobile) ? { value: mobile } : { wrong: 'mobile' }
}

/** A day however people write it, as `2020-01-31`; null for what is none. */
export function readDay(text: string): string | null {
  const day = normalizeName(text.normalize('NFKC'))
  const parts =
    /^(\d{4})[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?(?:\s+00:00:00)?$/.exec(day) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(day)
  if (!parts) return null
  const [year, month, dayOfMonth] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? 1)]
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth))
  const isDay =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
  return isDay && year >= 1900 && year <= 2200 ? date.toISOString().slice(0, 10) : null
}

/** A text as a reason quotes it. */
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

function readOption(
  options: readonly CellOption[],
  words: ReadonlyMap<string, string>,
  text: string,
): Reading {
  const value = words.get(normalize(text))
  if (value !== undefined) return { value }
  const near = text.length > 40 ? null : nearestOption(options, text)
  return near
    ? { wrong: 'nearOption', values: { text: short(text), near: { zh: near.zh, en: near.en } } }
    : { wrong: 'notOption', values: { text: short(text) } }
}

/** The reason a check has against a value. */
function reasonOf(error: { keyword: string; params: object }): Reading {
  const { limit = 0 } = error.params as { limit?: number }
  const { keyword } = error
  if (keyword === 'maxLength' || keyword === 'minLength') return { wrong: keyword, values: { limit } }
  return { wrong: 'invalid' }
}

interface ReadCells {
  /** The value of each column; absent where the cell is empty or wrong. */
  values: Readonly<Record<string, string>>
  problems: StoredProblem[]
}

/** Cells whose texts come again and again down a column. */
const repeats: readonly string[] = ['choice', 'date', 'text'] satisfies CellKind[]

/** A reader that caches the results of short texts, a thousand at a time. */
function remembered(judge: (text: string) => Reading): (text: string) => Reading {
  const known = new Map<string, Reading>()
  return (text) => {
    const before = known.get(text)
    if (before) return before
    const found = judge(text)
    if (text.length <= 40) {
      if (known.size >= 1000) known.clear()
      known.set(text, found)
    }
    return found
  }
}

/**
 * Makes the reading of the cells of a row, each by its column: faults of the sheet, blanks, choices, shapes. `today` is
 * the day by the database's clock: nobody was born after it, and what has been lies before it.
 */
export function cellReader(columns: readonly ImportColumn[], today: string) {
  const readers = columns
    .filter(({ key }) => key !== 'mark')
    .map((column) => {
      const options = column.options ?? []
      const words = new Map(
        options.flatMap(({ value, zh, en }) =>
          [value, zh, en].map((word) => [normalize(word), value] as const).toReversed(),
        ),
      )
      const check = Compile(column.check)
      const normal = (text: string) => normalizeText(column.check as NormalText, text.normalize('NFC'))
      const judged = (text: string): Reading => {
        const found = read(text)
        if ('wrong' in found || check.Check(found.value)) return found
        const [error] = check.Errors(found.value)
        return reasonOf(error as unknown as { keyword: string; params: object })
      }
      const read = (text: string): Reading => {
        if (column.kind === 'card') return readCard(text, today)
        if (column.kind === 'mobile') return readMobile(text)
        if (column.kind === 'choice') return readOption(options, words, text)
        if (column.kind === 'text' || column.kind === 'number') {
          return column.plain && markup.test(text) ? { wrong: 'markup' } : { value: normal(text) }
        }
        const day = readDay(text)
        return day === null
          ? { wrong: 'notDate', values: { text: short(text) } }
          : column.past && day > today
            ? { wrong: 'futureDate', values: { text: short(text) } }
            : { value: day }
      }
      return { column, judge: repeats.includes(column.kind) ? remembered(judged) : judged }
    })

  return (
    cells: readonly (string | null)[],
    faults: readonly SheetFault[],
    places: ReadonlyMap<string, number>,
  ): ReadCells => {
    const values: Record<string, string> = {}
    const problems: StoredProblem[] = []
    for (const { column, judge } of readers) {
      const { key, required } = column
      const place = places.get(key)
      const fault = faults.length > 0 && faults.find((one) => one.column === place)
      if (fault) {
        problems.push(faultProblem(key, fault))
        continue
      }
      const text = place === undefined ? '' : (cells[place]?.trim() ?? '')
      if (text === '') {
        if (required) problems.push(problem(key, 'required', { title: column.title }))
        continue
      }
      const found = judge(text)
      if ('wrong' in found) problems.push(problem(key, found.wrong, found.values))
      else values[key] = found.value
    }
    return { values, problems }
  }
}

/** Letters that are typed for a digit. */
const digitOf: Readonly<Record<string, string>> = { O: '0', o: '0', I: '1', l: '1' }

/** The one mobile number in a text that holds other signs as well. */
function nearMobile(text: string): string | null {
  const digits = normalizeCode(text.replace(/[OoIl]/g, (letter) => digitOf[letter]!)).replace(/[()]/g, '')
  const found = [...digits.matchAll(/(?<!\d)(?:0|\+?86)?(1\d{10})(?!\d)/g)].map(([, mobile]) => mobile!)
  return found.length === 1 && isMobile(found[0]!) ? found[0]! : null
}

/** Editing of rows whose cells `cellReader` reads. */
export const cellEditing: RowEditing = {
  suggestionFor(_, text, { code, values = {} }, language) {
    const near = values.near ?? values.successor
    if (typeof near === 'string') return near
    if (near && typeof near === 'object' && 'zh' in near) return near[language]
    // No ID number: with another check digit a wrong number is a valid one, of somebody else.
    if (code === 'mobile') return nearMobile(text)
    if (code === 'markup') return text.replace(/<[^>]*>/g, '').trim() || null
    return null
  },
}
