import { lifecycle } from '../../contract/lifecycle.ts'
import { refusals, type RefusalWords } from '../../contract/refusal.ts'
import { type CourseHours, splitHours } from '../hours/rules.ts'
import type { ClassFields } from './contract.ts'

/** A class between being written and being sold. */
export const classLifecycle = lifecycle({
  states: {
    draft: ['草稿', 'Draft', { shelve: 'on_shelf', delete: 'deleted' }],
    on_shelf: ['已上架', 'Published', { unshelve: 'off_shelf', delete: 'deleted' }],
    off_shelf: ['已下架', 'Unpublished', { shelve: 'on_shelf', delete: 'deleted' }],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    shelve: ['上架', 'publish'],
    unshelve: ['下架', 'unpublish'],
    delete: ['删除', 'delete'],
  },
})

/** Reasons for which a class is not published. */
export const shelfRefusals = refusals({
  noCourses: {
    code: 409,
    zh: '“{name}”还没有课程，请先添加课程再上架',
    en: '“{name}” has no courses; add one before publishing',
  },
  noVideos: {
    code: 409,
    zh: '“{name}”里有课程还没有视频，请先补齐再上架',
    en: 'A course of “{name}” has no videos; add one before publishing',
  },
  noHours: {
    code: 409,
    zh: '“{name}”没有设置学时，请先填写再上架',
    en: '“{name}” has no hours; set them before publishing',
  },
  noDates: {
    code: 409,
    zh: '“{name}”没有学习截止日期，也没有有效天数，请先填写一项再上架',
    en: '“{name}” has neither a study end date nor days of access; set one before publishing',
  },
  examUnpublished: {
    code: 409,
    zh: '“{name}”复制自有考试的班级，但考试还没有发布；请先发布考试再上架，不再考试则先删除这份草稿',
    en: '“{name}” was copied with an exam that is still a draft; publish the exam first, or delete the draft if the class goes without one',
  },
  over: {
    code: 409,
    zh: '“{name}”的学习期限已过，请先调整日期再上架',
    en: 'The study period of “{name}” is over; change the dates before publishing',
  },
  electivesHidden: {
    code: 409,
    zh: '“{name}”要求选修学时，但平台设置隐藏了选修课程，学员无法学到。请把选修最低学时改为 0，或关闭“隐藏选修课程”',
    en: '“{name}” requires elective hours, but the platform hides elective courses. Set the elective minimum to 0, or turn off “Hide elective courses”',
  },
  beyondContent: {
    code: 409,
    zh: '“{name}”定了 {hours} 学时，视频内容只够 {content} 学时，超出了允许的 {tolerance}%。请减少学时或补充视频',
    en: '“{name}” grants {hours} {hours|hour|hours}, but its videos are worth only {content}, beyond the tolerance of {tolerance}%. Lower the hours or add videos',
  },
})

/** Length of a class's videos in seconds: all of them, and those of the required courses. */
interface ContentLength {
  seconds: number
  requiredSeconds: number
}

/** Hours in tenths that videos of so many seconds are worth, an hour being so many minutes; rounded down. */
export function contentTenths(seconds: number, minutesPerHour: number): number {
  return Math.floor((seconds * 10) / (minutesPerHour * 60))
}

/**
 * Returns the hours of a class if they exceed its videos, with the hours the videos are worth, both in
 * tenths, and the part of the class concerned. Null if neither the whole nor the required part exceeds. With
 * a tolerance, in percent, that much more is accepted.
 */
export function hoursBeyondContent(
  hours: { hoursTenths: number; requiredHoursTenths: number },
  length: ContentLength,
  minutesPerHour: number,
  tolerance = 0,
): { part: 'all' | 'required'; hoursTenths: number; contentTenths: number } | null {
  const parts = [
    { part: 'all', hoursTenths: hours.hoursTenths, seconds: length.seconds },
    { part: 'required', hoursTenths: hours.requiredHoursTenths, seconds: length.requiredSeconds },
  ] as const
  for (const { part, hoursTenths, seconds } of parts) {
    const content = contentTenths(seconds, minutesPerHour)
    if (hoursTenths * 100 > content * (100 + tolerance)) return { part, hoursTenths, contentTenths: content }
  }
  return null
}

/** Facts about a class that decide whether it can be published. */
export interface PublishFacts {
  courses: number
  coursesWithoutVideo: number
  hoursTenths: number
  hasEnd: boolean
  over: boolean
  examUnpublished: boolean
  electiveMinTenths: number
  /** The project shows no elective courses. */
  hideElective: boolean
  beyondContent: boolean
}

/**
 * Requirements of publishing, in the order of the form: the field that decides each, and when it is missing.
 */
