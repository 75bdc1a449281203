import { type Bilingual, sayFilled } from '../../contract/refusal.ts'
import {
  alternative,
  type PartContent,
  type PartInput,
  type PartKey,
  type QuestionInput,
} from './contract.ts'

/** The letter of an option by its place: 0 → A. */
export const letterOf = (place: number) => String.fromCharCode(65 + place)

const choiceTypes: readonly string[] = ['single', 'multiple', 'judge']
/** True if a part is answered by choosing letters. */
export const isChoice = (type: string) => choiceTypes.includes(type)

/** Problems of one part that the types alone cannot express, by the code that an import stores. */
export const partProblems = {
  twoOptions: { zh: '至少要有两个选项', en: 'needs at least two options' },
  repeatedOption: { zh: '选项有重复', en: 'repeats an option' },
  unknownLetter: { zh: '答案“{letter}”不在选项中', en: '"{letter}" is not one of the options' },
  oneLetter: { zh: '单选题的答案应是一个字母', en: 'must be one letter' },
  twoLetters: { zh: '多选题的答案至少两个字母', en: 'must have at least two letters' },
  noOptions: { zh: '这个题型没有选项', en: 'this type has no options' },
  rightOrWrong: { zh: '判断题的答案应是“正确”或“错误”', en: 'must be right or wrong' },
  emptyBlank: { zh: '请填写每个空的答案', en: 'needs an answer for each blank' },
  oneModelAnswer: { zh: '问答题只有一个参考答案', en: 'has one model answer' },
} satisfies Record<string, Bilingual>

/** Problem of a field of one part. */
interface PartProblem {
  field: 'options' | 'answer'
  code: keyof typeof partProblems
  values?: Readonly<Record<string, string>>
}

/** Problem of a field, in both languages. */
export interface FieldProblem {
  field: string
  zh: string
  en: string
}

/** Lists problems of one part that the types alone cannot express; empty when it may be used. */
export function problemsOfPart(part: PartInput): PartProblem[] {
  const problems: PartProblem[] = []
  const wrong = (...[field, code]: [PartProblem['field'], PartProblem['code']]) =>
    problems.push({ field, code })
  const options = part.options ?? []
  const letters = new Set(part.answer)
  if (part.type === 'single' || part.type === 'multiple') {
    if (options.length < 2) wrong('options', 'twoOptions')
    if (new Set(options.map(normal)).size !== options.length) wrong('options', 'repeatedOption')
    const known = options.map((_, place) => letterOf(place))
    const stranger = part.answer.find((letter) => !known.includes(letter))
    if (stranger !== undefined) {
      problems.push({ field: 'answer', code: 'unknownLetter', values: { letter: stranger } })
    } else if (part.type === 'single' && letters.size !== 1) {
      wrong('answer', 'oneLetter')
    } else if (part.type === 'multiple' && letters.size < 2) {
      wrong('answer', 'twoLetters')
    }
  } else if (options.length > 0) {
    wrong('options', 'noOptions')
  }
  if (part.type === 'judge' && !(letters.size === 1 && (letters.has('A') || letters.has('B')))) {
    wrong('answer', 'rightOrWrong')
  }
  if (
    part.type === 'blank' &&
    (part.answer.length === 0 || part.answer.some((text) => normal(text) === ''))
  ) {
    wrong('answer', 'emptyBlank')
  }
  if (part.type === 'essay' && part.answer.length > 1) {
    wrong('answer', 'oneModelAnswer')
  }
  return problems
}

