import type { SystemReason } from '../../../contract/systemReason.ts'
import { maskMobile } from '../../../contract/identity.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { accountRefusals } from '../contract.ts'
import { passwordFault } from '../rules.ts'

/** Notes a successful sign-in. */
export async function noteSignIn(tx: Tx, accountId: string): Promise<void> {
  await tx`update accounts set last_login_at = moment() where id = ${accountId}`
}

/** Refuses a new password with its fault, naming the field. */
export function assertPassword(password: string, own: readonly string[]): void {
  const fault = passwordFault(password, own)
  const words = {
    shape: accountRefusals.passwordShape,
    common: accountRefusals.passwordCommon,
    personal: accountRefusals.passwordPersonal,
  }
  if (fault) refuse(words[fault], {}, 'password')
}

export interface NewAccount {
  projectId: string
  roleId: string
  unitId: string | null
  loginName: string
  userName: string
  passwordHash: string
  /** Null until its owner proves one. */
  mobile: string | null
}

/** An account whose mobile number, if it has one, was sealed before. */
export interface SealedAccount {
  loginName: string
  userName: string
  unitId: string | null
  mobileSealed: Buffer | null
  mobileIndex: Buffer | null
  mobileMask: string | null
}

/**
 * Creates accounts of one role at once; returns their ids by login name, without those whose name or number is in use.
 */
export async function createAccounts(
  tx: Tx,
  all: { projectId: string; roleId: string; passwordHash: string },
  accounts: readonly SealedAccount[],
): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx`
    insert into accounts ${tx(accounts.map((account) => ({ ...all, ...account })))}
    on conflict do nothing returning id, login_name`
  return new Map(rows.map((row) => [row.loginName as string, row.id as string]))
}

/** Gives accounts that have no mobile number one, sealed before; those that have one, or whose is in use, stay. */
export async function giveMobiles(
  tx: Tx,
  given: readonly { accountId: string; mobileSealed: Buffer; mobileIndex: Buffer; mobileMask: string }[],
): Promise<void> {
  for (const { accountId, mobileSealed, mobileIndex, mobileMask } of given) {
    await tx`
      update accounts a set ${tx({ mobileSealed, mobileIndex, mobileMask })}
      where a.id = ${accountId} and a.mobile_index is null and not exists (
        select from accounts o where o.project_id = a.project_id and o.mobile_index = ${mobileIndex}
          and o.status <> 'deleted')`
  }
}

/** A mobile number as an account stores it. */
const sealed = (secrets: Secrets, mobile: string) => ({
  mobileSealed: secrets.seal('accounts.mobile', mobile),
  mobileIndex: secrets.blindIndex('mobile', mobile),
  mobileMask: maskMobile(mobile),
})

/** Creates an account; a login name or mobile number in use is refused with its field. */
export async function createAccount(tx: Tx, secrets: Secrets, account: NewAccount): Promise<string> {
  const { projectId, roleId, passwordHash, mobile, ...named } = account
  const number =
    mobile === null ? { mobileSealed: null, mobileIndex: null, mobileMask: null } : sealed(secrets, mobile)
  const created = await createAccounts(tx, { projectId, roleId, passwordHash }, [{ ...named, ...number }])
  const id = created.get(account.loginName)
  if (id) return id
  const [name] = await tx`
    select 1 from accounts where project_id = ${account.projectId} and lower(login_name) = lower(${account.loginName})
      and status <> 'deleted'`
  return name
    ? refuse(accountRefusals.loginNameTaken, {}, 'loginName')
    : refuse(accountRefusals.mobileTaken, {}, 'mobile')
}

/**
 * Gives an account the password its owner chose; the duty to change it ends, and so does a lock, since wrong guesses
 * are counted by password.
 */
export async function changePassword(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await tx`
    update accounts set password_hash = ${passwordHash}, must_change_password = false where id = ${accountId}`
}

/** Gives an account another mobile number; one that somebody has is refused with its field. */
export async function changeMobile(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  mobile: string,
): Promise<void> {
  try {
    await tx.savepoint(
      (inner) => inner`update accounts set ${inner(sealed(secrets, mobile))} where id = ${accountId}`,
    )
  } catch (error) {
    if ((error as { code?: string }).code === '23505') refuse(accountRefusals.mobileTaken, {}, 'mobile')
    throw error
  }
}

/** What an account shows of its owner: the name in the top bar, and the picture's key; what is left out stays. */
export async function changeFace(
  tx: Tx,
  accountId: string,
  face: { userName?: string; imageKey?: string },
): Promise<void> {
  await tx`
    update accounts set user_name = coalesce(${face.userName ?? null}, user_name),
      image_key = coalesce(${face.imageKey ?? null}, image_key)
    where id = ${accountId}`
}

/** Gives an account the duty to change the password it was given, before anything else. */
export async function askForPassword(tx: Tx, accountId: string): Promise<void> {
  await tx`update accounts set must_change_password = true where id = ${accountId}`
}

/** Puts an account into a unit, or into none; the caller ends its sessions and writes the record. */
export async function changeUnit(tx: Tx, accountId: string, unitId: string | null): Promise<void> {
  await tx`update accounts set unit_id = ${unitId} where id = ${accountId}`
}

/** Ends every session of an account, everywhere and immediately: after disable, delete, reset and change of roles. */
export async function endSessionsOf(tx: Tx, accountId: string): Promise<void> {
  await tx`update accounts set sessions_from = moment() where id = ${accountId}`
  await announceEnding(tx)
}

/**
 * Disables every account the demo seeded and gives it a password nobody knows, as its hash; sessions end, and what was
 * done stays. Returns how many in each project. The caller makes sure that somebody still administers it.
 */
export async function removeDemoAccounts(tx: Tx, passwordHash: string): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; projectId: string }[]>`
    update accounts set status = case when status = 'deleted' then status else 'disabled' end, demo = false,
      password_hash = ${passwordHash}, wechat_open_id = null, wechat_union_id = null, sessions_from = moment()
    where demo returning id, project_id`
  await announceEnding(tx)
  const removed = new Map<string, number>()
  for (const { id, projectId } of rows) {
    removed.set(projectId, (removed.get(projectId) ?? 0) + 1)
    await audit(tx, {
      by: null,
      projectId,
      action: 'account.disable',
      subjectKind: 'account',
      subjectId: id,
      reason: 'account.demoClosed' satisfies SystemReason,
    })
  }
  return removed
}

/** Gives an account the WeChat that signs it in, or takes it away; the caller has made sure that no other has it. */
export async function changeWechat(
  tx: Tx,
  accountId: string,
  wechat: { openId: string; unionId: string | null } | null,
): Promise<void> {
  await tx`
    update accounts set wechat_open_id = ${wechat?.openId ?? null}, wechat_union_id = ${wechat?.unionId ?? null}
    where id = ${accountId}`
}
