import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
  Id,
  Keyword,
  Moment,
  Name,
  Nothing,
  Nullable,
  OneOf,
  Text,
  Year,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { RevisedRows, Revision } from '../../contract/revision.ts'
import { BatchResult, Selection } from '../../contract/selection.ts'
import { PictureKey } from '../file/contract.ts'
import { CaptureKind, settingBounds } from '../project/contract.ts'

export const classStatuses = ['draft', 'on_shelf', 'off_shelf', 'deleted'] as const
/** Status of a class from draft to sale. */
export const ClassStatus = OneOf(classStatuses)
export type ClassStatus = (typeof classStatuses)[number]

export const classRefusals = refusals({
  notOnShelf: {
    code: 409,
    zh: '“{name}”没有上架，暂时不能报名',
    en: '“{name}” is not published and cannot be joined',
  },
  signUpNotYet: {
    code: 409,
    zh: '“{name}”的报名还没有开始',
    en: 'Sign-up for “{name}” has not opened yet',
  },
  signUpOver: { code: 409, zh: '“{name}”的报名已经截止', en: 'Sign-up for “{name}” has closed' },
  studyOver: { code: 409, zh: '“{name}”的学习期限已过', en: 'The study period of “{name}” is over' },
  ownPrice: {
    code: 409,
    zh: '“{name}”免费，价格或内容是您定的：您一天最多免费安排 {count} 人（与免单合计）；其余由同事加入，或由学员自己报名',
    en: '“{name}” is free and you set its price or content, so you give at most {count} places a day for nothing, waivers included; a colleague adds the others, or they sign up themselves',
  },
  otherCopy: {
    code: 409,
    zh: '这次提交与之前用同一编号提交的复制内容不同，没有重复复制；请刷新页面后重新提交',
    en: 'This submission differs from the copy already made under the same number, so no second copy was made; refresh the page and submit again',
  },
  copyDeleted: {
    code: 409,
    zh: '这次提交复制出的班级已被删除，没有再次复制；请刷新页面后重新复制',
    en: 'The copy made by this submission was deleted, so no second copy was made; refresh the page and copy again',
  },
  full: { code: 409, zh: '“{name}”的名额已满', en: '“{name}” has no places left' },
  held: {
    code: 409,
    zh: '“{name}”的剩余名额正被未付款订单占用，稍后可能释放，请过会儿再看',
    en: 'The last places of “{name}” are held by unpaid orders; try again later',
  },
  superseded: {
    code: 409,
    zh: '“{name}”已有更新的版本，请使用新版本',
    en: '“{name}” has a newer version; use that one',
  },
  inUse: {
    code: 409,
    zh: '“{name}”还有 {enrolments} 名学员、{orders} 个待付款或未开通的订单，不能删除',
    en: '“{name}” still has {enrolments} {enrolments|learner|learners} and {orders} {orders|order|orders} unpaid or not opened yet, and cannot be deleted',
  },
  newerVersion: {
    code: 409,
    zh: '“{name}”是同一班级的新版本，删除后旧版本会按原来的价格重新上架；请改为下架',
    en: '“{name}” is a newer version of a class, and without it the older one could be published again at its former price; unpublish it instead',
  },
  mayReturn: {
    code: 409,
    zh: '“{name}”有 {count} 名学员在一天内转出，转班还可以撤销，现在不能删除；请先下架，一天后再删除',
    en: '{count} {count|learner|learners} moved from “{name}” to another class within the last day, which can still be undone, so it cannot be deleted yet; unpublish it now and delete it a day later',
  },
  examStays: {
    code: 409,
    zh: '“{name}”已有学员（一天内转出、还可撤销的也算）、未付款的订单或单位的协议价，又有考试，学时、年度和课程不能再改；请复制班级，在新班级里修改并设置考试',
    en: '“{name}” has learners (or had, and their transfer of the last day can still be undone), unpaid orders or a price agreed for a unit, and an exam, so its hours, year and courses cannot be changed; copy the class and change the copy',
  },
  priceFixed: {
    code: 403,
    zh: '班级上架后，售价和划线价由有“批量改价”权限的同事修改',
    en: 'Once a class was published, its prices are changed by a colleague who may change prices',
  },
  codeTaken: {
    code: 422,
    zh: '班级编号“{code}”已被使用，请换一个',
    en: 'The class code “{code}” is taken; choose another',
  },
})

