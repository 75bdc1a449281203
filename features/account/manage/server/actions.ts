import { isMobile, maskMobile } from '../../../../contract/identity.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Pool, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import { hashPassword } from '../../../../server/password.ts'
import { assertCurrent, type EditedNoun } from '../../../../server/revision.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Session } from '../../../../server/session.ts'
import { assertAdministered, assertGrantable, lockAdministration } from '../../../role/server/actions.ts'
import { roleRefusals } from '../../../role/contract.ts'
import { resetAbout, resetAttempts } from '../../../rateLimit/server/actions.ts'
import { putIntoUnit } from '../../../unit/server/actions.ts'
import { accountRefusals } from '../../contract.ts'
import {
  askForPassword,
  replaceMobile,
  changePassword,
  changeWechat,
  createAccount,
  endSessionsOf,
  giveAccess,
} from '../../server/actions.ts'
import { type AccountForm, manageRefusals } from '../contract.ts'
import { type AccountAction, accountLifecycle, permissionsFor } from '../rules.ts'
import { findWantedRole, type Held, hasRecords, isWithin, type LockedAccount, lockAccount } from './data.ts'
import { oneTimePassword } from './oneTimePassword.ts'

export { oneTimePassword }

/**
 * Locks another's account for an action. Refuses 404 when it is not in the caller's scope, 403 when it is the caller's
 * own, when the caller's page does not reach its kind, or when it may do more than the caller.
 */
export async function lockOther(
  tx: Tx,
  session: Session,
  accountId: string,
  action: AccountAction,
): Promise<LockedAccount> {
  await lockAdministration(tx, session.projectId)
  const account = (await lockAccount(tx, session, accountId)) ?? refuse(commonRefusals.notFound)
  if (account.id === session.accountId) refuse(manageRefusals.oneself)
  if (!permissionsFor(action, account.roleSystem).some((menu) => session.menus.has(menu))) {
    refuse(commonRefusals.notAllowed)
  }
  if (isWithin(session, account.held)) return account
  for (const role of account.held) assertGrantable(session, { ...role, menus: new Set(role.menus) })
  return refuse(roleRefusals.widerScope)
}

interface Given {
  roleId: string
  roleName: string
  unitId: string | null
}

/**
 * The roles asked for, each of the project, of staff, within the caller's own, and for a unit where it needs one. A
 * unit that is held already continues; into another the account is put.
 */
async function readRoles(
  tx: Tx,
  session: Session,
  inputs: AccountForm['roles'],
  held: readonly Pick<Held, 'unitId'>[] = [],
): Promise<Given[]> {
  const given: Given[] = []
  for (const [i, { roleId, unitId = null }] of inputs.entries()) {
    const field = `roles.${i}`
    const role = (await findWantedRole(tx, session, roleId)) ?? refuse(commonRefusals.notFound)
    if (role.roleSystem === 3) refuse(manageRefusals.learnerRole, {}, `${field}.roleId`)
    assertGrantable(session, { ...role, menus: new Set(role.menus) })
    const needsUnit = role.roleSystem === 2 || role.dataScope === 'subtree' || session.scope.unitPath !== null
    if (needsUnit && !unitId) refuse(manageRefusals.unitNeeded, { role: role.roleName }, `${field}.unitId`)
    if (unitId && !held.some((own) => own.unitId === unitId)) {
      await putIntoUnit(tx, session, unitId, `${field}.unitId`)
    }
    if (given.some((other) => other.roleId === roleId && other.unitId === unitId)) {
      refuse(manageRefusals.roleTwice, {}, field)
    }
    given.push({ roleId, roleName: role.roleName, unitId })
  }
  return given
}

/** Roles as the log records them. */
const reported = (roles: readonly Pick<Held, 'roleName' | 'unitId'>[]) =>
  roles.map(({ roleName, unitId }) => ({ roleName, unitId }))

