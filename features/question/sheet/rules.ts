import { Name } from '../../../contract/call.ts'
import type { Bilingual } from '../../import/contract.ts'
import { type ImportColumn, normalize } from '../../import/rules.ts'
import { alternative, mostOptions, type QuestionType } from '../contract.ts'
import { letterOf } from '../rules.ts'

/** Types, difficulties and partial credit as written in a cell, in both languages. */
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
type Words = Record<string, Bilingual>
const optionsOf = (words: Words) => Object.entries(words).map(([value, word]) => ({ value, ...word }))

/** The option columns the template has: A to H. */
export const optionKeys = Array.from({ length: mostOptions }, (_, place) => `option${letterOf(place)}`)

/** Cells of the template's four example questions, by column; English where it is another word. */
const examples: Record<string, readonly (string | readonly [zh: string, en: string])[]> = {
  type: [
    ['单选题', 'single'],
    ['多选题', 'multiple'],
    ['判断题', 'judge'],
    ['填空题', 'blank'],
  ],
  stem: [
    '专业技术人员每年参加继续教育的时间累计应不少于多少学时？',
    '下列属于继续教育内容的有哪些？',
    '继续教育学时一般当年有效，不得结转。',
    '继续教育内容包括____和专业科目。',
  ],
  optionA: ['60', '公需科目'],
  optionB: ['72', '专业科目'],
  optionC: ['90', '个人爱好'],
  optionD: ['120'],
  answer: ['C', 'AB', ['正确', 'right'], `公需科目${alternative}公需课`],
  analysis: ['每年累计不少于 90 学时。'],
  difficulty: [
    ['易', 'easy'],
    ['中', 'medium'],
    ['易', 'easy'],
    ['难', 'hard'],
  ],
  score: ['2', '4', '1', '2'],
  category: ['政策法规', '政策法规', '政策法规', '政策法规'],
  partial: ['', ['得一半', 'half']],
}

interface Given {
  title: Bilingual
  otherTitles?: readonly string[]
  required?: boolean
  note?: Bilingual
  fix: Bilingual
  words?: Words
  isNumber?: boolean
  isName?: boolean
  most?: number
  width: number
}

/** A column, checked as the form of a question checks the same field. */
function column(
  key: string,
  { title, otherTitles, required = false, note, words, isNumber, isName, most, width }: Given,
): ImportColumn {
  return {
    key,
    title,
    ...(otherTitles && { otherTitles }),
    kind: words ? 'choice' : isNumber ? 'number' : 'text',
    check: isName ? Name(most!) : most ? { type: 'string', maxLength: most } : {},
    required,
    ...(note && { note }),
    examples: [0, 1, 2, 3].map((i) => {
      const example = examples[key]?.[i] ?? ''
      return typeof example === 'string' ? { zh: example, en: example } : { zh: example[0], en: example[1] }
    }),
    ...(words && { options: optionsOf(words) }),
    width,
  }
}

