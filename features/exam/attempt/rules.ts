import { lifecycle } from '../../../contract/lifecycle.ts'
import type { QuestionContent, QuestionKey } from '../../question/contract.ts'
import { letterOf, markOf } from '../../question/rules.ts'
import { asWritten, type Item } from '../paper/rules.ts'
import type { Answers, ExamItem, ExamState, ShowRule } from './contract.ts'

/** An attempt: once submitted it is scored immediately, or after a person marked its essays. */
export const attemptLifecycle = lifecycle({
  states: {
    in_progress: ['进行中', 'In progress', { submit: 'submitted', expire: 'submitted', void: 'voided' }],
    submitted: ['已交卷', 'Submitted', { score: 'scored', read: 'marking', void: 'voided' }],
    marking: ['待阅卷', 'To be marked', { score: 'scored', void: 'voided' }],
    scored: ['已出分', 'Scored', { correct: 'scored', void: 'voided' }],
    voided: ['已作废', 'Voided'],
  },
  events: {
    submit: ['交卷', 'submit'],
    expire: ['到时交卷', 'submit at the end of the time'],
    read: ['送阅卷', 'send for marking'],
    score: ['评分', 'score'],
    correct: ['更正成绩', 'correct the score'],
    void: ['作废', 'void'],
  },
})

/** Seconds after the deadline in which a save still counts: what was on its way when time ran out. */
export const graceSeconds = 2

/** Facts that decide whether a learner may sit an exam. Moments are ISO texts of the database's clock. */
export interface ExamFacts {
  now: string
  openFrom: string | null
  openTo: string | null
  enrolmentStatus: string
  suspended: boolean
  progress: number
  requiredProgress: number
  passed: boolean
  underWay: boolean
  marking: boolean
  used: number
  attempts: number
  /** Make-ups that were granted; each is one attempt more. */
  makeUps: number
}

/** Counts the attempts that may still be begun. */
export function attemptsLeft({
  attempts,
  makeUps,
  used,
}: Pick<ExamFacts, 'attempts' | 'makeUps' | 'used'>): number {
  return Math.max(0, attempts + makeUps - used)
}

/** A learner's status in an exam; it decides both the button and the call. */
export function stateOf(facts: ExamFacts): ExamState {
  if (facts.underWay) return 'in_progress'
  if (facts.passed) return 'passed'
  if (facts.marking) return 'marking'
  if (facts.suspended) return 'suspended'
  if (['active', 'failed'].includes(facts.enrolmentStatus) && attemptsLeft(facts) === 0) return 'used_up'
  if (facts.enrolmentStatus !== 'active') return 'not_studying'
  if (facts.openFrom !== null && facts.openFrom > facts.now) return 'not_yet'
  if (facts.openTo !== null && facts.openTo <= facts.now) return 'over'
  if (facts.progress < facts.requiredProgress) return 'study_first'
  return 'open'
}

/** True if the next attempt is a make-up. */
export function isMakeUp(facts: Pick<ExamFacts, 'used' | 'attempts'>): boolean {
  return facts.used >= facts.attempts
}

/** Points by the number of the item; null where a person has still to mark. */
export type Marks = Record<string, number | null>

/**
 * Marks every item that has a key. A pure function of the paper as it was drawn and the answers: the contents
 * and keys it reads are versions that never change.
 */
export function marksOf(
  items: readonly Item[],
  answers: Answers,
  contents: ReadonlyMap<string, QuestionContent>,
  keys: ReadonlyMap<string, QuestionKey>,
): Marks {
  return Object.fromEntries(
    items.map((item, i) => {
      const no = String(i + 1)
      const content = contents.get(item.v)!.parts[item.p]!
      const key = keys.get(item.v)![item.p]!
      return [no, markOf(content, key.answer, asWritten(item, answers[no] ?? []), item.s)]
    }),
  )
}

/** Sums of marks; half points, so the sums are exact. `open` counts what a person has still to mark. */
export function sumOf(marks: Marks): { sum: number; open: number } {
  const given = Object.values(marks)
  return {
    sum: given.reduce<number>((sum, mark) => sum + (mark ?? 0), 0),
    open: given.filter((mark) => mark === null).length,
  }
}

/**
 * True if keys may be shown for an attempt. Never while the learner has an attempt under way, and
 * `after_close` only once nobody can begin any more.
 */
export function mayShowKeys(
  rule: ShowRule,
  state: { passed: boolean; underWay: boolean; now: string; openTo: string | null },
): boolean {
  if (state.underWay || rule === 'never') return false
  if (rule === 'after_pass') return state.passed
  return state.openTo !== null && state.openTo <= state.now
}

/** A drawn paper as it is shown: materials once each, items in order, nothing of their keys. */
export function shownPaper(
  items: readonly Item[],
  contents: ReadonlyMap<string, QuestionContent>,
): { materials: string[]; items: ExamItem[] } {
  const places = new Map<string, number>()
  const materials: string[] = []
  const shown = items.map((item, i): ExamItem => {
    const content = contents.get(item.v)!
    const part = content.parts[item.p]!
    if (content.material && !places.has(item.v)) {
      places.set(item.v, materials.length)
      materials.push(content.material)
    }
    const written = part.options.map((_, place) => letterOf(place))
    return {
      no: i + 1,
      section: item.k,
      material: places.get(item.v) ?? null,
      type: part.type,
      stem: part.stem,
      options: asWritten(item, written).map((letter) => part.options[letter.charCodeAt(0) - 65]!),
      blanks: part.blanks,
      score: item.s,
    }
  })
  return { materials, items: shown }
}