/** Problems of a question that its types cannot express; fields are named as in the input. */
export function problemsOf(question: QuestionInput): FieldProblem[] {
  const problems: FieldProblem[] = question.parts.flatMap((part, i) =>
    problemsOfPart(part).map(({ field, code, values = {} }) => ({
      field: `parts.${i}.${field}`,
      zh: sayFilled(partProblems[code], values, 'zh'),
      en: sayFilled(partProblems[code], values, 'en'),
    })),
  )
  const isCase = question.type === 'case'
  if (isCase && !question.material?.trim()) {
    problems.push({ field: 'material', zh: '材料题要有材料', en: 'a case question needs material' })
  }
  if (!isCase && (question.parts.length !== 1 || question.parts[0]!.type !== question.type)) {
    problems.push({ field: 'parts', zh: '题型与小题不一致', en: 'must match the type of its part' })
  }
  const { atSecond, rewindTo } = question
  if (rewindTo != null && (atSecond == null || rewindTo > atSecond)) {
    problems.push({
      field: 'rewindTo',
      zh: '回退的位置要在出题的位置之前',
      en: 'must be before the time the question is shown',
    })
  }
  return problems
}

/** Divides a part into what a learner reads and what marks it. */
export function divide(part: PartInput): { content: PartContent; key: PartKey } {
  const answer = isChoice(part.type) ? [...new Set(part.answer)].sort() : part.answer
  return {
    content: {
      type: part.type,
      stem: part.stem,
      options: part.options ?? [],
      partial: part.type === 'multiple' ? (part.partial ?? 'none') : 'none',
      blanks: part.type === 'blank' ? part.answer.length : 0,
    },
    key: { answer, analysis: part.analysis ?? '' },
  }
}

/** Text as it is compared: width and spaces do not count; case does (genotype Aa is not aa), and so do ² and ₂. */
export function normal(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, '')
}

/** Key that is equal for two parts of the same question: type, stem and options in any order. */
export function sameness(part: Pick<PartContent, 'type' | 'stem' | 'options'>): string {
  return JSON.stringify([part.type, normal(part.stem), part.options.map(normal).sort()])
}

/**
 * An answer in comparable form: of a choice the texts that are right, so that letters may differ with
 * the order of the options. Essays are never compared: two model answers do not contradict each other.
 */
export function meaningOf(part: Pick<PartContent, 'type' | 'options'>, answer: readonly string[]): string {
  if (part.type === 'essay') return ''
  const optionText = (text: string) => {
    const option = part.type === 'judge' ? undefined : part.options[text.charCodeAt(0) - 65]
    return normal(option ?? text)
  }
  return JSON.stringify(part.type === 'blank' ? answer.map(normal) : answer.map(optionText).sort())
}

const floorHalf = (points: number) => Math.floor(points * 2 + 1e-9) / 2

function markMultiple(rule: PartContent['partial'], key: string[], given: string[], score: number): number {
  const hits = key.filter((letter) => given.includes(letter)).length
  if (hits < given.length || hits === 0) return 0
  if (hits === key.length) return score
  if (rule === 'half') return floorHalf(score / 2)
  return rule === 'each' ? floorHalf((score * hits) / key.length) : 0
}

/**
 * The points an answer earns, a multiple of one half from 0 to `score`; null for an essay, which a person
 * marks. A pure function: the same content, key and answer always earn the same.
 */
export function markOf(
  content: Pick<PartContent, 'type' | 'partial'>,
  key: readonly string[],
  given: readonly string[],
  score: number,
): number | null {
  if (content.type === 'essay') return null
  if (content.type === 'blank') {
    const right = key.filter((accepted, i) =>
      accepted.split(alternative).some((text) => normal(text) === normal(given[i] ?? '')),
    ).length
    return right === key.length ? score : floorHalf((score * right) / key.length)
  }
  const letters = [...new Set(given)]
  if (content.type === 'multiple') return markMultiple(content.partial, [...key], letters, score)
  return letters.length === 1 && letters[0] === key[0] ? score : 0
}

/** Points of a question over its parts: equal shares in half points, what is left over to the first ones. */
export function splitScore(score: number, parts: number): number[] {
  const halves = Math.round(score * 2)
  const share = Math.floor(halves / parts)
  return Array.from({ length: parts }, (_, i) => (share + (i < halves % parts ? 1 : 0)) / 2)
}

/** True if an answer is not empty. */
export const isAnswered = (given: readonly string[] | undefined) =>
  given !== undefined && given.some((text) => text.trim() !== '')
