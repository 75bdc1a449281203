import type { Dayjs } from 'dayjs'
import { thisYear } from '../../../web/dayStart.ts'
import { momentOf, wallOf } from '../../../web/wallTime.ts'
import type { CaptureKind } from '../../project/contract.ts'
import type { ClassFields, ManagedClass } from '../contract.ts'
import type { ChosenCourse } from './CoursesInput.tsx'
import { fenOfYuan, yuanOfFen } from './money.ts'

type Range = [Dayjs | null, Dayjs | null] | null

/** The form as it is filled in: yuan, hours and ranges where the contract has fen, tenths and moments. */
export interface ClassFormValues {
  name: string
  categoryId: string
  code?: string
  year: number
  hours: number
  /** Empty divides the hours as the courses are. */
  requiredHours?: number | null
  electiveMin?: number | null
  personnelCategories: string[]
  regions: string[]
  courses: ChosenCourse[]
  trialResourceIds: string[]
  price: number
  originalPrice?: number | null
  signUp: Range
  quota: number | null
  needReview: boolean
  refundable: boolean
  captureKind?: CaptureKind | null
  captureEveryFrom?: number | null
  captureEveryTo?: number | null
  captureSeconds?: number | null
  captureTries?: number | null
  capturesADay?: number | null
  captureMisses?: number | null
  captureMakeUpDays?: number | null
  study: Range
  validDays: number | null
  certificateTemplateId: string | null
  coverKey: string | null
  introduction: string
  sort: number
}

/** Fields of the contract that the form calls otherwise. */
export const inputOfField = {
  hoursTenths: 'hours',
  requiredHoursTenths: 'requiredHours',
  electiveMinTenths: 'electiveMin',
  courseIds: 'courses',
  signUpFrom: 'signUp',
  signUpTo: 'signUp',
  studyFrom: 'study',
  studyTo: 'study',
} as const satisfies Partial<Record<keyof ClassFields, keyof ClassFormValues>>

const moments = (from: string | null, to: string | null): Range =>
  from || to ? [from ? wallOf(from) : null, to ? wallOf(to) : null] : null

/** Returns the initial values of the form: the class, or an empty one of this year. */
export function valuesOf(managed: ManagedClass | null, categoryId?: string): Partial<ClassFormValues> {
  if (!managed) {
    return {
      ...(categoryId ? { categoryId } : {}),
      year: thisYear(),
      personnelCategories: [],
      regions: [],
      courses: [],
      trialResourceIds: [],
      needReview: false,
      refundable: true,
      introduction: '',
      sort: 0,
    }
  }
  return {
    ...managed,
    hours: managed.hoursTenths / 10,
    requiredHours: managed.requiredHoursTenths / 10,
    electiveMin: managed.electiveMinTenths / 10,
    price: yuanOfFen(managed.price),
    originalPrice: yuanOfFen(managed.originalPrice),
    signUp: moments(managed.signUpFrom, managed.signUpTo),
    study: moments(managed.studyFrom, managed.studyTo),
  }
}

/** The form's values as the contract wants them. */
export function fieldsOfValues(values: ClassFormValues): ClassFields {
  const { hours, requiredHours, electiveMin, price, originalPrice, signUp, study, courses, code, ...rest } =
    values
  const start = (range: Range) => (range?.[0] ? momentOf(range[0]) : null)
  const end = (range: Range) => (range?.[1] ? momentOf(range[1]) : null)
  const given = new Set(courses.flatMap((course) => course.videos.map((video) => video.resourceId)))
  return {
    name: rest.name,
    categoryId: rest.categoryId,
    ...(code ? { code } : {}),
    year: rest.year,
    hoursTenths: Math.round(hours * 10),
    ...(requiredHours == null ? {} : { requiredHoursTenths: Math.round(requiredHours * 10) }),
    electiveMinTenths: Math.round((electiveMin ?? 0) * 10),
    introduction: rest.introduction,
    price: fenOfYuan(price),
    originalPrice: fenOfYuan(originalPrice ?? price),
    coverKey: rest.coverKey ?? null,
    signUpFrom: start(signUp),
    signUpTo: end(signUp),
    studyFrom: start(study),
    studyTo: end(study),
    validDays: rest.validDays ?? null,
    quota: rest.quota ?? null,
    personnelCategories: rest.personnelCategories,
    regions: rest.regions,
    needReview: rest.needReview,
    certificateTemplateId: rest.certificateTemplateId ?? null,
    trialResourceIds: rest.trialResourceIds.filter((id) => given.has(id)),
    refundable: rest.refundable,
    captureKind: rest.captureKind ?? null,
    captureEveryFrom: rest.captureEveryFrom ?? null,
    captureEveryTo: rest.captureEveryTo ?? null,
    captureSeconds: rest.captureSeconds ?? null,
    captureTries: rest.captureTries ?? null,
    capturesADay: rest.capturesADay ?? null,
    captureMisses: rest.captureMisses ?? null,
    captureMakeUpDays: rest.captureMakeUpDays ?? null,
    sort: rest.sort,
    courseIds: courses.map((course) => course.id),
  }
}
