import { lifecycle } from '../../contract/lifecycle.ts'
import { refusals, type RefusalWords } from '../../contract/refusal.ts'
import type { ClassFields } from './contract.ts'

/** A class between being written and being sold. */
export const classLifecycle = lifecycle({
  draft: { shelve: 'on_shelf', delete: 'deleted' },
  on_shelf: { unshelve: 'off_shelf', delete: 'deleted' },
  off_shelf: { shelve: 'on_shelf', delete: 'deleted' },
  deleted: {},
})

const shelfProblems = refusals({
  noCourses: {
    code: 409,
    zh: '“{name}”还没有课程，请先添加课程再上架',
    en: '"{name}" has no course; add one before it goes on the shelf',
  },
  noVideos: {
    code: 409,
    zh: '“{name}”里有课程还没有视频，请先补齐再上架',
    en: 'A course of "{name}" has no video; add one before it goes on the shelf',
  },
  noHours: {
    code: 409,
    zh: '“{name}”没有设置学时，请先填写再上架',
    en: '"{name}" carries no hours; set them before it goes on the shelf',
  },
  noDates: {
    code: 409,
    zh: '“{name}”没有学习截止日期，也没有有效天数，请先填写一项再上架',
    en: '"{name}" has neither an end of study nor days of validity; set one before it goes on the shelf',
  },
  examUnpublished: {
    code: 409,
    zh: '“{name}”复制自有考试的班级，但考试还没有发布；请先发布考试再上架，不再考试则先删除这份草稿',
    en: '"{name}" was copied with an exam that is still a draft; publish the exam first, or delete the draft if the class goes without one',
  },
  over: {
    code: 409,
    zh: '“{name}”的学习期限已过，请先调整日期再上架',
    en: 'The study period of "{name}" is over; change it before it goes on the shelf',
  },
})

/** What keeps a class off the shelf, the first thing first; null when it may be sold. */
export function shelfProblem(facts: {
  courses: number
  coursesWithoutVideo: number
  hoursTenths: number
  hasEnd: boolean
  over: boolean
  examUnpublished: boolean
}): RefusalWords | null {
  if (facts.courses === 0) return shelfProblems.noCourses
  if (facts.coursesWithoutVideo > 0) return shelfProblems.noVideos
  if (facts.hoursTenths === 0) return shelfProblems.noHours
  if (!facts.hasEnd) return shelfProblems.noDates
  if (facts.over) return shelfProblems.over
  if (facts.examUnpublished) return shelfProblems.examUnpublished
  return null
}

export interface FieldProblem {
  field: keyof ClassFields
  zh: string
  en: string
}

/** What contradicts itself in the fields of a class: dates the wrong way round, a price above the original. */
export function fieldProblem(
  fields: Pick<
    ClassFields,
    'signUpFrom' | 'signUpTo' | 'studyFrom' | 'studyTo' | 'price' | 'originalPrice' | 'courseIds'
  >,
): FieldProblem | null {
  const falls = (from: string | null, to: string | null) =>
    from !== null && to !== null && Date.parse(from) >= Date.parse(to)
  if (falls(fields.signUpFrom, fields.signUpTo))
    return { field: 'signUpTo', zh: '应晚于报名开始时间', en: 'must be later than the start of sign-up' }
  if (falls(fields.studyFrom, fields.studyTo))
    return { field: 'studyTo', zh: '应晚于学习开始时间', en: 'must be later than the start of study' }
  if (falls(fields.signUpFrom, fields.studyTo))
    return { field: 'studyTo', zh: '应晚于报名开始时间', en: 'must be later than the start of sign-up' }
  if (fields.originalPrice < fields.price)
    return { field: 'originalPrice', zh: '不能低于售价', en: 'must not be below the price' }
  if (new Set(fields.courseIds).size < fields.courseIds.length)
    return { field: 'courseIds', zh: '有重复的课程', en: 'names a course twice' }
  return null
}

type Content = Pick<ClassFields, 'year' | 'hoursTenths' | 'courseIds'> & { classType: string }

/** Whether what a learner earns or must study would differ: then whoever enrolled keeps the old version. */
export function isOtherContent(before: Content, after: Content): boolean {
  const courses = (content: Content) => [...content.courseIds].sort().join()
  return (
    before.year !== after.year ||
    before.hoursTenths !== after.hoursTenths ||
    before.classType !== after.classType ||
    courses(before) !== courses(after)
  )
}

/** Where a class is described. */
export const detailPath = (classId: string) => `/detail-public?id=${classId}`
