import { Value } from 'typebox/value'
import { faultWords } from '../../import/cell/rules.ts'
import type { RowProblem } from '../../import/contract.ts'
import { nearestOption, problem, normalize } from '../../import/rules.ts'
import { type PartInput, QuestionInput } from '../contract.ts'
import { problemsOfPart } from '../rules.ts'
import { difficultyWords, fixOf, optionKeys, partialWords, typeWords, wordOf } from '../sheet/rules.ts'

/** The content of a row: one part, and the fields of the question as a whole. */
export interface RowDraft {
  material: string
  part: PartInput
  difficulty: 'easy' | 'medium' | 'hard'
  score: number
  category: string
}

const rightWords = ['a', '对', '正确', '√', '是', 't', 'true', 'right', 'yes']
const wrongWords = ['b', '错', '错误', '×', 'x', '否', 'f', 'false', 'wrong', 'no']

/** An answer as people write it: `ACD`, `A,C、D`, `对`, `北京|1949`. */
export function readAnswer(type: PartInput['type'], text: string): string[] {
  if (type === 'essay') return text ? [text] : []
  if (type === 'blank') return text.split(/[|｜\n]/).map((blank) => blank.trim())
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

const typeOptions = Object.entries(typeWords).map(([value, word]) => ({ value, ...word }))

/** Reads one row: its content, or every problem with the column's key. */
export function readRow(
  cells: readonly (string | null)[],
  faults: readonly { column: number; fault: keyof typeof faultWords }[],
  places: ReadonlyMap<string, number>,
): { material: string; draft: RowDraft | null; problems: RowProblem[] } {
  const problems: RowProblem[] = []
  const wrong = (key: string, zh: string, en: string) => problems.push(problem(key, zh, en, fixOf(key)))
  const cell = (key: string) => cells[places.get(key) ?? -1]?.trim() ?? ''

  const keyAt = new Map([...places].map(([key, place]) => [place, key]))
  for (const { column, fault } of faults) {
    const key = keyAt.get(column)
    const { why, fix } = faultWords[fault]
    if (key) problems.push(problem(key, why.zh, why.en, fix))
  }
  const type = wordOf(typeWords, cell('type'))
  if (!type) {
    const near = nearestOption(typeOptions, cell('type').slice(0, 40))
    problems.push(
      problem(
        'type',
        `题型“${cell('type')}”不认识`,
        `the type "${cell('type')}" is not known`,
        near ? { zh: `是否应为“${near.zh}”？`, en: `did you mean “${near.en}”?` } : fixOf('type'),
      ),
    )
  }
  const optional = <K extends string>(
    key: string,
    words: Record<K, { zh: string; en: string }>,
    other: K,
  ): K => {
    const text = cell(key)
    const word = text === '' ? other : wordOf(words, text)
    if (word === null) wrong(key, `“${text}”不认识`, `"${text}" is not known`)
    return word ?? other
  }
  const difficulty = optional('difficulty', difficultyWords, 'medium')
  const partial = optional('partial', partialWords, 'none')
  const score = cell('score') === '' ? 1 : Number(cell('score'))
  if (!(score >= 0.5 && score <= 100 && Number.isInteger(score * 2))) {
    wrong('score', '分值应是 0.5 到 100 之间 0.5 的倍数', 'must be a multiple of 0.5 from 0.5 to 100')
  }
  const written = optionKeys.map(cell)
  const last = written.findLastIndex((text) => text !== '')
  const gap = written.slice(0, last + 1).indexOf('')
  if (gap >= 0) wrong(optionKeys[gap]!, '选项中间有空缺', 'the options have a gap here')
  const material = cell('material')
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
  problems.push(
    ...lengthProblems({ type: material ? 'case' : type, material, parts: [part], category, score }),
  )
  for (const { field, zh, en } of problemsOfPart(part)) wrong(field === 'options' ? 'optionA' : field, zh, en)
  if (problems.length > 0) return { material, draft: null, problems }
  return { material, draft: { material, part, difficulty, score, category }, problems }
}

/** Problems by the contract of a question: empty or too long. */
function lengthProblems(question: QuestionInput): RowProblem[] {
  return [...Value.Errors(QuestionInput, question)].slice(0, 3).map((error) => {
    const { instancePath, keyword, params } = error as unknown as {
      instancePath: string
      keyword: string
      params: { limit?: number }
    }
    const [, field, , inner, place] = instancePath.split('/')
    const column = inner === 'options' ? (optionKeys[Number(place)] ?? 'optionA') : (inner ?? field ?? 'stem')
    if (keyword === 'minLength') return problem(column, '必须填写', 'is required', fixOf(column))
    const limit = params.limit ?? 0
    return problem(column, `最多 ${limit} 个字`, `must have at most ${limit} characters`, fixOf(column))
  })
}