const publishRequirements = {
  courses: ['courseIds', shelfRefusals.noCourses, ({ courses }) => courses === 0],
  videos: ['courseIds', shelfRefusals.noVideos, ({ coursesWithoutVideo }) => coursesWithoutVideo > 0],
  hours: ['hoursTenths', shelfRefusals.noHours, ({ hoursTenths }) => hoursTenths === 0],
  end: ['studyTo', shelfRefusals.noDates, ({ hasEnd }) => !hasEnd],
  over: ['studyTo', shelfRefusals.over, ({ over }) => over],
  exam: [null, shelfRefusals.examUnpublished, ({ examUnpublished }) => examUnpublished],
  electives: [
    'electiveMinTenths',
    shelfRefusals.electivesHidden,
    ({ hideElective, electiveMinTenths }) => hideElective && electiveMinTenths > 0,
  ],
  content: [
    'hoursTenths',
    shelfRefusals.beyondContent,
    // Without courses there is nothing its hours could be beyond.
    ({ courses, beyondContent }) => courses > 0 && beyondContent,
  ],
} as const satisfies Record<
  string,
  readonly [keyof ClassFields | null, RefusalWords, (facts: PublishFacts) => boolean]
>

export type PublishRequirement = keyof typeof publishRequirements

/** Each thing that publishing requires, the field of the class that decides it (none for its exam), and whether it is met. */
export function publishChecks(facts: PublishFacts) {
  return Object.entries(publishRequirements).map(([key, [field, , isMissing]]) => ({
    key: key as PublishRequirement,
    field,
    isMet: !isMissing(facts),
  }))
}

/** Everything that keeps a class from being published; empty when it may be sold. */
export function publishProblems(facts: PublishFacts): RefusalWords[] {
  return publishChecks(facts)
    .filter(({ isMet }) => !isMet)
    .map(({ key }) => publishRequirements[key][1])
}

export interface FieldProblem {
  field: keyof ClassFields
  zh: string
  en: string
}

/** Returns the contradiction in the prices of a class, or null. */
export const priceProblem = ({
  price,
  originalPrice,
}: Pick<ClassFields, 'price' | 'originalPrice'>): FieldProblem | null =>
  originalPrice < price
    ? { field: 'originalPrice', zh: '不能低于售价', en: 'must not be below the price' }
    : null

type Interval = Pick<ClassFields, 'captureEveryFrom' | 'captureEveryTo'>

/**
 * Returns a contradiction in the fields of a class: dates the wrong way round, a price above the original.
 */
export function fieldProblem(
  fields: Pick<
    ClassFields,
    | 'signUpFrom'
    | 'signUpTo'
    | 'studyFrom'
    | 'studyTo'
    | 'price'
    | 'originalPrice'
    | 'courseIds'
    | 'captureEveryFrom'
    | 'captureEveryTo'
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
  if (new Set(fields.courseIds).size < fields.courseIds.length)
    return { field: 'courseIds', zh: '有重复的课程', en: 'contains a course twice' }
  const { captureEveryFrom: shortest, captureEveryTo: longest } = fields
  if (shortest != null && longest != null && longest < shortest)
    return {
      field: 'captureEveryTo',
      zh: `不能小于最短间隔 ${shortest} 分钟`,
      en: `must not be below the shortest interval of ${shortest} minutes`,
    }
  return priceProblem(fields)
}

/** Returns the contradiction of the one bound that a class sets for its checks, in minutes, and the project's other. */
export function intervalProblem(
  { captureEveryFrom: shortest, captureEveryTo: longest }: Interval,
  project: { captureEveryFrom: number; captureEveryTo: number },
): FieldProblem | null {
  // The project's bounds count in either order.
  const least = Math.min(project.captureEveryFrom, project.captureEveryTo)
  const most = Math.max(project.captureEveryFrom, project.captureEveryTo)
  if (shortest != null && longest == null && shortest > most)
    return {
      field: 'captureEveryFrom',
      zh: `不能大于项目设置的最长间隔 ${most} 分钟；请同时填写本班的最长间隔`,
      en: `must not exceed the project’s longest interval of ${most} minutes; set the longest of the class too`,
    }
  if (longest != null && shortest == null && longest < least)
    return {
      field: 'captureEveryTo',
      zh: `不能小于项目设置的最短间隔 ${least} 分钟；请同时填写本班的最短间隔`,
      en: `must not be below the project’s shortest interval of ${least} minutes; set the shortest of the class too`,
    }
  return null
}

/** True if a class gives its checks another interval than before. */
export const isOtherInterval = (before: Interval, after: Interval) =>
  (before.captureEveryFrom ?? null) !== (after.captureEveryFrom ?? null) ||
  (before.captureEveryTo ?? null) !== (after.captureEveryTo ?? null)

