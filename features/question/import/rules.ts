import { Value } from 'typebox/value'
import { cellProblems, faultProblem, type SheetFault } from '../../import/cell/rules.ts'
import type { Bilingual } from '../../import/contract.ts'
import {
  nearestOption,
  normalize,
  problemsOf,
  type ProblemTable,
  type StoredProblem,
} from '../../import/rules.ts'
import { mostParts, type PartInput, QuestionInput } from '../contract.ts'
import { partProblems, problemsOfPart } from '../rules.ts'
import { difficultyWords, optionKeys, partialWords, typeWords, wordOf } from '../sheet/rules.ts'

/** The content of a row: one part, and the fields of the question as a whole. */
export interface RowDraft {
  material: string
  part: PartInput
  difficulty: 'easy' | 'medium' | 'hard'
  score: number
  category: string
}

const sameFix = {
  zh: '确实是同一道题就不用处理；不是的话，改题干或选项使它们不同',
  en: 'nothing to do if it is the same question; otherwise change the text or options',
}
const groupFix = {
  zh: '改好同一材料的其他行后，一起上传',
  en: 'correct the other rows of the material and upload them together',
}
const conflictFix = {
  zh: '核对哪个答案正确：先到的已经或将会导入，如果它错了，导入后在题库里改它的答案',
  en: 'find out which is right: the first one is imported; if it is wrong, correct its answer in the bank',
}

/** Problems of a row of questions; the remedy for a cell is in its column unless it is given here. */
export const questionProblems = {
  ...cellProblems,
  ...partProblems,
  required: { zh: '必须填写', en: 'is required' },
  unknownType: { zh: '题型“{text}”不认识', en: 'the type "{text}" is not known' },
  nearType: {
    zh: '题型“{text}”不认识',
    en: 'the type "{text}" is not known',
    fix: cellProblems.nearOption.fix,
  },
  unknownWord: { zh: '“{text}”不认识', en: '"{text}" is not known' },
  noPoints: {
    zh: '同一材料各行的分值合计为 0',
    en: 'the rows of the material have no points together',
    fix: { zh: '至少一行填写 0.5 以上的分值', en: 'give at least one of them 0.5 points or more' },
  },
  score: { zh: '分值应是 0.5 到 100 之间 0.5 的倍数', en: 'must be a multiple of 0.5 from 0.5 to 100' },
  gap: { zh: '选项中间有空缺', en: 'the options have a gap here' },
  inBank: { zh: '题库里已有这道题', en: 'the bank has this question already', fix: sameFix },
  fallen: { zh: '同一材料的第 {row} 行有误', en: 'row {row} of the same material is wrong', fix: groupFix },
  tooMany: {
    zh: `同一材料最多 ${mostParts} 小题`,
    en: `one material may have ${mostParts} parts at most`,
    fix: groupFix,
  },
  twice: { zh: '与第 {row} 行重复', en: 'repeats row {row}', fix: sameFix },
  bankConflict: {
    zh: '题库里已有这道题，但答案不同',
    en: 'the bank has this question already, with another answer',
    fix: conflictFix,
  },
  rowConflict: {
    zh: '与第 {row} 行重复，但答案不同',
    en: 'repeats row {row} with another answer',
    fix: conflictFix,
  },
} satisfies ProblemTable

const problem = problemsOf(questionProblems)

const rightWords = ['a', '对', '正确', '√', '是', 't', 'true', 'right', 'yes']
const wrongWords = ['b', '错', '错误', '×', 'x', '否', 'f', 'false', 'wrong', 'no']

/** An answer as people write it: `ACD`, `A,C、D`, `对`, `北京|1949`. A bar after a backslash divides nothing. */
function readAnswer(type: PartInput['type'], text: string): string[] {
  if (type === 'essay') return text ? [text] : []
  if (type === 'blank') {
    return text.split(/\n|(?<!\\)[|｜]/).map((blank) => blank.replace(/\\([|｜])/g, '$1').trim())
  }
  if (type === 'judge') {
    const word = normalize(text)
    return rightWords.includes(word) ? ['A'] : wrongWords.includes(word) ? ['B'] : [text]
  }
  return [
    ...text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s,，、;；.。]/g, ''),
  ]
}