/** Fields of a class that a manager edits; the class type is its category's. */
export const ClassFields = Type.Object({
  categoryId: Id,
  /** Made up when left out. */
  code: Type.Optional(Text(40)),
  name: Name(120),
  year: Year,
  hoursTenths: Type.Integer({ minimum: 0, maximum: 10_000 }),
  /** The part of the hours that the required courses give; in proportion to the courses' hours when left out. */
  requiredHoursTenths: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /** Hours of electives that must be finished to pass; none when left out. */
  electiveMinTenths: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  coverKey: Type.Optional(Nullable(PictureKey)),
  /** HTML; what is not allowed in it is taken out. */
  introduction: Type.String({ maxLength: 100_000 }),
  price: Fen,
  originalPrice: Fen,
  signUpFrom: Nullable(Moment),
  signUpTo: Nullable(Moment),
  studyFrom: Nullable(Moment),
  studyTo: Nullable(Moment),
  /** Days of study from joining; with `studyTo` the earlier end counts. */
  validDays: Nullable(Type.Integer({ minimum: 1, maximum: 3650 })),
  quota: Nullable(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
  /** Learners' groups it fits; empty fits all. */
  personnelCategories: Type.Array(Text(40), { maxItems: 50 }),
  /** Codes of the regions it is meant for, each with the regions in it; empty is everywhere. */
  regions: Type.Array(Text(40), { maxItems: 200, uniqueItems: true }),
  needReview: Type.Boolean(),
  certificateTemplateId: Nullable(Id),
  /** Videos anyone may watch; each must belong to one of the courses. */
  trialResourceIds: Type.Array(Id, { maxItems: 20 }),
  refundable: Type.Boolean(),
  /** Checks that the learner is there; those of the project when it is null or left out. */
  captureKind: Type.Optional(Nullable(CaptureKind)),
  /** Minutes of study from one check to the next, seconds to respond, and tries; likewise. */
  captureEveryFrom: Type.Optional(Nullable(Type.Integer(settingBounds.captureEveryFrom))),
  captureEveryTo: Type.Optional(Nullable(Type.Integer(settingBounds.captureEveryTo))),
  captureSeconds: Type.Optional(Nullable(Type.Integer(settingBounds.captureSeconds))),
  captureTries: Type.Optional(Nullable(Type.Integer(settingBounds.captureTries))),
  /** Checks a day, misses until study stops, and days to make them up; likewise. */
  capturesADay: Type.Optional(Nullable(Type.Integer(settingBounds.capturesADay))),
  captureMisses: Type.Optional(Nullable(Type.Integer(settingBounds.captureMisses))),
  captureMakeUpDays: Type.Optional(Nullable(Type.Integer(settingBounds.captureMakeUpDays))),
  sort: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  /** Courses in the order they are studied. */
  courseIds: Type.Array(Id, { maxItems: 200 }),
})
export type ClassFields = Static<typeof ClassFields>

/** The same with its hours divided. */
export type SettledFields = ClassFields &
  Required<Pick<ClassFields, 'requiredHoursTenths' | 'electiveMinTenths'>>

/** A class in the back office's list. */
export const ClassRow = Type.Object({
  id: Type.String(),
  code: Type.String(),
  name: Type.String(),
  version: Type.Integer(),
  classType: Type.String(),
  categoryId: Type.String(),
  categoryName: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  price: Type.Integer(),
  originalPrice: Type.Integer(),
  /** The price that waits for a second person; null where none does. */
  proposedPrice: Nullable(Type.Integer()),
  courses: Type.Integer(),
  quota: Nullable(Type.Integer()),
  sold: Type.Integer(),
  /** Places held by unpaid orders and by approved applications that are not paid yet. */
  held: Type.Integer(),
  signUpTo: Nullable(Type.String()),
  studyTo: Nullable(Type.String()),
  validDays: Nullable(Type.Integer()),
  needReview: Type.Boolean(),
  sort: Type.Integer(),
  revision: Revision,
  status: ClassStatus,
  createdAt: Type.String(),
})
export type ClassRow = Static<typeof ClassRow>

/** A course of a class as a manager sees it. */
export const ClassCourse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  teacherName: Type.String(),
  hoursTenths: Type.Integer(),
  attribute: OneOf(['required', 'elective']),
  videos: Type.Array(
    Type.Object({ resourceId: Type.String(), title: Type.String(), durationSeconds: Type.Number() }),
  ),
})

/** A class as a manager edits it. */
export const ManagedClass = Type.Object({
  ...ClassFields.properties,
  id: Type.String(),
  code: Type.String(),
  requiredHoursTenths: Type.Integer(),
  electiveMinTenths: Type.Integer(),
  coverKey: Nullable(Type.String()),
  captureKind: Nullable(CaptureKind),
  captureEveryFrom: Nullable(Type.Integer()),
  captureEveryTo: Nullable(Type.Integer()),
  captureSeconds: Nullable(Type.Integer()),
  captureTries: Nullable(Type.Integer()),
  capturesADay: Nullable(Type.Integer()),
  captureMisses: Nullable(Type.Integer()),
  captureMakeUpDays: Nullable(Type.Integer()),
  /** The price that waits for a second person; null where none does. */
  proposedPrice: Nullable(Type.Integer()),
  categoryName: Type.String(),
  classType: Type.String(),
  version: Type.Integer(),
  revision: Revision,
  status: ClassStatus,
  sold: Type.Integer(),
  /** Places held by unpaid orders and by approved applications that are not paid yet. */
  held: Type.Integer(),
  createdAt: Type.String(),
  courses: Type.Array(ClassCourse),
  hasExam: Type.Boolean(),
  /** Copied from a class with an exam, its own is still a draft. */
  examUnpublished: Type.Boolean(),
  /** It has a newer version, so it cannot be published. */
  superseded: Type.Boolean(),
})
export type ManagedClass = Static<typeof ManagedClass>