/** The hours of a class divided as its courses' hours are, where the fields do not specify it. */
export function settleHours<
  F extends Pick<ClassFields, 'hoursTenths' | 'requiredHoursTenths' | 'electiveMinTenths'>,
>(fields: F, courses: readonly CourseHours[]) {
  return {
    ...fields,
    requiredHoursTenths: fields.requiredHoursTenths ?? splitHours(fields.hoursTenths, courses).required,
    electiveMinTenths: fields.electiveMinTenths ?? 0,
  }
}

const inHours = (tenths: number) => (tenths / 10).toFixed(1)

/**
 * Returns the contradiction in the hours of a class and its courses, all in tenths: a required part beyond
 * the class's hours, hours that nothing gives, more electives required than are offered or counted. A class
 * without courses, a draft still, is not judged by them.
 */
export function hoursProblem(
  hours: { hoursTenths: number; requiredHoursTenths: number; electiveMinTenths: number },
  courses: readonly CourseHours[],
): FieldProblem | null {
  const { hoursTenths, requiredHoursTenths, electiveMinTenths } = hours
  const required = courses.filter((course) => course.attribute === 'required')
  const offered = courses.reduce(
    (sum, course) => sum + (course.attribute === 'elective' ? course.hoursTenths : 0),
    0,
  )
  const electivePart = hoursTenths - requiredHoursTenths
  if (electivePart < 0) {
    return {
      field: 'requiredHoursTenths',
      zh: `不能多于班级的 ${inHours(hoursTenths)} 学时`,
      en: `must not be above the ${inHours(hoursTenths)} hours of the class`,
    }
  }
  if (courses.length === 0) return null
  if (required.length === 0 && offered > 0 && requiredHoursTenths > 0) {
    return {
      field: 'requiredHoursTenths',
      zh: '没有必修课程，必修学时应为 0',
      en: 'must be 0: no course is required',
    }
  }
  if (offered < electivePart) {
    return {
      field: 'requiredHoursTenths',
      zh: `必修学时加选修课程的 ${inHours(offered)} 学时，应不少于班级的 ${inHours(hoursTenths)} 学时`,
      en: `with the ${inHours(offered)} hours of the electives it must reach the ${inHours(hoursTenths)} hours of the class`,
    }
  }
  if (electiveMinTenths === 0) return null
  if (required.length === 0) {
    return {
      field: 'electiveMinTenths',
      zh: '没有必修课程的班级要学完全部选修课程，此项应为 0',
      en: 'must be 0: a class without required courses requires all electives',
    }
  }
  if (electiveMinTenths > offered) {
    return {
      field: 'electiveMinTenths',
      zh: `不能多于选修课程合计的 ${inHours(offered)} 学时`,
      en: `must not be above the ${inHours(offered)} hours of the electives`,
    }
  }
  if (electiveMinTenths > electivePart) {
    return {
      field: 'electiveMinTenths',
      zh: `班级学时里选修只计 ${inHours(electivePart)} 学时，不能要求更多`,
      en: `must not be above the ${inHours(electivePart)} elective hours that the class counts`,
    }
  }
  return null
}

type Content = Pick<ClassFields, 'year' | 'hoursTenths' | 'courseIds'> &
  Required<Pick<ClassFields, 'requiredHoursTenths' | 'electiveMinTenths'>> & { classType: string }

/** True if earned hours or content to study would differ: then anyone who enrolled keeps the old version. */
export function isOtherContent(before: Content, after: Content): boolean {
  const courses = (content: Content) => [...content.courseIds].sort().join()
  return (
    before.year !== after.year ||
    before.hoursTenths !== after.hoursTenths ||
    before.requiredHoursTenths !== after.requiredHoursTenths ||
    before.electiveMinTenths !== after.electiveMinTenths ||
    before.classType !== after.classType ||
    courses(before) !== courses(after)
  )
}

/** Fields of a class that say nothing of what is sold, or for how much. */
const besideOffer = new Set<string>(['coverKey', 'introduction', 'trialResourceIds', 'sort', 'code'])

const moments = new Set<string>(['signUpFrom', 'signUpTo', 'studyFrom', 'studyTo'])

/** True if an edit offers something else than before, so that what was proposed about its price was about another. */
export const isOtherOffer = (before: ClassFields, after: ClassFields): boolean =>
  (Object.keys(before) as (keyof ClassFields)[]).some((name) => {
    const of = (fields: ClassFields) =>
      moments.has(name) && fields[name] ? Date.parse(String(fields[name])) : (fields[name] ?? null)
    return !besideOffer.has(name) && JSON.stringify(of(before)) !== JSON.stringify(of(after))
  })

/** Path of the page that describes a class. */
export const detailPath = (classId: string) => `/detail-public?id=${classId}`