/** An answer as `readAnswer` reads it. */
export function writeAnswer(type: PartInput['type'], answer: readonly string[]): string | Bilingual {
  if (type === 'judge') return answer[0] === 'A' ? { zh: '正确', en: 'right' } : { zh: '错误', en: 'wrong' }
  if (type !== 'blank') return answer.join('')
  const blanks = answer.map((text) => text.replace(/\s*\n\s*/g, ' '))
  // A bar after a backslash divides nothing: there the end of the line does.
  const end = blanks.some((text) => /[|｜\\]/.test(text)) ? '\n' : '|'
  return blanks.map((text) => text.replace(/[|｜]/g, '\\$&')).join(end)
}

const typeOptions = Object.entries(typeWords).map(([value, word]) => ({ value, ...word }))

/** Reads one row: its content, or every problem with the column's key. */
export function readRow(
  cells: readonly (string | null)[],
  faults: readonly SheetFault[],
  places: ReadonlyMap<string, number>,
): { material: string; draft: RowDraft | null; problems: StoredProblem[] } {
  const problems: StoredProblem[] = []
  const wrong = (...given: Parameters<typeof problem>) => problems.push(problem(...given))
  const cell = (key: string) => cells[places.get(key) ?? -1]?.trim() ?? ''

  const keyAt = new Map([...places].map(([key, place]) => [place, key]))
  for (const fault of faults) {
    const key = keyAt.get(fault.column)
    if (key) problems.push(faultProblem(key, fault))
  }
  const type = wordOf(typeWords, cell('type'))
  if (!type) {
    const text = cell('type')
    const near = nearestOption(typeOptions, text.slice(0, 40))
    if (near) wrong('type', 'nearType', { text, near: { zh: near.zh, en: near.en } })
    else wrong('type', 'unknownType', { text })
  }
  const optional = <K extends string>(
    key: string,
    words: Record<K, { zh: string; en: string }>,
    other: K,
  ): K => {
    const text = cell(key)
    const word = text === '' ? other : wordOf(words, text)
    if (word === null) wrong(key, 'unknownWord', { text })
    return word ?? other
  }
  const difficulty = optional('difficulty', difficultyWords, 'medium')
  const partial = optional('partial', partialWords, 'none')
  const material = cell('material')
  const score = cell('score') === '' ? 1 : Number(cell('score'))
  // A row of a material may leave the points to the others.
  if (!(score >= (material ? 0 : 0.5) && score <= 100 && Number.isInteger(score * 2))) wrong('score', 'score')
  const written = optionKeys.map(cell)
  const last = written.findLastIndex((text) => text !== '')
  const gap = written.slice(0, last + 1).indexOf('')
  if (gap >= 0) wrong(optionKeys[gap]!, 'gap')
  if (!type || problems.length > 0) return { material, draft: null, problems }

  const part: PartInput = {
    type,
    stem: cell('stem'),
    options: written.slice(0, last + 1),
    partial,
    answer: readAnswer(type, cell('answer')),
    analysis: cell('analysis'),
  }
  const category = cell('category')
  problems.push(...lengthProblems({ type: material ? 'case' : type, material, parts: [part], category }))
  for (const { field, code, values } of problemsOfPart(part)) {
    wrong(field === 'options' ? 'optionA' : field, code, values)
  }
  if (problems.length > 0) return { material, draft: null, problems }
  return { material, draft: { material, part, difficulty, score, category }, problems }
}

/** Lists the objections of the question's contract to a row: empty or too long. */
function lengthProblems(question: QuestionInput): StoredProblem[] {
  return [...Value.Errors(QuestionInput, question)].slice(0, 3).map((error) => {
    const { instancePath, keyword, params } = error as unknown as {
      instancePath: string
      keyword: string
      params: { limit?: number }
    }
    const [, field, , inner, place] = instancePath.split('/')
    const column = inner === 'options' ? (optionKeys[Number(place)] ?? 'optionA') : (inner ?? field ?? 'stem')
    return keyword === 'minLength'
      ? problem(column, 'required')
      : problem(column, 'maxLength', { limit: params.limit ?? 0 })
  })
}