/** Fields that may be changed in many classes at once; a field left out stays. */
export const ClassChanges = Type.Partial(
  Type.Pick(ClassFields, [
    'categoryId',
    'year',
    'signUpFrom',
    'signUpTo',
    'studyFrom',
    'studyTo',
    'validDays',
    'quota',
    'personnelCategories',
    'regions',
    'needReview',
    'certificateTemplateId',
    'refundable',
  ]),
  { minProperties: 1 },
)
export type ClassChanges = Static<typeof ClassChanges>

const menu = '/train-manage/class'

const findPageList = call('/base/class-entity/find-page-list.action', {
  allow: [menu, '/train-manage/unit-class', '/train-manage/train-plan-list', '/train-manage/study-report'],
  input: Paging(
    {
      id: Type.Optional(Id),
      keyword: Type.Optional(Keyword(60)),
      status: Type.Optional(ClassStatus),
      classType: Type.Optional(Type.String({ maxLength: 40 })),
      /** With everything below it. */
      categoryId: Type.Optional(Id),
      year: Type.Optional(Year),
      /** Continue after this row instead of by page number. */
      after: Type.Optional(Id),
    },
    { sort: ['name', 'year', 'hoursTenths', 'price', 'createdAt'] },
  ),
  output: PageOf(ClassRow),
  summary: 'Classes in the back office, newest first; the total stops at 10,000',
})

export const classCalls = {
  createTrainClass: call('/base/class-entity/create-train-class.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      revision: Type.Optional(Revision),
      /** Made once a new class: the same key writes the class that it made. */
      requestKey: Type.Optional(Text(64, 8)),
      ...ClassFields.properties,
    }),
    output: Type.Object({
      id: Type.String(),
      version: Type.Integer(),
      revision: Revision,
      /** The proposal of its price, where that takes two people. */
      approvalId: Type.Optional(Id),
    }),
    summary:
      'Writes a class, or changes the one named by id; other hours or courses under learners or unpaid orders make a new version, and a lower price of a published class is proposed',
  }),
  findPageList,
  getClassDetail: call('/base/class-entity/get-class-detail.action', {
    allow: menu,
    input: Type.Object({ id: Id }),
    output: ManagedClass,
    summary: 'One class as a manager edits it',
  }),
  updateOnShelf: call('/base/class-entity/update-on-shelf.action', {
    allow: `${menu}#shelve`,
    wholeProject: true,
    input: Type.Object({ ...Selection(findPageList), onShelf: Type.Boolean() }),
    output: BatchResult,
    summary: 'Publishes classes or unpublishes them; each one succeeds or is refused with its reason',
  }),
  copyTrainClass: call('/base/class-entity/copy-train-class.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      id: Id,
      name: Type.Optional(Name(120)),
      /** Made once a copy: the same key gives the same copy of the class. */
      requestKey: Type.Optional(Text(64, 8)),
    }),
    /** `withExam`: its exam was copied as a draft, too. */
    output: Type.Object({ id: Type.String(), withExam: Type.Boolean() }),
    summary: 'A draft with the same content and no learners',
  }),
  deleteTrain: call('/base/class-entity/delete-train.action', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: Type.Object(Selection(findPageList)),
    output: BatchResult,
    summary: 'Deletes classes nobody has joined; each one succeeds or is refused with its reason',
  }),
  updateSort: call('/base/class-entity/update-sort.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      items: Type.Array(Type.Object({ id: Id, revision: Revision, sort: ClassFields.properties.sort }), {
        minItems: 1,
        maxItems: 200,
      }),
    }),
    output: Nothing,
    summary: 'Saves the order of classes in the catalogue',
  }),
  batchModifyClassAmount: call('/base/class-entity/batch-modify-class-amount.action', {
    allow: `${menu}#price`,
    wholeProject: true,
    input: Type.Object({
      ...Selection(findPageList, { rows: RevisedRows }),
      price: Fen,
      originalPrice: Type.Optional(Fen),
    }),
    output: BatchResult,
    summary:
      'One price for many classes, a lower one of a published class is proposed; orders already made keep theirs',
  }),
  bachModifyClass: call('/base/class-entity/bach-modify-class.action', {
    allow: `${menu}#modify`,
    wholeProject: true,
    input: Type.Object({ ...Selection(findPageList, { rows: RevisedRows }), changes: ClassChanges }),
    output: BatchResult,
    summary: 'Changes the same fields of several classes; each one succeeds or is refused with its reason',
  }),
  bachCopyClassToCategory: call('/base/class-entity/bach-copy-class-to-category.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ ...Selection(findPageList), categoryId: Id }),
    output: BatchResult,
    summary: 'Copies classes as drafts into a category',
  }),
}

export const classExports = {
  exportClassExcel: exportOf(classCalls.findPageList, '/base/class-entity/export-class-excel.action', {
    title: { zh: '班级', en: 'Classes' },
    method: 'GET',
  }),
}
