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

/** The moments an exam is put in order by, within its group; what has none comes last. */
const dueOf = {
  /** Under way first, then the soonest end. */
  open: ({ state, openTo }) => (state === 'in_progress' ? '' : (openTo ?? late)),
  /** The soonest opening, then what waits for study, by its end. */
  later: ({ state, openFrom, openTo }) =>
    state === 'not_yet' ? (openFrom ?? late) : `${late}${openTo ?? late}`,
  /** The moment of its last attempt, or its end. */
  done: ({ attempts: [last], openTo }) => last?.submittedAt ?? last?.startedAt ?? openTo ?? '',
} satisfies Record<Group, (exam: MyExam) => string>
/** After any moment. */
const late = '9'

/** Exams by group: to be taken and upcoming by what is due first, done by what was last. */
export function grouped(exams: readonly MyExam[]): Record<Group, MyExam[]> {
  const of = (group: Group, direction: 1 | -1) =>
    exams
      .filter((exam) => groups[exam.state] === group)
      .map((exam) => ({ exam, due: dueOf[group](exam) }))
      .sort((a, b) => direction * (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))
      .map(({ exam }) => exam)
  return { open: of('open', 1), later: of('later', 1), done: of('done', -1) }
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
