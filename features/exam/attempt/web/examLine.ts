import type { ExamState, MyExam } from '../contract.ts'

/** Groups of exams in a learner's list: those that can be taken now come first. */
export type Group = 'open' | 'later' | 'done'

const groups: Record<ExamState, Group> = {
  in_progress: 'open',
  open: 'open',
  not_yet: 'later',
  study_first: 'later',
  marking: 'done',
  passed: 'done',
  used_up: 'done',
  over: 'done',
  not_studying: 'done',
  suspended: 'later',
}

/** Exams by group; those under way first, then by the end of their period, those without one last. */
export function grouped(exams: readonly MyExam[]): Record<Group, MyExam[]> {
  const order = (exam: MyExam) => (exam.state === 'in_progress' ? 0 : 1)
  const end = (exam: MyExam) => exam.openTo ?? '9'
  const sorted = [...exams].sort(
    (a, b) => order(a) - order(b) || (end(a) < end(b) ? -1 : end(a) > end(b) ? 1 : 0),
  )
  const of = (group: Group) => sorted.filter((exam) => groups[exam.state] === group)
  return { open: of('open'), later: of('later'), done: of('done') }
}

/** The address of an exam; with an attempt, of that one: under way it continues, afterwards it is the result. */
export const examPath = (examId: string, attemptId?: string) =>
  `/detail-question?examId=${examId}${attemptId ? `&attemptId=${attemptId}` : ''}`

/** The word and colour of a state. */
export const stateTag = {
  in_progress: ['tagRunning', 'warn'],
  open: ['tagOpen', ''],
  marking: ['tagMarking', 'warn'],
  passed: ['tagPassed', 'good'],
  not_yet: ['tagNotYet', 'plain'],
  over: ['tagOver', 'plain'],
  study_first: ['tagStudy', 'plain'],
  used_up: ['tagUsed', 'bad'],
  not_studying: ['tagNot', 'plain'],
  suspended: ['tagSuspended', 'warn'],
} as const satisfies Record<ExamState, readonly [string, string]>

/** Basis points as whole percent, never rounded up: 59.9 % is not 60. */
export const percent = (points: number) => Math.floor(points / 100)

/** The result of an answered item: everything, a part or nothing of its points. */
export function verdict(mark: number | null, score: number): 'all' | 'some' | 'none' | null {
  if (mark === null) return null
  if (mark === score) return 'all'
  return mark > 0 ? 'some' : 'none'
}
