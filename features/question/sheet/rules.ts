import { alternative, mostOptions, type QuestionType } from '../contract.ts'
import { letterOf } from '../rules.ts'

/** A column of the template. */
export interface Column {
  key: string
  /** As the header says it; either is read. */
  zh: string
  en: string
  note: { zh: string; en: string }
  example: readonly [string, string, string, string]
  required?: boolean
  width?: number
  choices?: { zh: readonly string[]; en: readonly string[] }
}

/** How types, difficulties and partial credit are written in a cell, in both languages. */
export const typeWords: Record<Exclude<QuestionType, 'case'>, { zh: string; en: string }> = {
  single: { zh: '单选题', en: 'single' },
  multiple: { zh: '多选题', en: 'multiple' },
  judge: { zh: '判断题', en: 'judge' },
  blank: { zh: '填空题', en: 'blank' },
  essay: { zh: '问答题', en: 'essay' },
}
export const difficultyWords = {
  easy: { zh: '易', en: 'easy' },
  medium: { zh: '中', en: 'medium' },
  hard: { zh: '难', en: 'hard' },
}
export const partialWords = {
  none: { zh: '不得分', en: 'none' },
  half: { zh: '得一半', en: 'half' },
  each: { zh: '按比例', en: 'each' },
}
type Words = Record<string, { zh: string; en: string }>
const both = (words: Words) => ({
  zh: Object.values(words).map((word) => word.zh),
  en: Object.values(words).map((word) => word.en),
})

/** The option columns the template has: A to H. */
export const optionKeys = Array.from({ length: mostOptions }, (_, place) => `option${letterOf(place)}`)

/**
 * The columns of the template: header, notes, examples and dropdowns are made from this list, and so is the
 * reading of a file. Columns are found by their title, in any order.
 */
export const sheetColumns: readonly Column[] = [
  {
    key: 'mark',
    zh: '序号',
    en: 'No.',
    note: { zh: '说明', en: 'notes' },
    example: ['示例', '示例', '示例', '示例'],
    width: 8,
  },
  {
    key: 'type',
    zh: '题型',
    en: 'Type',
    required: true,
    note: { zh: '必填，从下拉框选择', en: 'required, choose from the list' },
    example: ['单选题', '多选题', '判断题', '填空题'],
    choices: both(typeWords),
    width: 10,
  },
  {
    key: 'material',
    zh: '材料',
    en: 'Material',
    note: {
      zh: '材料题填写；材料相同的行合成一道题',
      en: 'of a case; rows with equal material form one question',
    },
    example: ['', '', '', ''],
    width: 24,
  },
  {
    key: 'stem',
    zh: '题干',
    en: 'Stem',
    required: true,
    note: { zh: '必填，最多 4000 字', en: 'required, 4,000 characters at most' },
    example: [
      '专业技术人员每年参加继续教育的时间累计应不少于多少学时？',
      '下列属于继续教育内容的有哪些？',
      '继续教育学时一般当年有效，不得结转。',
      '继续教育内容包括____和专业科目。',
    ],
    width: 40,
  },
  ...optionKeys.map((key, place) => ({
    key,
    zh: `选项${letterOf(place)}`,
    en: `Option ${letterOf(place)}`,
    note: {
      zh: place < 2 ? '选择题必填' : '',
      en: place < 2 ? 'required for choices' : '',
    },
    example: [
      ['60', '72', '90', '120'][place] ?? '',
      ['公需科目', '专业科目', '个人爱好', ''][place] ?? '',
      '',
      '',
    ] as const,
    width: 16,
  })),
  {
    key: 'answer',
    zh: '答案',
    en: 'Answer',
    required: true,
    note: {
      zh: `选择题填字母；判断题填 正确/错误；填空题多个空用 | 分隔，同一空多个答案用 ${alternative} 分隔`,
      en: `letters for choices; right/wrong; blanks divided by |, alternatives of one blank by ${alternative}`,
    },
    example: ['C', 'AB', '正确', `公需科目${alternative}公需课`],
    width: 16,
  },
  {
    key: 'analysis',
    zh: '解析',
    en: 'Analysis',
    note: { zh: '选填', en: 'optional' },
    example: ['每年累计不少于 90 学时。', '', '', ''],
    width: 30,
  },
  {
    key: 'difficulty',
    zh: '难度',
    en: 'Difficulty',
    note: { zh: '选填，默认 中', en: 'optional, medium unless given' },
    example: ['易', '中', '易', '难'],
    choices: both(difficultyWords),
    width: 8,
  },
  {
    key: 'score',
    zh: '分值',
    en: 'Score',
    note: { zh: '选填，0.5 的倍数，默认 1', en: 'optional, a multiple of 0.5, 1 unless given' },
    example: ['2', '4', '1', '2'],
    width: 8,
  },
  {
    key: 'category',
    zh: '分类',
    en: 'Category',
    note: { zh: '选填，组卷时可按分类抽题', en: 'optional; papers may draw by it' },
    example: ['政策法规', '政策法规', '政策法规', '政策法规'],
    width: 14,
  },
  {
    key: 'partial',
    zh: '少选得分',
    en: 'Partial credit',
    note: { zh: '多选题选填，默认 不得分', en: 'for multiple, none unless given' },
    example: ['', '得一半', '', ''],
    choices: both(partialWords),
    width: 10,
  },
]