async function giveFurtherRoles(tx: Tx, accountId: string, roles: readonly Given[]): Promise<void> {
  await tx`delete from account_roles where account_id = ${accountId}`
  for (const { roleId, unitId } of roles.slice(1)) {
    await tx`insert into account_roles ${tx({ accountId, roleId, unitId })}`
  }
}

function assertMobile(mobile: string | undefined): asserts mobile is string {
  if (mobile === undefined || !isMobile(mobile))
    throw badInput('mobile', { zh: '应为 11 位手机号', en: 'must be an 11-digit mobile number' })
}

/**
 * Adds an account of staff; returns the password, which is shown once and must be changed first. With `accountId` that
 * account is changed instead, and its sessions end when its roles or its number do; the password is null.
 */
export async function saveAccount(
  db: Pool,
  secrets: Secrets,
  session: Session,
  form: AccountForm,
): Promise<{ accountId: string; password: string | null }> {
  const { accountId: changed } = form
  if (changed) return db.begin((tx) => changeAccount(tx, secrets, session, { ...form, accountId: changed }))
  const { loginName, userName, mobile } = form
  assertMobile(mobile)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  const accountId = await db.begin(async (tx) => {
    await lockAdministration(tx, session.projectId)
    const roles = await readRoles(tx, session, form.roles)
    const { projectId } = session
    const { roleId, unitId } = roles[0]!
    const id = await createAccount(tx, secrets, {
      projectId,
      roleId,
      unitId,
      loginName,
      userName,
      passwordHash,
      mobile,
    })
    await askForPassword(tx, id)
    await giveAccess(tx, session.accountId, id)
    await giveFurtherRoles(tx, id, roles)
    await audit(tx, {
      by: session,
      action: 'account.create',
      subjectKind: 'account',
      subjectId: id,
      after: { loginName, userName, mobile: maskMobile(mobile), roles: reported(roles) },
    })
    return id
  })
  return { accountId, password }
}

/** Key of an account's roles: its own role first, further roles in any order. */
const rolesKey = (roles: readonly { roleId: string; unitId: string | null }[]) => {
  const [own, ...further] = roles.map(({ roleId, unitId }) => `${roleId} ${unitId}`)
  return [own, ...further.sort()].join('\n')
}

/** Fields of an account's form, as a conflicting edit shows them. */
const accountEdits: EditedNoun = {
  subjectKind: 'account',
  actions: ['account.change'],
  fields: {
    userName: { zh: '姓名', en: 'Name' },
    loginName: { zh: '登录名', en: 'Account name' },
    mobile: { zh: '手机号', en: 'Mobile number' },
    roles: { zh: '角色', en: 'Roles', as: 'long' },
  },
}

async function changeAccount(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  form: AccountForm & { accountId: string },
): Promise<{ accountId: string; password: null }> {
  const { accountId, loginName, userName, mobile } = form
  if (mobile !== undefined) assertMobile(mobile)
  const before = await lockOther(tx, session, accountId, 'add')
  if (before.roleSystem === 3) refuse(manageRefusals.learnerRole)
  await assertCurrent(tx, accountEdits, { ...before, name: before.userName }, form.revision)
  const roles = await readRoles(tx, session, form.roles, before.held)
  const [taken] = await tx`
    select 1 from accounts where project_id = ${session.projectId} and lower(login_name) = lower(${loginName})
      and status <> 'deleted' and id <> ${accountId}`
  if (taken) refuse(accountRefusals.loginNameTaken, {}, 'loginName')
  const { roleId, unitId } = roles[0]!
  await tx`
    update accounts set ${tx({ loginName, userName, roleId, unitId })}, revision = revision + 1
    where id = ${accountId}`
  const former =
    mobile === undefined ? null : await replaceMobile(tx, secrets, session.accountId, accountId, mobile)
  if (rolesKey(before.held) !== rolesKey(roles)) {
    await giveFurtherRoles(tx, accountId, roles)
    await assertAdministered(tx, session.projectId)
    await endSessionsOf(tx, accountId)
  }
  await audit(tx, {
    by: session,
    action: 'account.change',
    subjectKind: 'account',
    subjectId: accountId,
    before: {
      loginName: before.loginName,
      userName: before.userName,
      roles: reported(before.held),
      ...(mobile === undefined ? {} : { mobile: former }),
    },
    after: {
      loginName,
      userName,
      roles: reported(roles),
      ...(mobile === undefined ? {} : { mobile: maskMobile(mobile) }),
      revision: before.revision + 1,
    },
  })
  return { accountId, password: null }
}

