import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Name, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'

export const courseAttributes = ['required', 'elective'] as const
/** The role of a course in a class: required, or an elective that a learner may choose. */
export const CourseAttribute = OneOf(courseAttributes)
export type CourseAttribute = (typeof courseAttributes)[number]

/** A course, as a list shows it. */
export const Course = Type.Object({
  id: Type.String(),
  name: Type.String(),
  categoryId: Nullable(Type.String()),
  categoryName: Nullable(Type.String()),
  teacherName: Type.String(),
  hoursTenths: Type.Integer(),
  attribute: CourseAttribute,
  /** Its videos, and how long they are together. */
  items: Type.Integer(),
  durationSeconds: Type.Number(),
  /** Classes it is part of. */
  usedBy: Type.Integer(),
  createdAt: Type.String(),
})
export type Course = Static<typeof Course>

export const CourseItem = Type.Object({
  id: Type.String(),
  resourceId: Type.String(),
  title: Type.String(),
  /** Title of the video itself. */
  resourceTitle: Type.String(),
  posterPath: Nullable(Type.String()),
  durationSeconds: Type.Number(),
})
export type CourseItem = Static<typeof CourseItem>

export const CourseDetail = Type.Object({
  ...Type.Omit(Course, ['items']).properties,
  revision: Revision,
  teacherIntroduction: Type.String(),
  introduction: Type.String(),
  items: Type.Array(CourseItem),
  classes: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Learners have joined a class with it: videos, hours and attribute stand, titles and order may change. */
  isFixed: Type.Boolean(),
})
export type CourseDetail = Static<typeof CourseDetail>

export const CourseInput = Type.Object({
  /** Changes this one; without it a new one is made. */
  id: Type.Optional(Id),
  revision: Type.Optional(Revision),
  name: Name(80),
  categoryId: Type.Optional(Nullable(Id)),
  teacherName: Type.Optional(Name(40, 0)),
  teacherIntroduction: Type.Optional(Type.String({ maxLength: 1000 })),
  introduction: Type.Optional(Type.String({ maxLength: 4000 })),
  hoursTenths: Type.Integer({ minimum: 1, maximum: 10_000 }),
  attribute: CourseAttribute,
  /** Videos in their order. */
  items: Type.Array(Type.Object({ resourceId: Id, title: Name(120) }), { minItems: 1, maxItems: 300 }),
})
export type CourseInput = Static<typeof CourseInput>

export const courseRefusals = refusals({
  inUse: {
    code: 409,
    zh: '“{name}”正被{classes}使用，不能删除；请先从班级中移除',
    en: '“{name}” is used in {classes} and cannot be deleted; remove it from the class first',
  },
  fixed: {
    code: 409,
    zh: '含“{name}”的班级已有学员、订单、协议价或待审批的价格，不能增删视频、改学时或必修选修；可以改标题和顺序，或新建一门课程',
    en: 'A class with “{name}” has learners, orders, an agreed price or one awaiting approval, so its videos, hours and type cannot be changed; change titles or order, or create a new course',
  },
  twice: {
    code: 422,
    zh: '“{title}”在课程里出现了两次',
    en: '“{title}” appears twice in the course',
  },
  noVideo: {
    code: 422,
    zh: '“{title}”的视频不存在或还不能播放，请换一个',
    en: 'The video of “{title}” no longer exists or cannot be played yet; choose another',
  },
})

const menu = '/resource-manage/course'
/** Pages that choose among the courses. */
const readers = [menu, '/train-manage/class', '/train-manage/unit-class'] as const

export const courseCalls = {
  query: call('/base/course/query.action', {
    allow: readers,
    input: Paging(
      {
        keyword: Type.Optional(Keyword(60)),
        /** With all below it. */
        categoryId: Type.Optional(Id),
        attribute: Type.Optional(CourseAttribute),
        /** Filters by whether a class has it. */
        used: Type.Optional(OneOf(['yes', 'no'])),
      },
      { sort: ['name', 'teacherName', 'hoursTenths', 'items', 'durationSeconds', 'usedBy', 'createdAt'] },
    ),
    output: PageOf(Course),
    summary: 'Courses, newest first',
  }),
  get: call('/base/course/get.action', {
    allow: readers,
    input: Type.Object({ id: Id }),
    output: CourseDetail,
    summary: 'One course with its videos in order and the classes it is part of',
  }),
  save: call('/base/course/save.action', {
    allow: menu,
    wholeProject: true,
    input: CourseInput,
    output: Type.Object({ id: Type.String() }),
    summary: 'Makes or changes a course',
  }),
  delete: call('/base/course/delete.action', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a course that no class has',
  }),
}

export const courseExports = {
  exportCourseList: exportOf(courseCalls.query, '/base/course/export-course-list.action', {
    title: { zh: '课程', en: 'Courses' },
  }),
}
