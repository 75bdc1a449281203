import type { Exercise, ExerciseQuestion } from '../contract.ts'

/** The result of checking one part: right, wrong, or an essay shown beside its model answer. */
export interface Checked {
  right: boolean | null
  answer: string[]
  analysis: string
  /** Into the book of wrong questions, in it still, or out of it. */
  book: 'in' | 'stays' | 'out' | null
}

/** Answers checked so far, by version of the question and part. */
export type Checks = Readonly<Record<string, Checked>>
export const checkKey = (versionId: string, part: number) => `${versionId}.${part}`

/** Outcome of a question: unknown until every part of it is checked; one wrong part makes it wrong. */
export function outcomeOf(question: ExerciseQuestion, checks: Checks): 'right' | 'wrong' | null {
  const parts = question.parts.map((_, part) => checks[checkKey(question.versionId, part)])
  if (parts.some((part) => part?.right === false)) return 'wrong'
  return parts.every((part) => part !== undefined) ? 'right' : null
}

/** Place of the first question with a part that was never tried, on whatever device; the first where all were. */
export function firstOpen(questions: readonly ExerciseQuestion[]): number {
  const at = questions.findIndex(({ parts, tried }) => tried.length < parts.length)
  return Math.max(at, 0)
}

/** Counts the questions of a practice that were checked, and those that were right. */
export function tally(
  questions: readonly ExerciseQuestion[],
  checks: Checks,
): { done: number; right: number; wrong: ExerciseQuestion[] } {
  const outcomes = questions.map((question) => outcomeOf(question, checks))
  return {
    done: outcomes.filter((outcome) => outcome !== null).length,
    right: outcomes.filter((outcome) => outcome === 'right').length,
    wrong: questions.filter((_, i) => outcomes[i] === 'wrong'),
  }
}

/** Counts that one question adds to the progress of its practice. */
function progressOf({ parts, tried, wrong, favourite }: ExerciseQuestion) {
  const isDone = tried.length >= parts.length
  return {
    done: Number(isDone),
    right: Number(isDone && tried.every(({ right }) => right !== false)),
    wrong: Number(wrong),
    favourites: Number(favourite),
  }
}

/** A practice in which one question is another now, and what it counts with it. */
function changed(
  exercise: Exercise,
  versionId: string,
  change: (question: ExerciseQuestion) => Partial<ExerciseQuestion>,
): Exercise {
  const old = exercise.questions.find((one) => one.versionId === versionId)
  if (!old) return exercise
  const question = { ...old, ...change(old) }
  const [before, after] = [progressOf(old), progressOf(question)]
  const progress = { ...exercise.progress }
  for (const key of ['done', 'right', 'wrong', 'favourites'] as const)
    progress[key] += after[key] - before[key]
  return {
    ...exercise,
    progress,
    questions: exercise.questions.map((one) => (one === old ? question : one)),
  }
}

/** A practice after the answer to a part was checked: what is done, right and in the book of wrong ones follows it. */
export const withCheck = (exercise: Exercise, versionId: string, part: number, { right, book }: Checked) =>
  changed(exercise, versionId, (question) => {
    const isWrong = book === 'in' || book === 'stays'
    const tried = [...question.tried.filter((one) => one.part !== part), { part, right, wrong: isWrong }]
    return { tried, wrong: tried.some(({ wrong }) => wrong) }
  })

/** A practice after a question was kept among the favourites, or let go. */
export const withFavourite = (exercise: Exercise, versionId: string, favourite: boolean) =>
  changed(exercise, versionId, () => ({ favourite }))

/**
 * A practice with one stretch more; a question that came before is not repeated. Its counts are those of the first
 * stretch and what was answered since: a later one misses what has left its part.
 */
export function joined(before: Exercise | null, more: Exercise): Exercise {
  if (!before) return more
  const known = new Set(before.questions.map(({ versionId }) => versionId))
  return {
    ...before,
    next: more.next,
    questions: [...before.questions, ...more.questions.filter(({ versionId }) => !known.has(versionId))],
  }
}
