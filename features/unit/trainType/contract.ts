import { type Static, Type } from 'typebox'
import { call, Fen, Id, Keyword, Named, Nullable, OneOf, Text } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Ids, Selection } from '../../../contract/selection.ts'
import { type Branch, BranchOf } from '../../../contract/tree.ts'
import { Proposed } from '../../approval/contract.ts'
import { unitCalls } from '../contract.ts'

/** Reasons for which a learner may not buy a class by the terms of the own unit. */
export const unitObstacles = [
  'unit_disabled',
  'unit_closed',
  'unit_not_yet',
  'unit_over',
  'unit_group',
] as const
export type UnitObstacle = (typeof unitObstacles)[number]

/** The message a learner gets for each obstacle. */
export const obstacleRefusals = refusals({
  unit_disabled: {
    code: 409,
    zh: '您的单位已停用，暂不能报名“{name}”；已报的班级可继续学习，如有疑问请联系单位管理员',
    en: 'Your organisation is disabled, so you cannot sign up for “{name}”; classes you have joined continue. Questions? Contact your organisation’s manager',
  },
  unit_closed: {
    code: 409,
    zh: '您的单位没有开通“{name}”这类班级，请联系单位管理员',
    en: 'Your organisation does not offer “{name}”; contact your organisation’s manager',
  },
  unit_not_yet: {
    code: 409,
    zh: '您的单位报名“{name}”这类班级的时间还没有到，请联系单位管理员了解开始日期',
    en: 'Your organisation’s sign-up for “{name}” has not opened yet; ask its manager for the start date',
  },
  unit_over: {
    code: 409,
    zh: '您的单位报名“{name}”这类班级的时间已过，请联系单位管理员',
    en: 'Your organisation’s sign-up for “{name}” has closed; contact its manager',
  },
  unit_group: {
    code: 409,
    zh: '“{name}”由您的单位集体付款，不能个人购买，请联系单位管理员报名',
    en: 'Your organisation pays for “{name}” as a group, so you cannot buy it yourself; ask its manager to sign you up',
  },
})

export const trainTypeRefusals = refusals({
  agreedByPlace: {
    code: 409,
    zh: '“{name}”在那里可按“{title}”的协议价（已同意或待审批）下单；请只把需要的人员调入，由另一位同事确认；或等“{title}”截止下单、删除，或其价格审批结束后再移动',
    en: 'There the people of “{name}” could be ordered for “{title}” at its agreed price, or at one that waits for approval; move in only those who need it, whom a colleague confirms, or wait until orders for “{title}” have closed, it was deleted or its price was rejected',
  },
  categoryUnknown: {
    code: 422,
    zh: '所选类别已不存在或不属于这个班级类型，请重新选择',
    en: 'A selected category no longer exists or belongs to another class type; select again',
  },
  lowerAwaited: {
    code: 409,
    zh: '“{unit}”更优惠的{type}条件正在等待审批，“{name}”会一并享有；请等审批结束，批准后先把“{name}”的培训类别改成相同的条件',
    en: 'Better terms of “{unit}” for {type} wait for approval, and “{name}” would have them too; wait for the decision, and if they are approved, first give “{name}” the same terms',
  },
  lowerByMerge: {
    code: 409,
    zh: '“{to}”的{type}条件比“{from}”优惠（价格更低，或优惠价可买的更多）；请先把“{from}”的培训类别改成与“{to}”相同，由同事审批后再合并',
    en: '“{to}” has better terms for {type} than “{from}” (lower prices, or more at a reduced price); first give “{from}” the same terms, which a colleague approves, then merge',
  },
  lowerByPlace: {
    code: 409,
    zh: '“{name}”在那里会沿用更优惠的{type}条件（价格更低，或优惠价可买的更多）；请先为“{name}”设置自己的{type}培训类别，再移动',
    en: '“{name}” would inherit better terms for {type} there (lower prices, or more at a reduced price); first set its own terms for {type}, then move it',
  },
  typeUnknown: {
    code: 422,
    zh: '没有这个班级类型，请刷新后重试',
    en: 'No such class type; refresh and try again',
  },
  waitsAlready: {
    code: 409,
    zh: '“{name}”的{type}培训类别已有一项修改在等待审批，请先处理或撤回它',
    en: 'A change of the terms of “{name}” for {type} is already waiting for approval; handle or withdraw it first',
  },
})

export const priceModes = ['listed', 'discount', 'hourly'] as const
export const paymentModes = ['personal', 'group', 'both'] as const
const Day = Type.String({ format: 'date' })

