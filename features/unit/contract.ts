import { type Static, Type } from 'typebox'
import { call, Id, Keyword, Name, Normalized, Nothing, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { BranchOf } from '../../contract/tree.ts'

const unitStatuses = ['active', 'disabled', 'merged', 'deleted'] as const
export const UnitStatus = OneOf(unitStatuses)
export type UnitStatus = (typeof unitStatuses)[number]

export const unitRefusals = refusals({
  codeTaken: {
    code: 422,
    zh: '统一社会信用代码已被“{name}”使用；如果是同一单位，请使用“合并重复单位”',
    en: 'The credit code is already used by “{name}”; if it is the same unit, use “Merge duplicate unit”',
  },
  codeWrong: {
    code: 422,
    zh: '统一社会信用代码不正确：应为 18 位，不含 I、O、S、V、Z，最后一位是校验码，请对照证照核对',
    en: 'Invalid credit code: 18 characters without I, O, S, V, Z; the last is a check digit. Please compare it with the licence',
  },
  notYours: {
    code: 403,
    zh: '单位管理员只能修改联系人、电话、邮箱、地址和发票抬头，其余请联系平台管理员',
    en: 'Unit managers can only edit contact, phone, e-mail, address and invoice title; for other changes, contact a platform administrator',
  },
  intoItself: {
    code: 409,
    zh: '不能把“{name}”移到它自己或它的下级',
    en: '“{name}” cannot be moved into itself or its descendants',
  },
  tooDeep: {
    code: 409,
    zh: '单位最多 {levels} 级，“{name}”移到这里会超出，请选择更高一级的上级单位',
    en: 'Units can have at most {levels} levels; “{name}” would exceed that here. Select a higher parent',
  },
  notEmpty: {
    code: 409,
    zh: '“{name}”还有 {children} 个下级单位、{people} 名人员、{orders} 个订单，不能删除；请先移走，或使用“合并重复单位”“停用”',
    en: '“{name}” still has {children} {children|sub-unit|sub-units}, {people} {people|person|people} and {orders} {orders|order|orders} and cannot be deleted; move them first, or use “Merge duplicate unit” or “Disable”',
  },
  closed: {
    code: 422,
    zh: '“{name}”已停用，暂不接收新人员，请选择其他单位',
    en: '“{name}” is disabled and accepts no new people; select another unit',
  },
  merged: {
    code: 422,
    zh: '“{name}”已并入“{successor}”，请选择“{successor}”',
    en: '“{name}” was merged into “{successor}”; select “{successor}”',
  },
  unknown: { code: 422, zh: '没有找到所选单位，请重新选择', en: 'Unit not found; select again' },
})

/** A unit by its name, with the one above it to distinguish namesakes. */
export const UnitBase = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parentName: Nullable(Type.String()),
})

const text = (max: number) => Type.Optional(Nullable(Type.String({ maxLength: max })))

/** Title of a unit's invoices. */
export const InvoiceTitle = Type.Object({
  name: Name(100),
  taxNo: Normalized('code', 20, 15),
  address: Type.String({ maxLength: 200 }),
  phone: Normalized('phone', 30),
  bank: Name(100, 0),
  bankAccount: Normalized('code', 40),
  email: Normalized('email', 100),
})
export type InvoiceTitle = Static<typeof InvoiceTitle>

/** Fields of a unit's form; of a known one what is left out stays, null empties it. */
export const UnitForm = Type.Object({
  /** Changes this unit instead of making one. */
  unitId: Type.Optional(Id),
  /** Only of a new one: above it; null at the top. */
  parentId: Type.Optional(Nullable(Id)),
  /** Needed for a new one. */
  name: Type.Optional(Name(100, 2)),
  creditCode: Type.Optional(Nullable(Normalized('code', 30))),
  region: text(20),
  industry: text(20),
  contact: Type.Optional(Nullable(Name(40, 0))),
  phone: Type.Optional(Nullable(Normalized('phone', 30))),
  email: Type.Optional(Nullable(Normalized('email', 100))),
  address: text(200),
  invoiceTitle: Type.Optional(Nullable(InvoiceTitle)),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** As the form was opened with; another one in between is refused. */
  version: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
})
export type UnitForm = Static<typeof UnitForm>

/** A unit in the list. */
export const UnitRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parentId: Nullable(Type.String()),
  parentName: Nullable(Type.String()),
  creditCode: Nullable(Type.String()),
  region: Nullable(Type.String()),
  industry: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  status: UnitStatus,
  /** It or one above it is disabled. */
  closed: Type.Boolean(),
  /** Units right below it. */
  below: Type.Integer(),
  /** Learners of its own; the count stops at 10,000. */
  people: Type.Integer(),
  managers: Type.Integer(),
  /** Class types with terms of its own. */
  ownTerms: Type.Integer(),
  sort: Type.Integer(),
})
export type UnitRow = Static<typeof UnitRow>

const Step = Type.Object({ id: Type.String(), name: Type.String() })

export const UnitDetail = Type.Object({
  ...UnitRow.properties,
  email: Nullable(Type.String()),
  address: Nullable(Type.String()),
  invoiceTitle: Nullable(InvoiceTitle),
  version: Type.Integer(),
  createdAt: Type.String(),
  /** The units above it that the caller may see, from the top down. */
  above: Type.Array(Step),
  /** Its level; the top is 1. */
  level: Type.Integer(),
  /** Learners of it and of all below; the count stops at 10,000. */
  peopleBelow: Type.Integer(),
  /** Units merged into it. */
  mergedFrom: Type.Array(Step),
  /** Name of a unit merged into this one, when requested by that one's id. */
  askedFor: Nullable(Type.String()),
})
export type UnitDetail = Static<typeof UnitDetail>