/** A column's title by its key, in a language. */
export function titleOf(key: string, language: 'zh' | 'en'): string {
  return sheetColumns.find((column) => column.key === key)?.[language] ?? key
}

/** What the template shows below its header: a row of notes and the examples, in a language. */
export function templateRows(language: 'zh' | 'en'): string[][] {
  const own = { zh: ['说明', '示例'], en: ['notes', 'example'] }[language]
  const exampleOf = ({ key, example, choices }: Column, i: number) => {
    if (key === 'mark') return own[1]!
    const place = choices?.zh.indexOf(example[i]!) ?? -1
    return place < 0 ? example[i]! : choices![language][place]!
  }
  return [
    sheetColumns.map(({ key, note }) => (key === 'mark' ? own[0]! : note[language])),
    ...[0, 1, 2, 3].map((i) => sheetColumns.map((column) => exampleOf(column, i))),
  ]
}

/** The title a column of the error file has; it is read over when the file comes back. */
export const reasonColumn = { zh: '原因', en: 'Reason' }

/** A title or word as it is compared: without spaces and stars. */
export const squeeze = (text: string) => text.replace(/[\s*]/g, '').toLowerCase()

/** Where each column stands in a header row, or the titles of required ones that are missing. */
export function readHeader(cells: readonly (string | null)[]): {
  places: ReadonlyMap<string, number>
  missing: string[]
} {
  const places = new Map<string, number>()
  for (const [place, cell] of cells.entries()) {
    const title = squeeze(cell ?? '')
    const column = sheetColumns.find(({ zh, en }) => squeeze(zh) === title || squeeze(en) === title)
    if (column && !places.has(column.key)) places.set(column.key, place)
  }
  const missing = sheetColumns.filter(({ key, required }) => required && !places.has(key)).map(({ zh }) => zh)
  return { places, missing }
}

/** Whether a row is the template's own note or example and says nothing. */
export function isOwnRow(cells: readonly (string | null)[], places: ReadonlyMap<string, number>): boolean {
  const mark = cells[places.get('mark') ?? -1]?.trim()
  return mark === '示例' || mark === '说明' || mark === 'example' || mark === 'notes'
}

/** The key of a word written in a cell, in either language; null when it is none of them. */
export function wordOf<K extends string>(
  words: Record<K, { zh: string; en: string }>,
  text: string,
): K | null {
  const asked = squeeze(text).replace(/题$/, '')
  const found = Object.entries<{ zh: string; en: string }>(words).find(
    ([, { zh, en }]) => squeeze(zh).replace(/题$/, '') === asked || squeeze(en) === asked,
  )
  return (found?.[0] as K | undefined) ?? null
}