/** Terms by which a unit may buy of a class type. */
export const Terms = Type.Object({
  /** False: nothing of this class type. */
  open: Type.Boolean(),
  /** The class's own price; a part of it; or a price an hour, never more than the class's own. */
  priceMode: OneOf(priceModes),
  /** Part of the listed price, in basis points; only with `discount`. */
  rate: Nullable(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /** Fen an hour; only with `hourly`. */
  hourPrice: Nullable(Fen),
  /** Payer: learners themselves, the unit for a roster, or both ways. */
  paymentMode: OneOf(paymentModes),
  /** First and last day on which it may buy. */
  validFrom: Nullable(Day),
  validTo: Nullable(Day),
  /** Categories with all below them; empty for all. */
  categoryIds: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
})
export type Terms = Static<typeof Terms>

/** The terms that apply to a unit for a class type, and the unit they come from. */
export const UnitTrainType = Named('UnitTrainType', {
  unitId: Type.String(),
  unitName: Type.String(),
  classType: Type.String(),
  ...Terms.properties,
  categoryIds: Type.Array(Type.String()),
  categoryNames: Type.Array(Type.String()),
  /** The unit whose terms these are: itself, one above it, or null for the portal's default. */
  fromId: Nullable(Type.String()),
  fromName: Nullable(Type.String()),
  /** Lower terms wait for a second person; never to who sees a part of the units. */
  waits: Type.Boolean(),
})
export type UnitTrainType = Static<typeof UnitTrainType>

/** A class category as a choice of terms. */
const CategoryChoice = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** True if the unit may buy of it. */
  allowed: Type.Boolean(),
})
export type CategoryChoice = Branch<Static<typeof CategoryChoice>>

const menu = '/unit-manage/list'
const terms = `${menu}#terms` as const
const ClassTypeKey = Text(40)

export const trainTypeCalls = {
  findPageList: call('/base/unit-train-type-entity/find-page-list.action', {
    allow: menu,
    input: Paging({
      /** Only this unit. */
      unitId: Type.Optional(Id),
      keyword: Type.Optional(Keyword(60)),
      classType: Type.Optional(Text(40, 0)),
    }),
    output: PageOf(UnitTrainType),
    summary: 'Units with their effective terms, a row for each class type of the portal',
  }),
  updateUnitTrainType: call('/base/unit-train-type-entity/update-unit-train-type.action', {
    allow: terms,
    wholeProject: true,
    input: Type.Object({
      unitId: Id,
      classType: ClassTypeKey,
      /** Null: inherit from the unit above again. */
      terms: Nullable(Terms),
    }),
    /** Null where it holds at once. */
    output: Nullable(Proposed),
    summary: 'Gives a unit terms of its own for a class type, or takes them away; lower ones are proposed',
  }),
  batchUpdateUnitTrainType: call('/base/unit-train-type-entity/batch-update-unit-train-type.action', {
    allow: terms,
    wholeProject: true,
    input: Type.Object({
      ...Selection(unitCalls.findUnitList, { unitIds: Ids }),
      classTypes: Type.Array(ClassTypeKey, { minItems: 1, maxItems: 20, uniqueItems: true }),
      /** Terms to change; the rest stays as each unit has it. Null: all inherit from the unit above again. */
      change: Nullable(Type.Partial(Terms)),
    }),
    /** With `batchId` a job has begun, and nothing is changed yet. */
    output: Type.Object({
      changed: Type.Integer(),
      /** Lower ones, which wait for a second person. */
      waiting: Type.Integer(),
      batchId: Type.Optional(Id),
    }),
    summary: 'Changes the terms of many units at once, all or none; lower ones are proposed',
  }),
  getUnitTrainTypeDetail: call('/base/unit-train-type-entity/get-unit-train-type-detail.action', {
    allow: menu,
    input: Type.Object({ unitId: Id, classType: ClassTypeKey }),
    output: UnitTrainType,
    summary: 'The effective terms of a unit for one class type',
  }),
  findUnitClassCategory: call('/base/unit-train-type-entity/find-unit-class-category.action', {
    allow: menu,
    input: Type.Object({ unitId: Id, classType: ClassTypeKey }),
    output: Type.Array(BranchOf('CategoryChoice', CategoryChoice)),
    summary: 'Class categories of a class type as a tree, those the unit may buy of marked',
  }),
  getSelectList: call('/base/unit-train-type-entity/get-select-list.action', {
    allow: menu,
    input: Type.Object({ unitId: Type.Optional(Id) }),
    output: Type.Array(
      Type.Object({
        classType: Type.String(),
        name: Type.String(),
        nameEn: Type.String(),
        open: Type.Boolean(),
      }),
    ),
    summary: 'The class types to choose from, with whether a unit may buy of each',
  }),
}