/** Disables an account or lets it in again; disabled, it is signed out everywhere immediately. */
export async function setDisabled(
  tx: Tx,
  session: Session,
  accountId: string,
  disabled: boolean,
): Promise<null> {
  const account = await lockOther(tx, session, accountId, 'disable')
  await step(tx, session, account, disabled ? 'disable' : 'enable')
  return null
}

/** Deletes an account. Refuses (409) a learner who has enrolments or orders. */
export async function deleteAccount(tx: Tx, session: Session, accountId: string): Promise<null> {
  const account = await lockOther(tx, session, accountId, 'delete')
  if (account.roleSystem === 3 && (await hasRecords(tx, accountId))) refuse(manageRefusals.hasRecords)
  await step(tx, session, account, 'delete')
  await tx`delete from account_roles where account_id = ${accountId}`
  return null
}

/** One step of an account's life with its record; sessions end, and somebody must remain to administer. */
async function step(
  tx: Tx,
  session: Session,
  account: LockedAccount,
  event: 'disable' | 'enable' | 'delete',
): Promise<void> {
  const status = accountLifecycle.next(account.status, event)
  await tx`update accounts set status = ${status} where id = ${account.id}`
  await assertAdministered(tx, session.projectId)
  await endSessionsOf(tx, account.id)
  await audit(tx, {
    by: session,
    action: `account.${event}`,
    subjectKind: 'account',
    subjectId: account.id,
    before: { loginName: account.loginName, status: account.status },
    after: { status },
  })
}

/** Gives an account a password shown once and to be changed first; its sessions and its lock end. */
export async function resetAccountPassword(
  db: Pool,
  session: Session,
  accountId: string,
): Promise<{ password: string }> {
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  await db.begin(async (tx) => {
    await lockOther(tx, session, accountId, 'reset')
    await changePassword(tx, accountId, passwordHash)
    await askForPassword(tx, accountId)
    await giveAccess(tx, session.accountId, accountId)
    await endSessionsOf(tx, accountId)
    await record(tx, session, accountId, 'resetPassword')
  })
  return { password }
}

/** Takes the WeChat binding off an account and ends its sessions; refuses (409) when there is none. */
export async function unbindWechat(tx: Tx, session: Session, accountId: string): Promise<null> {
  const account = await lockOther(tx, session, accountId, 'unbind')
  if (account.wechatOpenId === null) refuse(manageRefusals.notBound)
  await changeWechat(tx, accountId, null)
  await endSessionsOf(tx, accountId)
  await record(tx, session, accountId, 'unbindWechat')
  return null
}

/** Ends every session of an account. */
export async function endSessions(tx: Tx, session: Session, accountId: string): Promise<null> {
  await lockOther(tx, session, accountId, 'end')
  await endSessionsOf(tx, accountId)
  await record(tx, session, accountId, 'endSessions')
  return null
}

/** Forgets the wrong passwords that were guessed at an account, from wherever: further ones need not wait. */
export async function unlockAccount(tx: Tx, session: Session, accountId: string): Promise<null> {
  const { passwordHash } = await lockOther(tx, session, accountId, 'unlock')
  await resetAbout(tx, 'password', `${accountId} ${passwordHash}`)
  await resetAttempts(tx, 'accountGuesses', `${accountId} ${passwordHash}`)
  await record(tx, session, accountId, 'unlock')
  return null
}

type Recorded = 'resetPassword' | 'unbindWechat' | 'endSessions' | 'unlock'

const record = (tx: Tx, session: Session, accountId: string, action: Recorded) =>
  audit(tx, { by: session, action: `account.${action}`, subjectKind: 'account', subjectId: accountId })
