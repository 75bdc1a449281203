import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { AccountStatus } from '../manage/contract.ts'

export const unitManagerRefusals = refusals({
  already: {
    code: 409,
    zh: '“{name}”已经是这个单位的“{role}”',
    en: '“{name}” is already “{role}” of this unit',
  },
})

/** Somebody who acts for a unit, in one role. */
export const UnitManager = Type.Object({
  accountId: Type.String(),
  loginName: Type.String(),
  userName: Type.String(),
  mobileMask: Nullable(Type.String()),
  status: AccountStatus,
  roleId: Type.String(),
  roleName: Type.String(),
  /** The only role of the account: without it nobody signs in with it. */
  only: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  lastLoginAt: Nullable(Type.String()),
  /** False for the caller's own account and for one beyond the caller's permissions. */
  manageable: Type.Boolean(),
})
export type UnitManager = Static<typeof UnitManager>

const allow = '/account-manage/administrator-list#add'
const Held = { unitId: Id, roleId: Id, accountId: Id }

export const unitManagerCalls = {
  findUnitManagerList: call('/base/unit-entity/find-unit-manager-list.action', {
    allow: '/unit-manage/list',
    input: Type.Object({ unitId: Id }),
    output: Type.Array(UnitManager),
    summary: 'Who acts for a unit in scope, and in which role; up to 200',
  }),
  addUnitManager: call('/base/unit-entity/add-unit-manager.action', {
    allow,
    input: Type.Object(Held),
    output: Nothing,
    summary: 'Gives an account of staff a further role for a unit',
  }),
  removeUnitManager: call('/base/unit-entity/remove-unit-manager.action', {
    allow,
    input: Type.Object(Held),
    output: Type.Object({ disabled: Type.Boolean() }),
    summary: 'Takes a role for a unit away; an account that has no other is disabled. Its sessions end',
  }),
}
