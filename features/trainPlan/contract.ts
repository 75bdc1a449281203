import { type Static, Type } from 'typebox'
import {
  call,
  Id,
  Keyword,
  Moment,
  Name,
  Named,
  Nothing,
  Nullable,
  OneOf,
  Text,
  Year,
} from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { Revision } from '../../contract/revision.ts'
import { BatchResult, Selection } from '../../contract/selection.ts'
import { ClassStatus } from '../class/contract.ts'
import { obstacles } from '../order/offer/contract.ts'

const list = '/train-manage/train-plan-list'
const detail = '/train-manage/train-plan-detail'

const planStatuses = ['draft', 'published', 'closed', 'deleted'] as const
/** Status of a plan. */
export const PlanStatus = OneOf(planStatuses)
export type PlanStatus = (typeof planStatuses)[number]

export const planRefusals = refusals({
  closed: {
    code: 409,
    zh: '“{name}”已结束，不能再修改；可以复制到下一年度',
    en: '“{name}” is closed and cannot be changed; copy it to the next year instead',
  },
  reminded: {
    code: 409,
    zh: '“{name}”已提醒过 {count} 名学员，不能删除',
    en: '{count} {count|learner was|learners were} reminded of “{name}”; it cannot be deleted',
  },
  unfilled: {
    code: 409,
    zh: '“{name}”所列的班级填不满要求的学时，请增加班级或减少学时',
    en: 'The classes of “{name}” cannot fill the hours it asks for; add classes or ask for fewer hours',
  },
  noClasses: {
    code: 409,
    zh: '“{name}”要求的学时，{year} 年度已上架的班级填不满，请先上架班级、减少学时，或列出可选班级',
    en: 'The published classes of {year} cannot fill the hours “{name}” asks for; publish classes, ask for fewer hours, or list classes to choose from',
  },
  otherYear: {
    code: 409,
    zh: '“{name}”所列的班级“{className}”已不是 {year} 年度的班级或已删除，请先修改计划',
    en: 'Class “{className}” of “{name}” is no longer of {year} or was deleted; change the plan first',
  },
  otherCopy: {
    code: 409,
    zh: '这次提交的编号已用于另一次提交，没有再次复制；请刷新页面后重试',
    en: 'The number of this submission was used for another; nothing was copied; refresh the page and try again',
  },
  notPublished: {
    code: 409,
    zh: '“{name}”没有发布，不能提醒学员',
    en: '“{name}” is not published; nobody is reminded of it',
  },
  fulfilled: {
    code: 409,
    zh: '学员已完成“{name}”，没有提醒',
    en: 'The learner has fulfilled “{name}” and was not reminded',
  },
  remindedToday: {
    code: 409,
    zh: '今天已提醒过这名学员，没有再次提醒',
    en: 'The learner was already reminded today',
  },
})

/** Hours that a plan asks for in one class type, in tenths. */
const AskedHours = Type.Object({
  classType: Text(40),
  hoursTenths: Type.Integer({ minimum: 1, maximum: 10_000 }),
})

/** Fields of a plan that a manager edits. */
export const PlanFields = Type.Object({
  name: Name(120),
  year: Year,
  /** HTML; what is not allowed in it is taken out. */
  introduction: Type.String({ maxLength: 100_000 }),
  /** The last day to fulfil it, as its readers are told. */
  dueOn: Nullable(Type.String({ format: 'date' })),
  hours: Type.Array(AskedHours, { maxItems: 12 }),
  /** Personnel categories it is for; empty is everybody. */
  personnelCategories: Type.Array(Text(40), { maxItems: 50, uniqueItems: true }),
  /** Codes of regions, each with the regions in it; empty is everywhere. */
  regions: Type.Array(Text(40), { maxItems: 200, uniqueItems: true }),
  /** Units, each with those below it; empty is all. */
  unitIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  requiredClassIds: Type.Array(Id, { maxItems: 20, uniqueItems: true }),
  /** Classes to choose from; with none, any class of the year may fill the hours. */
  classIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
})
export type PlanFields = Static<typeof PlanFields>

/** Counts of the learners whom a plan is for. */
const Progress = {
  people: Type.Integer(),
  fulfilled: Type.Integer(),
}

