import { type Static, Type } from 'typebox'
import {
  call,
  Id,
  Keyword,
  Normalized,
  Nothing,
  Nullable,
  OneOf,
  PersonName,
} from '../../../contract/call.ts'
import { exportOf } from '../../../contract/exporting.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Revision } from '../../../contract/revision.ts'

export const manageRefusals = refusals({
  oneself: {
    code: 403,
    zh: '不能对自己的账号进行此操作，请由另一位管理员处理',
    en: 'You cannot do this to your own account; ask another administrator',
  },
  unitNeeded: {
    code: 422,
    zh: '请为“{role}”选择单位',
    en: 'Choose a unit for “{role}”',
  },
  learnerRole: {
    code: 422,
    zh: '学员账号请在学员管理中建立',
    en: 'Learners are added in learner management',
  },
  roleTwice: {
    code: 422,
    zh: '同一角色和单位不能重复添加',
    en: 'The same role and unit cannot be added twice',
  },
  notBound: {
    code: 409,
    zh: '该账号没有绑定微信',
    en: 'This account has no linked WeChat',
  },
  hasRecords: {
    code: 409,
    zh: '这位学员已有学习或订单记录，不能删除；如需禁止登录，请停用账号',
    en: 'This learner has study or order records and cannot be deleted; disable the account instead',
  },
})

const accountStatuses = ['active', 'disabled', 'deleted'] as const
export const AccountStatus = OneOf(accountStatuses)
export type AccountStatus = (typeof accountStatuses)[number]

/** A role an account acts in, and for which unit. */
export const HeldRole = Type.Object({
  roleId: Type.String(),
  roleName: Type.String(),
  unitId: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
})
export type HeldRole = Static<typeof HeldRole>

export const ManagedAccount = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  userName: Type.String(),
  mobileMask: Nullable(Type.String()),
  roleSystem: Type.Integer(),
  /** Its own role first, then those beside it. */
  roles: Type.Array(HeldRole),
  status: AccountStatus,
  wechatBound: Type.Boolean(),
  /** A second factor is set up. */
  hasFactor: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  lastLoginAt: Nullable(Type.String()),
  /** Wrong passwords have locked it until then. */
  lockedUntil: Nullable(Type.String()),
  /** Sessions open at this moment. */
  sessions: Type.Integer(),
  createdAt: Type.String(),
  revision: Type.Integer(),
  own: Type.Boolean(),
  /** Nothing it may do is beyond the caller, who may manage it. */
  manageable: Type.Boolean(),
})
export type ManagedAccount = Static<typeof ManagedAccount>

const WantedRole = Type.Object({ roleId: Id, unitId: Type.Optional(Nullable(Id)) })

export const AccountForm = Type.Object({
  /** Changes this account instead of adding one; its password stays. */
  accountId: Type.Optional(Id),
  /** The revision that this account was read at; needed to change it. */
  revision: Type.Optional(Revision),
  loginName: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{3,29}$' }),
  userName: PersonName,
  /** Needed for a new account; left out, a known one keeps its number. */
  mobile: Type.Optional(Normalized('mobile', 20)),
  /** The first is the account's own, in which it signs in. */
  roles: Type.Array(WantedRole, { minItems: 1, maxItems: 10 }),
})
export type AccountForm = Static<typeof AccountForm>

const list = '/account-manage/administrator-list'
const students = '/student-manage/student'
const everyone = '/super-account/index'
const One = Type.Object({ accountId: Id })
const from = <const D extends string>(action: D) =>
  [`${list}#${action}`, `${students}#${action}`, `${everyone}#${action}`] as const

/** Shown once to anyone who caused it, who hands it over; the first thing it is good for is to be changed. */
const OneTimePassword = { password: Type.String() }

export const manageCalls = {
  addAccount: call('/base/account/add-account.action', {
    allow: `${list}#add`,
    input: AccountForm,
    output: Type.Object({ accountId: Type.String(), password: Nullable(Type.String()) }),
    summary:
      'Adds an account with a password shown once, or changes name, number and roles of the one named by id',
  }),
  disableAccount: call('/base/account/disable-account.action', {
    allow: from('disable'),
    input: Type.Object({ accountId: Id, disabled: Type.Optional(Type.Boolean({ default: true })) }),
    output: Nothing,
    summary: 'Disables an account and ends its sessions, or with disabled=false lets it in again',
  }),
  deleteAccount: call('/base/account/delete-account.action', {
    allow: [`${list}#delete`, `${everyone}#delete`],
    input: One,
    output: Nothing,
    summary: 'Deletes an account; its names and its number are free, what it did stays',
  }),
  unbindOpenId: call('/base/account/unbind-openId.action', {
    allow: from('unbind'),
    input: One,
    output: Nothing,
    summary: 'Takes the WeChat binding off an account',
  }),
  resetPassword: call('/base/account/reset-password.action', {
    allow: from('reset'),
    input: One,
    output: Type.Object(OneTimePassword),
    summary: 'Gives an account a password shown once, to be changed first; its sessions end',
  }),
  queryAccountList: call('/base/account/query-account-list.action', {
    allow: [list, everyone],
    input: Paging(
      {
        accountId: Type.Optional(Id),
        /** A family name or a part of a name, the beginning of a login name, or a complete mobile number. */
        keyword: Type.Optional(Keyword(40)),
        roleId: Type.Optional(Id),
        /** A unit with everything below it. */
        unitId: Type.Optional(Id),
        status: Type.Optional(AccountStatus),
        locked: Type.Optional(OneOf(['yes', 'no'])),
        /** Learners and those of every unit as well: for provider staff with the page of all accounts. */
        everyone: Type.Optional(Type.Boolean()),
      },
      { sort: ['lastLoginAt', 'createdAt'] },
    ),
    output: PageOf(ManagedAccount),
    summary: 'Accounts of staff in scope, newest first; the total stops at 10,000',
  }),
  endSessions: call('/base/account/end-sessions.action', {
    allow: `${everyone}#end`,
    input: One,
    output: Nothing,
    summary: 'Ends every session of an account, everywhere and at once',
  }),
  unlockAccount: call('/base/account/unlock-account.action', {
    allow: `${everyone}#unlock`,
    input: One,
    output: Nothing,
    summary: 'Lets an account that wrong passwords have locked try again at once',
  }),
}

export const manageExports = {
  exportAccountList: exportOf(manageCalls.queryAccountList, '/base/account/export-account-list.action', {
    title: { zh: '账号', en: 'Accounts' },
  }),
}
