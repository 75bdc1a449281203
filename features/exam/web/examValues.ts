import type { Dayjs } from 'dayjs'
import { momentOf, wallOf } from '../../../web/wallTime.ts'
import type { ShowRule } from '../attempt/contract.ts'
import type { Exam, ExamInput } from '../contract.ts'

/** The form of an exam: percent where the contract has basis points, one range for its two moments. */
export interface ExamValues {
  /** Its folder, which the form does not show. */
  typeId?: string | null
  name: string
  paperId?: string
  attempts: number
  makeUpAttempts: number
  /** Percent. */
  progress: number
  period: [Dayjs | null, Dayjs | null] | null
  showAnswers: ShowRule
  leaveLimit: number | null
}

/** Returns the initial values of the form: the exam, or the usual rules. */
export function valuesOfExam(exam: Exam | null, name: string): ExamValues {
  if (!exam) {
    return {
      name,
      attempts: 3,
      makeUpAttempts: 1,
      progress: 100,
      period: null,
      showAnswers: 'after_pass',
      leaveLimit: null,
    }
  }
  const { openFrom, openTo } = exam
  return {
    typeId: exam.typeId,
    name: exam.name,
    paperId: exam.paperId,
    attempts: exam.attempts,
    makeUpAttempts: exam.makeUpAttempts,
    progress: exam.requiredProgress / 100,
    period: openFrom || openTo ? [openFrom ? wallOf(openFrom) : null, openTo ? wallOf(openTo) : null] : null,
    showAnswers: exam.showAnswers,
    leaveLimit: exam.leaveLimit,
  }
}

/** The form's values as the contract wants them. */
export function inputOfExam(
  values: ExamValues,
  classId: string,
  edited: { examId: string; revision: number } | null,
): ExamInput {
  const { paperId, progress, period, leaveLimit, ...rest } = values
  return {
    ...(edited && { examId: edited.examId, revision: edited.revision }),
    ...rest,
    classId,
    paperId: paperId!,
    requiredProgress: Math.round(progress * 100),
    openFrom: period?.[0] ? momentOf(period[0]) : null,
    openTo: period?.[1] ? momentOf(period[1]) : null,
    leaveLimit: leaveLimit ?? null,
  }
}

/** The exam a class's page shows first: the one in force, or the newest. */
export function shownExam(exams: readonly Exam[], chosen: string | null): Exam | undefined {
  return (
    exams.find((exam) => exam.examId === chosen) ?? exams.find((exam) => exam.status === 'active') ?? exams[0]
  )
}
