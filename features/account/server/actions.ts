import { maskMobile } from '../../../contract/identity.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
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

/** Creates an account; a login name or mobile number in use is refused with its field. */
export async function createAccount(tx: Tx, secrets: Secrets, account: NewAccount): Promise<string> {
  const { mobile, ...columns } = account
  const [row] = await tx`insert into accounts ${tx({
    ...columns,
    ...(mobile !== null && {
      mobileSealed: secrets.seal('accounts.mobile', mobile),
      mobileIndex: secrets.blindIndex('mobile', mobile),
      mobileMask: maskMobile(mobile),
    }),
  })} on conflict do nothing returning id`
  if (row) return row.id as string
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
  const columns = {
    mobileSealed: secrets.seal('accounts.mobile', mobile),
    mobileIndex: secrets.blindIndex('mobile', mobile),
    mobileMask: maskMobile(mobile),
  }
  try {
    await tx.savepoint((inner) => inner`update accounts set ${inner(columns)} where id = ${accountId}`)
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

/** Ends every session of an account, everywhere and at once: after disable, delete, reset and change of roles. */
export async function endSessionsOf(tx: Tx, accountId: string): Promise<void> {
  await tx`update accounts set sessions_from = moment() where id = ${accountId}`
  await tx`select pg_notify('session_ended', ${accountId})`
}

/** Gives an account the WeChat that signs it in, or takes it away; whoever asks has made sure that no other has it. */
export async function changeWechat(
  tx: Tx,
  accountId: string,
  wechat: { openId: string; unionId: string | null } | null,
): Promise<void> {
  await tx`
    update accounts set wechat_open_id = ${wechat?.openId ?? null}, wechat_union_id = ${wechat?.unionId ?? null}
    where id = ${accountId}`
}
