import { yearFromNow } from './days.ts'
import { bigramsOf } from '../../contract/search.ts'
import { splitHours } from '../../features/hours/rules.ts'
import type { World } from '../harness.ts'
import type { BuiltPortal } from './portal.ts'

let serial = 0

export interface CourseInput {
  name?: string
  hoursTenths?: number
  attribute?: 'required' | 'elective'
  /** Seconds of each video; one video of ten minutes by default. */
  videos?: number[]
}

export interface BuiltCourse {
  courseId: string
  itemIds: string[]
  resourceIds: string[]
}

/** A course with its videos: only rows, without files. */
export async function aCourse(
  world: World,
  portal: BuiltPortal,
  input: CourseInput = {},
): Promise<BuiltCourse> {
  const { db } = world
  const { projectId } = portal
  const n = ++serial
  const name = input.name ?? `课程${n}`
  const [course] = await db`
    insert into courses ${db({
      projectId,
      name,
      hoursTenths: input.hoursTenths ?? 80,
      attribute: input.attribute ?? 'required',
      teacherName: '王老师',
    })} returning id`
  const courseId = course!.id as string
  if (input.videos?.length === 0) return { courseId, itemIds: [], resourceIds: [] }
  const resources = await db`
    insert into resources ${db(
      (input.videos ?? [600]).map((durationSeconds, i) => ({
        projectId,
        title: `${name}·第${i + 1}讲`,
        fileKey: `test/${n}-${i}.mp4`,
        mime: 'video/mp4',
        bytes: 1000,
        sha256: Buffer.alloc(32, i),
        durationSeconds,
      })),
    )} returning id, title`
  const items = await db`
    insert into course_items ${db(
      resources.map(({ id, title }, i) => ({
        courseId,
        resourceId: id as string,
        title: title as string,
        sort: i,
      })),
    )} returning id`
  return {
    courseId,
    itemIds: items.map((item) => item.id as string),
    resourceIds: resources.map((resource) => resource.id as string),
  }
}

export interface ClassInput {
  name?: string
  classType?: string
  year?: number
  /** Fen; 0 is free. */
  price?: number
  /** Account of who set its price; nobody by default. */
  pricedBy?: string
  hoursTenths?: number
  /** The required part of the courses' hours; all of them by default. */
  requiredHoursTenths?: number
  electiveMinTenths?: number
  quota?: number
  validDays?: number
  signUpFrom?: string
  signUpTo?: string
  studyFrom?: string
  studyTo?: string
  needReview?: boolean
  refundable?: boolean
  personnelCategories?: string[]
  regions?: string[]
  certificateTemplateId?: string
  categoryId?: string
  status?: 'draft' | 'on_shelf' | 'off_shelf' | 'deleted'
  /** One required course of 8 hours with one video of ten minutes by default. */
  courses?: CourseInput[]
  /** Courses that are there already, before those. */
  known?: (BuiltCourse & CourseInput)[]
  /** The class it is a newer version of. */
  versionOf?: string
}

export interface BuiltClass {
  classId: string
  categoryId: string
  name: string
  courses: BuiltCourse[]
  /** Ids of the items of all courses, in their order. */
  itemIds: string[]
  resourceIds: string[]
}

/** A class category of the base kind. */
export async function aClassCategory(
  world: World,
  portal: BuiltPortal,
  input: { name?: string; classType?: string; parentId?: string } = {},
): Promise<string> {
  const { db } = world
  const [row] = await db`
    insert into class_categories ${db({
      projectId: portal.projectId,
      parentId: input.parentId ?? null,
      classType: input.classType ?? 'public',
      kind: 'base',
      name: input.name ?? `类别${++serial}`,
    })} returning id`
  return row!.id as string
}

/** A published class with courses and videos. */
export async function aClass(world: World, portal: BuiltPortal, input: ClassInput = {}): Promise<BuiltClass> {
  const { db } = world
  const n = ++serial
  const name = input.name ?? `班级${n}`
  const classType = input.classType ?? 'public'
  const categoryId = input.categoryId ?? (await aClassCategory(world, portal, { classType }))
  const courses: BuiltCourse[] = []
  const known = input.known ?? []
  const fresh = input.courses ?? (known.length > 0 ? [] : [{}])
  const inputs: CourseInput[] = [...known, ...fresh]
  courses.push(...known)
  for (const course of fresh) courses.push(await aCourse(world, portal, course))
  const price = input.price ?? 6000
  const hoursTenths = input.hoursTenths ?? 80
  const { required } = splitHours(
    hoursTenths,
    inputs.map((course) => ({
      attribute: course.attribute ?? 'required',
      hoursTenths: course.hoursTenths ?? 80,
    })),
  )
  const [row] = await db`
    insert into train_classes ${db({
      projectId: portal.projectId,
      categoryId,
      code: `T${n}`,
      name,
      nameBigrams: bigramsOf(name),
      classType,
      year: input.year ?? yearFromNow(),
      hoursTenths,
      requiredHoursTenths: input.requiredHoursTenths ?? required,
      electiveMinTenths: input.electiveMinTenths ?? 0,
      versionOf: input.versionOf ?? null,
      version: input.versionOf ? 2 : 1,
      price,
      originalPrice: price,
      pricedBy: input.pricedBy ?? null,
      signUpFrom: input.signUpFrom ?? null,
      signUpTo: input.signUpTo ?? null,
      studyFrom: input.studyFrom ?? null,
      studyTo: input.studyTo ?? null,
      validDays: input.validDays ?? 365,
      quota: input.quota ?? null,
      needReview: input.needReview ?? false,
      refundable: input.refundable ?? true,
      personnelCategories: input.personnelCategories ?? [],
      regions: input.regions ?? [],
      certificateTemplateId: input.certificateTemplateId ?? null,
      status: input.status ?? 'on_shelf',
      // Its first day is over, by whatever clock.
      publishedAt: input.status === 'draft' ? null : '-infinity',
    })} returning id`
  const classId = row!.id as string
  if (courses.length > 0) {
    await db`insert into class_courses ${db(courses.map(({ courseId }, sort) => ({ classId, courseId, sort })))}`
  }
  return {
    classId,
    categoryId,
    name,
    courses,
    itemIds: courses.flatMap((course) => course.itemIds),
    resourceIds: courses.flatMap((course) => course.resourceIds),
  }
}