/** A unit in the tree; `parentId` is null where the caller's tree begins. */
export const TreeUnit = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  name: Type.String(),
  status: UnitStatus,
  /** Units right below it. */
  below: Type.Integer(),
  /** Found by the words that were searched for. */
  matches: Type.Boolean(),
})
export type TreeUnit = Static<typeof TreeUnit>

/** A unit of the whole tree. */
const UnitNode = Type.Object({ id: Type.String(), name: Type.String() })

/** A field of the register form, as the page draws it. */
const RegisterFormField = Type.Object({
  key: Type.String(),
  name: Type.String(),
  nameEn: Type.String(),
  required: Type.Boolean(),
  kind: Type.String(),
  /** The code list of a choice. */
  list: Nullable(Type.String()),
  maxLength: Nullable(Type.Integer()),
})

const menu = '/unit-manage/list'
const One = Type.Object({ unitId: Id })

export const unitCalls = {
  findUnitBase: call('/base/unit-entity/find-unit-base.action', {
    allow: [
      '/train-manage/train-plan-list',
      '/train-manage/train-plan-detail',
      '/train-manage/study-report',
      '/customer/study-report',
      '/student-manage/student',
      '/account-manage/administrator-list',
      '/account-manage/banner-list',
      '/super-account/index',
      menu,
    ],
    input: Type.Object({
      keyword: Type.Optional(Keyword(40)),
      /** One unit by its id, to name what is chosen. */
      unitId: Type.Optional(Id),
    }),
    output: Type.Array(UnitBase),
    summary: 'Up to 50 units the caller may see, found by a part of the name',
  }),
  findUnitList: call('/base/unit-entity/find-unit-list.action', {
    allow: menu,
    input: Paging(
      {
        /** Part of a name. */
        keyword: Type.Optional(Keyword(60)),
        creditCode: Type.Optional(Normalized('code', 30)),
        region: Type.Optional(Text(20, 0)),
        status: Type.Optional(OneOf(['active', 'disabled'])),
        /** A unit with everything below it. */
        unitId: Type.Optional(Id),
      },
      { sort: ['name', 'creditCode', 'status'] },
    ),
    output: PageOf(UnitRow),
    summary: 'Units in scope, those nearest the top first',
  }),
  getUnitDetail: call('/base/unit-entity/get-unit-detail.action', {
    allow: menu,
    input: One,
    output: UnitDetail,
    summary: 'One unit; by the id of a merged one its successor',
  }),
  saveUnit: call('/base/unit-entity/save-unit.action', {
    allow: menu,
    input: UnitForm,
    output: Type.Object({ unitId: Type.String() }),
    summary:
      'Makes a unit, or changes the one named by id; its own managers change how to reach it and its invoice title',
  }),
  dragUnit: call('/base/unit-entity/drag-unit.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      unitId: Id,
      parentId: Nullable(Id),
      /** The sibling it will stand before; null puts it last. */
      beforeId: Nullable(Id),
    }),
    output: Nothing,
    summary: 'Moves a unit with everything below it',
  }),
  disableUnit: call('/base/unit-entity/disable-unit.action', {
    allow: `${menu}#disable`,
    wholeProject: true,
    input: Type.Object({ unitId: Id, disabled: Type.Optional(Type.Boolean({ default: true })) }),
    output: Nothing,
    summary:
      'Ends sign-ups for a unit and all below it, or with disabled=false begins them again; study goes on',
  }),
  deleteUnit: call('/base/unit-entity/delete-unit.action', {
    allow: `${menu}#delete`,
    wholeProject: true,
    input: One,
    output: Nothing,
    summary: 'Deletes a unit without units below, people and orders',
  }),
  findUnitBaseTree: call('/base/unit-entity/find-unit-base-tree.action', {
    allow: menu,
    input: Type.Object({
      /** Units whose lower level is wanted as well as the top. */
      open: Type.Optional(Type.Array(Id, { maxItems: 300 })),
      /** Instead: units with this in name or credit code, and all above them. */
      keyword: Type.Optional(Keyword(60)),
      /** A unit that must be there, with all above it. */
      unitId: Type.Optional(Id),
    }),
    output: Type.Object({
      list: Type.Array(TreeUnit),
      /** More were found than are shown. */
      more: Type.Boolean(),
    }),
    summary: 'The tree as far as it is unfolded, as rows in order; up to 500 of a level',
  }),
  findAllUnitTree: call('/base/unit-entity/find-all-unit-tree.action', {
    allow: menu,
    perMinute: 60,
    input: Type.Object({}),
    output: Type.Array(BranchOf('UnitNode', UnitNode)),
    summary: 'Every unit in scope as one tree',
  }),
  getRegisterConfigByUnit: call('/base/unit-entity/get-register-config-by-unit.action', {
    allow: 'public',
    input: Type.Object({ unitId: Type.Optional(Type.String({ maxLength: 64 })) }),
    output: Type.Object({
      /** The unit people join here, the successor of a merged one; null without one. */
      unitId: Nullable(Type.String()),
      /** False for a unit that takes nobody new. */
      open: Type.Boolean(),
      fields: Type.Array(RegisterFormField),
    }),
    summary: 'What the register form of a unit’s project asks for, in its order',
  }),
}

export const unitExports = {
  exportUnitList: exportOf(unitCalls.findUnitList, '/base/unit-entity/export-unit-list.action', {
    title: { zh: '单位', en: 'Units' },
  }),
}