/** A plan in the list. */
export const PlanRow = Type.Object({
  id: Id,
  name: Type.String(),
  year: Type.Integer(),
  dueOn: Nullable(Type.String()),
  hours: Type.Array(AskedHours),
  required: Type.Integer(),
  choices: Type.Integer(),
  status: PlanStatus,
  /** Counted for a unit alone, over its own people: the provider reads them in the plan. */
  people: Nullable(Type.Integer()),
  fulfilled: Nullable(Type.Integer()),
  revision: Revision,
  createdAt: Moment,
})
export type PlanRow = Static<typeof PlanRow>

/** A class of a plan as a manager sees it. */
const PlanClass = Type.Object({
  id: Id,
  name: Type.String(),
  classType: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  status: ClassStatus,
  required: Type.Boolean(),
})

/** A unit that a plan is for. */
const PlanUnit = Type.Object({ id: Id, name: Type.String() })

/** A plan as a manager edits it, with how far the caller's people are. */
export const Plan = Named('TrainPlan', {
  ...PlanFields.properties,
  id: Id,
  status: PlanStatus,
  revision: Revision,
  createdAt: Moment,
  classes: Type.Array(PlanClass),
  units: Type.Array(PlanUnit),
  ...Progress,
})
export type Plan = Static<typeof Plan>

/** A class of a plan and the class of the next year that takes its place. */
const CarriedClass = Type.Object({
  classId: Id,
  name: Type.String(),
  required: Type.Boolean(),
  /** Null where the next year has no class of its name and type. */
  to: Nullable(Type.Object({ classId: Id, name: Type.String() })),
})

/** A plan as its copy for the next year will be. */
export const PlanCopy = Type.Object({
  ...Type.Omit(PlanFields, ['unitIds', 'requiredClassIds', 'classIds']).properties,
  units: Type.Array(PlanUnit),
  classes: Type.Array(CarriedClass),
  /** Hours that the classes carried over cannot fill. */
  unfilled: Type.Array(AskedHours),
})
export type PlanCopy = Static<typeof PlanCopy>

const states = ['behind', 'fulfilled'] as const

/** A learner whom a plan is for, with what they have not done of it. */
export const PlanPerson = Type.Object({
  accountId: Id,
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  state: OneOf(states),
  askedTenths: Type.Integer(),
  /** Hours asked for by class type that are not earned yet. */
  missingTenths: Type.Integer(),
  /** Required classes that are not passed yet. */
  missingClasses: Type.Integer(),
  remindedAt: Nullable(Moment),
})
export type PlanPerson = Static<typeof PlanPerson>

/** States of a required class for a learner: neither ordered nor joined, or how far it is. */
export const myClassStates = ['open', 'ordered', 'applied', 'approved', 'booked', 'passed', 'failed'] as const

/** A plan as the learner it is for sees it. */
export const MyPlan = Named('MyTrainPlan', {
  id: Id,
  name: Type.String(),
  year: Type.Integer(),
  introduction: Type.String(),
  dueOn: Nullable(Type.String()),
  fulfilled: Type.Boolean(),
  types: Type.Array(
    Type.Object({
      classType: Type.String(),
      askedTenths: Type.Integer(),
      earnedTenths: Type.Integer(),
      /** Hours that are not earned yet, with those of the two below. */
      missingTenths: Type.Integer(),
      /** New hours of classes that are studied. */
      pendingTenths: Type.Integer(),
      /** The same of classes that wait for money or a review. */
      waitingTenths: Type.Integer(),
    }),
  ),
  /** The required classes. */
  classes: Type.Array(
    Type.Object({
      /** The published version of the class where there is one. */
      classId: Id,
      name: Type.String(),
      classType: Type.String(),
      hoursTenths: Type.Integer(),
      state: OneOf(myClassStates),
      /** Reason for which an open one cannot be ordered with the others now. */
      obstacle: Nullable(OneOf([...obstacles, 'confirm'] as const)),
    }),
  ),
  /** Classes that fulfil what is missing and can be ordered now: the required ones first. */
  toOrder: Type.Array(
    Type.Object({
      classId: Id,
      name: Type.String(),
      classType: Type.String(),
      hoursTenths: Type.Integer(),
      required: Type.Boolean(),
      payable: Type.Integer(),
    }),
  ),
  /** Hours that no class that can be ordered fills. */
  unfilled: Type.Array(AskedHours),
})
export type MyPlan = Static<typeof MyPlan>

