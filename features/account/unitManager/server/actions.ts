import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { assertAdministered, assertGrantable, lockAdministration } from '../../../role/server/actions.ts'
import { roleRefusals } from '../../../role/contract.ts'
import { putIntoUnit } from '../../../unit/server/actions.ts'
import { manageRefusals } from '../../manage/contract.ts'
import { findWantedRole, isWithin, lockAccount, type LockedAccount } from '../../manage/server/data.ts'
import { accountLifecycle } from '../../manage/rules.ts'
import { endSessionsOf } from '../../server/actions.ts'
import { unitManagerRefusals } from '../contract.ts'

interface Input {
  unitId: string
  roleId: string
  accountId: string
}

/** Locks another's account of staff whose roles the caller may all give, as the list of administrators does. */
async function lockManageable(tx: Tx, session: Session, accountId: string): Promise<LockedAccount> {
  await lockAdministration(tx, session.projectId)
  const account = (await lockAccount(tx, session, accountId)) ?? refuse(commonRefusals.notFound)
  if (account.id === session.accountId) refuse(manageRefusals.oneself)
  if (account.roleSystem === 3) refuse(manageRefusals.learnerRole)
  return isWithin(session, account.held) ? account : refuse(roleRefusals.widerScope)
}

const holds = (account: LockedAccount, { roleId, unitId }: Input) =>
  account.held.some((role) => role.roleId === roleId && role.unitId === unitId)

async function record(
  tx: Tx,
  session: Session,
  account: LockedAccount,
  input: Input & { roleName: string },
  action: 'account.giveUnit' | 'account.takeUnit',
): Promise<void> {
  const revision = account.revision + 1
  const reported = { userName: account.userName, roleName: input.roleName, unitId: input.unitId, revision }
  await tx`update accounts set revision = ${revision} where id = ${account.id}`
  await audit(tx, { by: session, action, subjectKind: 'account', subjectId: account.id, after: reported })
  await audit(tx, {
    by: session,
    action: action === 'account.giveUnit' ? 'unit.addManager' : 'unit.removeManager',
    subjectKind: 'unit',
    subjectId: input.unitId,
    after: { loginName: account.loginName, userName: account.userName, roleName: input.roleName },
  })
}

/** Gives an account of staff a further role for a unit. Refuses (422) a unit out of sight or closed, (409) one held. */
export async function addUnitManager(tx: Tx, session: Session, input: Input): Promise<null> {
  const account = await lockManageable(tx, session, input.accountId)
  const role = (await findWantedRole(tx, session, input.roleId)) ?? refuse(commonRefusals.notFound)
  if (role.roleSystem === 3) refuse(manageRefusals.learnerRole, {}, 'roleId')
  assertGrantable(session, { ...role, menus: new Set(role.menus) })
  await putIntoUnit(tx, session, input.unitId)
  const { roleName } = role
  if (holds(account, input)) refuse(unitManagerRefusals.already, { name: account.userName, role: roleName })
  const { accountId, roleId, unitId } = input
  await tx`insert into account_roles ${tx({ accountId, roleId, unitId })}`
  await record(tx, session, account, { ...input, roleName }, 'account.giveUnit')
  return null
}

/** Takes a role for a unit away; the next role becomes the account's own, and an account without one is disabled. */
export async function removeUnitManager(
  tx: Tx,
  session: Session,
  input: Input,
): Promise<{ disabled: boolean }> {
  const account = await lockManageable(tx, session, input.accountId)
  if (!holds(account, input)) refuse(commonRefusals.notFound)
  const { roleName } = account.held.find((role) => role.roleId === input.roleId)!
  const [own, next] = account.held
  const isOwn = own!.roleId === input.roleId && own!.unitId === input.unitId
  const disabled = isOwn && !next
  const taken = isOwn && next ? next : input
  if (disabled) {
    const status = account.status === 'active' ? accountLifecycle.next('active', 'disable') : account.status
    await tx`update accounts set status = ${status} where id = ${account.id}`
  } else {
    await tx`
      delete from account_roles where account_id = ${account.id} and role_id = ${taken.roleId}
        and unit_id is not distinct from ${taken.unitId}`
    if (isOwn) {
      await tx`update accounts set role_id = ${next!.roleId}, unit_id = ${next!.unitId} where id = ${account.id}`
    }
  }
  await assertAdministered(tx, session.projectId)
  await endSessionsOf(tx, account.id)
  await record(tx, session, account, { ...input, roleName }, 'account.takeUnit')
  return { disabled }
}

/** Moves what accounts hold of a unit to another: their own unit and further roles, each once. For a merge of units. */
export async function moveAccounts(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`
    update accounts set unit_id = ${toId}, claimed_unit_id = case when claimed_unit_id = ${fromId} then ${toId}::uuid end
    where unit_id = ${fromId}`
  // Who moved its people stays on record, and so does that somebody was known there before they were moved.
  await tx`update accounts set moved_from = ${toId} where moved_from = ${fromId}`
  // Anyone who held the same role for both holds it once.
  await tx`
    delete from account_roles h where h.unit_id = ${fromId} and exists (
      select from account_roles o where o.account_id = h.account_id and o.role_id = h.role_id and o.unit_id = ${toId})`
  await tx`update account_roles set unit_id = ${toId} where unit_id = ${fromId}`
  await tx`
    delete from account_roles h using accounts a
    where h.unit_id = ${toId} and a.id = h.account_id and a.role_id = h.role_id and a.unit_id = ${toId}`
}