const given: Record<string, Given> = {
  type: {
    title: { zh: '题型', en: 'Type' },
    otherTitles: ['题目类型', '试题类型', '题目题型', 'Question type'],
    required: true,
    fix: {
      zh: '从下拉框选择：单选题、多选题、判断题、填空题、问答题',
      en: 'choose from the list: single, multiple, judge, blank, essay',
    },
    words: typeWords,
    width: 10,
  },
  material: {
    title: { zh: '材料', en: 'Material' },
    otherTitles: ['背景材料', '材料内容', '案例', '案例材料', 'Case'],
    note: {
      zh: '材料题填写；材料相同的行合成一道题',
      en: 'for case questions; rows with the same material form one question',
    },
    fix: {
      zh: '最多 10000 字；不是材料题就留空',
      en: 'at most 10,000 characters; leave empty unless it is a case question',
    },
    most: 10_000,
    width: 24,
  },
  stem: {
    title: { zh: '题干', en: 'Stem' },
    otherTitles: ['题目', '题目内容', '题干内容', '试题', '试题内容', '试题题干', '问题', 'Question'],
    required: true,
    fix: { zh: '写出题干，最多 4000 字', en: 'write the question, at most 4,000 characters' },
    most: 4000,
    width: 40,
  },
  ...Object.fromEntries(
    optionKeys.map((key, place) => [
      key,
      {
        title: { zh: `选项${letterOf(place)}`, en: `Option ${letterOf(place)}` },
        otherTitles: [
          letterOf(place),
          `${letterOf(place)}选项`,
          `${letterOf(place)}项`,
          `选项${place + 1}`,
          `备选项${letterOf(place)}`,
          `备选答案${letterOf(place)}`,
          `Choice ${letterOf(place)}`,
        ],
        ...(place < 2 && { note: { zh: '选择题必填', en: 'required for choices' } }),
        fix: {
          zh: '从选项 A 起依次填写，中间不留空，不重复，每项最多 1000 字',
          en: 'fill in from option A, without gaps or repeats, at most 1,000 characters each',
        },
        most: 1000,
        width: 16,
      },
    ]),
  ),
  answer: {
    title: { zh: '答案', en: 'Answer' },
    otherTitles: ['正确答案', '标准答案', '参考答案', '试题答案', '正确选项', 'Correct answer', 'Key'],
    required: true,
    note: {
      zh: `选择题填字母；判断题填 正确/错误；填空题多个空用 | 分隔，同一空多个答案用 ${alternative} 分隔`,
      en: `letters for choices; right/wrong; blanks divided by |, alternatives of one blank by ${alternative}`,
    },
    fix: {
      zh: '选择题填字母，如 B 或 ACD；判断题填 正确 或 错误；填空题的多个空用 | 分隔',
      en: 'letters for choices, such as B or ACD; right or wrong for judge; several blanks divided by |',
    },
    width: 16,
  },
  analysis: {
    title: { zh: '解析', en: 'Analysis' },
    otherTitles: ['答案解析', '试题解析', '题目解析', 'Explanation'],
    fix: { zh: '最多 4000 字，可以留空', en: 'at most 4,000 characters, may be empty' },
    most: 4000,
    width: 30,
  },
  difficulty: {
    title: { zh: '难度', en: 'Difficulty' },
    otherTitles: ['难易度', '难易程度', '难度等级', 'Level'],
    note: { zh: '默认 中', en: 'medium unless given' },
    fix: { zh: '填 易、中 或 难，可以留空', en: 'easy, medium or hard, may be empty' },
    words: difficultyWords,
    width: 8,
  },
  score: {
    title: { zh: '分值', en: 'Score' },
    otherTitles: ['分数', '题目分值', '每题分值', 'Points', 'Mark'],
    note: { zh: '0.5 的倍数，默认 1', en: 'a multiple of 0.5, 1 unless given' },
    fix: {
      zh: '填 0.5 到 100 之间 0.5 的倍数，如 2 或 1.5，可以留空',
      en: 'a multiple of 0.5 from 0.5 to 100, such as 2 or 1.5, may be empty',
    },
    isNumber: true,
    width: 8,
  },
  category: {
    title: { zh: '分类', en: 'Category' },
    otherTitles: ['题目分类', '试题分类', '类别'],
    note: { zh: '组卷时可按分类抽题', en: 'papers can draw questions by category' },
    fix: { zh: '最多 60 字，可以留空', en: 'at most 60 characters, may be empty' },
    isName: true,
    most: 60,
    width: 14,
  },
  partial: {
    title: { zh: '少选得分', en: 'Partial credit' },
    otherTitles: ['漏选得分', '少选给分'],
    note: { zh: '用于多选题，默认 不得分', en: 'for multiple, none unless given' },
    fix: { zh: '填 不得分、得一半 或 按比例，可以留空', en: 'none, half or each, may be empty' },
    words: partialWords,
    width: 10,
  },
}

/** The columns of the template; a file is read by the same list, found by their title, in any order. */
export const sheetColumns: readonly ImportColumn[] = Object.entries(given).map(([key, example]) =>
  column(key, example),
)

/** Remedy for a wrong cell of a column. */
export const fixOf = (key: string): Bilingual | undefined => given[key]?.fix

/** The key of a word written in a cell, in either language; null when it is none of them. */
export function wordOf<K extends string>(
  words: Record<K, { zh: string; en: string }>,
  text: string,
): K | null {
  const wantedType = normalize(text).replace(/题$/, '')
  const found = Object.entries<{ zh: string; en: string }>(words).find(
    ([, { zh, en }]) => normalize(zh).replace(/题$/, '') === wantedType || normalize(en) === wantedType,
  )
  return (found?.[0] as K | undefined) ?? null
}