const readers = [list, detail] as const
const PlanId = Type.Object({ id: Id })

const findPeople = call('/base/train-plan/find-people.action', {
  allow: readers,
  input: Paging(
    {
      planId: Id,
      /** A learner's name or part of one. */
      keyword: Type.Optional(Keyword(40)),
      /** A unit with everything below it. */
      unitId: Type.Optional(Id),
      state: Type.Optional(OneOf(states)),
    },
    { sort: ['missingTenths', 'missingClasses', 'remindedAt'] },
  ),
  output: PageOf(PlanPerson),
  summary:
    'Learners in scope whom a plan is for, with what each has not done of it; those furthest behind first',
})

export const planCalls = {
  query: call('/base/train-plan/query.action', {
    allow: readers,
    input: Paging(
      {
        keyword: Type.Optional(Keyword(60)),
        year: Type.Optional(Year),
        status: Type.Optional(PlanStatus),
      },
      { sort: ['name', 'year', 'createdAt'] },
    ),
    output: PageOf(PlanRow),
    summary: 'Training plans, newest first; a unit sees those that were published for it',
  }),
  get: call('/base/train-plan/get.action', {
    allow: readers,
    input: PlanId,
    output: Plan,
    summary: 'One training plan with its classes, and how many of the caller’s people have fulfilled it',
  }),
  save: call('/base/train-plan/save.action', {
    allow: readers,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      revision: Type.Optional(Revision),
      /** Made once a new plan: the same key saves the plan that it made. */
      requestKey: Type.Optional(Text(64, 8)),
      ...PlanFields.properties,
    }),
    output: Type.Object({ id: Id, revision: Revision }),
    summary: 'Writes a training plan as a draft, or changes one that is not closed',
  }),
  delete: call('/base/train-plan/delete.action', {
    allow: `${list}#delete`,
    wholeProject: true,
    input: PlanId,
    output: Nothing,
    summary: 'Deletes a draft of which nobody was reminded',
  }),
  updateStatus: call('/base/train-plan/update-status.action', {
    allow: `${list}#publish`,
    wholeProject: true,
    input: Type.Object({ id: Id, event: OneOf(['publish', 'withdraw', 'close']) }),
    output: Type.Object({ status: PlanStatus }),
    summary: 'Publishes a training plan, withdraws it to a draft, or closes it; orders of its learners stay',
  }),
  previewCopy: call('/base/train-plan/preview-copy.action', {
    allow: readers,
    wholeProject: true,
    input: PlanId,
    output: PlanCopy,
    summary: 'The copy of a training plan for the next year, and the classes that year does not have',
  }),
  copy: call('/base/train-plan/copy.action', {
    allow: readers,
    wholeProject: true,
    input: Type.Object({
      id: Id,
      /** Made once a copy: the same key gives the same copy. */
      requestKey: Type.Optional(Text(64, 8)),
    }),
    output: PlanId,
    summary: 'Copies a training plan to the next year as a draft, with the classes of that year',
  }),
  findPeople,
  remind: call('/base/train-plan/remind.action', {
    allow: `${list}#remind`,
    perMinute: 60,
    input: Type.Object({ planId: Id, ...Selection(findPeople) }),
    output: BatchResult,
    summary: 'Reminds learners who have not fulfilled a training plan, each once a day; others are refused',
  }),
  findMine: call('/api/train-plan/find-mine.action', {
    allow: 'learner',
    viewable: true,
    input: Type.Object({ year: Type.Optional(Year) }),
    output: Type.Array(MyPlan),
    summary:
      'Published training plans for the learner: what is asked, earned, booked and missing, and what to order',
  }),
}

export const planExports = {
  exportPeople: exportOf(planCalls.findPeople, '/base/train-plan/export-people.action', {
    title: { zh: '培训计划完成情况', en: 'Progress of a training plan' },
    numbers: ['card', 'mobile'],
  }),
}
