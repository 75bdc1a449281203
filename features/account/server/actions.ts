import type { SystemReason } from '../../../contract/systemReason.ts'
import { maskMobile } from '../../../contract/identity.ts'
import { countedRows } from '../../../contract/paging.ts'
import { refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Action, audit, auditAll } from '../../../server/audit.ts'
import { type Db, type Fragment, now, type Tx, where } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Scope } from '../../../server/session.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { addressMessages, sendMessage } from '../../message/server/actions.ts'
import { accountRefusals } from '../contract.ts'
import { passwordFault } from '../rules.ts'
import { mobileChanged, passwordChanged } from './messages.ts'

/** Matches the name of a learner `s`: a single character is a family name, more are any part of the name. */
const isNamed = (db: Db, keyword: string): Fragment =>
  [...keyword].length === 1
    ? db`left(s.real_name, 1) = ${keyword}`
    : db`s.name_bigrams @> ${bigramsOf(keyword)} and ${nameContains(db, db`s.real_name`, keyword)}`

/**
 * True if an account `a`, with or without a profile `s`, is shown by a name: for lists that are far shorter
 * than that of all learners, as no index knows both.
 */
export const isShownAs = (db: Db, keyword: string): Fragment => {
  const shown = db`coalesce(s.real_name, a.user_name)`
  return [...keyword].length === 1 ? db`left(${shown}, 1) = ${keyword}` : nameContains(db, shown, keyword)
}

/**
 * The learners of a project, or of a unit and those below it, by a name: found only by indexes, the newest ten thousand
 * of them. A unit's are sought among its own, however many newer ones elsewhere have the name.
 */
export function learnersNamed(
  db: Db,
  { projectId, unitPath }: Pick<Scope, 'projectId' | 'unitPath'>,
  keyword: string,
): Fragment {
  // By the profile's own unit, which the index of names holds as well.
  const below =
    unitPath === null ? db`` : db`and s.unit_id in (select id from units where path like ${`${unitPath}%`})`
  return db`
    select s.account_id from students s
    where s.project_id = ${projectId} and ${isNamed(db, keyword)} ${below}
    order by s.account_id desc limit ${countedRows}`
}

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
  /** The unit, where the owner named it and nobody has confirmed it yet. */
  claimedUnitId?: string | null
  loginName: string
  userName: string
  passwordHash: string
  /** Null until its owner proves one. */
  mobile: string | null
}

/** Accounts of one role, of a project, with one password. */
type AlikeAccount = Pick<NewAccount, 'loginName' | 'userName' | 'unitId' | 'claimedUnitId' | 'mobile'>

/**
 * Creates accounts of one role at once; returns their ids by login name, without those whose name or number is in use.
 */
export async function createAccounts(
  tx: Tx,
  secrets: Secrets,
  all: { projectId: string; roleId: string; passwordHash: string },
  accounts: readonly AlikeAccount[],
): Promise<Map<string, string>> {
  if (accounts.length === 0) return new Map()
  // Known before they are written: a number is sealed for its row.
  const ids = await tx<{ id: string }[]>`select new_id() as id from generate_series(1, ${accounts.length})`
  const rows = await tx`
    insert into accounts ${tx(
      accounts.map(({ mobile, ...account }, at) => {
        const { id } = ids[at]!
        return { id, ...all, ...account, ...(mobile === null ? noMobile : sealed(secrets, id, mobile)) }
      }),
    )}
    on conflict do nothing returning id, login_name`
  return new Map(rows.map((row) => [row.loginName as string, row.id as string]))
}

/** Gives accounts that have no mobile number the one staff entered; those that have one, or whose is in use, stay. */
export async function giveMobiles(
  tx: Tx,
  secrets: Secrets,
  giverId: string,
  given: readonly { accountId: string; mobile: string }[],
): Promise<void> {
  const reached: string[] = []
  for (const { accountId, mobile } of given) {
    const columns = sealed(secrets, accountId, mobile)
    const rows = await tx`
      update accounts a set ${tx(columns)}
      where a.id = ${accountId} and a.mobile_index is null and not exists (
        select from accounts o where o.project_id = a.project_id and o.mobile_index = ${columns.mobileIndex}
          and o.status <> 'deleted') returning id`
    if (rows.length > 0) reached.push(accountId)
  }
  await giveAccess(tx, giverId, ...reached)
}

/** A mobile number as an account stores it. */
const sealed = (secrets: Secrets, accountId: string, mobile: string) => ({
  mobileSealed: secrets.seal('accounts.mobile', accountId, mobile),
  mobileIndex: secrets.blindIndex('mobile', mobile),
  mobileMask: maskMobile(mobile),
})

const noMobile = { mobileSealed: null, mobileIndex: null, mobileMask: null }

/** Creates an account; a login name or mobile number in use is refused with its field. */
export async function createAccount(tx: Tx, secrets: Secrets, account: NewAccount): Promise<string> {
  const { projectId, roleId, passwordHash, ...own } = account
  const created = await createAccounts(tx, secrets, { projectId, roleId, passwordHash }, [own])
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
  await sendMessage(tx, passwordChanged, accountId, { at: await now(tx) })
}

/**
 * Gives an account another mobile number; one that somebody has is refused with its field. The old number and the new
 * one are both written to.
 */
export async function changeMobile(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  mobile: string,
): Promise<void> {
  const [before] = await tx<{ mobileIndex: Buffer | null }[]>`
    select mobile_index from accounts where id = ${accountId} for update`
  const isOther = before?.mobileIndex && !before.mobileIndex.equals(secrets.blindIndex('mobile', mobile))
  const messageId = isOther
    ? await sendMessage(tx, mobileChanged, accountId, { at: await now(tx), mobile: maskMobile(mobile) })
    : null
  try {
    await tx.savepoint(
      (inner) =>
        inner`update accounts set ${inner(sealed(secrets, accountId, mobile))} where id = ${accountId}`,
    )
  } catch (error) {
    if ((error as { code?: string }).code === '23505') refuse(accountRefusals.mobileTaken, {}, 'mobile')
    throw error
  }
  if (messageId) await addressMessages(tx, mobileChanged, [messageId])
}

/**
 * Gives an account the number that staff entered. A number is a way in: who entered it gave access, and where it replaces
 * another, every session ends and the former number is notified. Returns the former one masked, or null; the caller writes the record.
 */
export async function replaceMobile(
  tx: Tx,
  secrets: Secrets,
  giverId: string,
  accountId: string,
  mobile: string,
): Promise<string | null> {
  const [account] = await tx<{ mobileIndex: Buffer | null; mobileMask: string | null }[]>`
    select mobile_index, mobile_mask from accounts where id = ${accountId} for no key update`
  if (account?.mobileIndex?.equals(secrets.blindIndex('mobile', mobile))) return account.mobileMask
  await changeMobile(tx, secrets, accountId, mobile)
  await giveAccess(tx, giverId, accountId)
  if (!account?.mobileIndex) return null
  await endSessionsOf(tx, accountId)
  return account.mobileMask
}

/** Changes the name in the top bar and the key of the picture; fields left out stay. */
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

/**
 * Records that somebody gave accounts a password or a number to sign in with, and with them everybody who lately gave access
 * to an account of theirs. Who gave it before stays on record.
 */
export async function giveAccess(tx: Tx, giverId: string, ...accountIds: readonly string[]): Promise<void> {
  const ids = accountIds.toSorted()
  // All people of a partner are more than one statement may write in its time.
  for (let at = 0; at < ids.length; at += 10_000) {
    await tx`
      insert into account_accesses (account_id, giver_id)
      select a.id, hands.id from unnest(${ids.slice(at, at + 10_000)}::uuid[]) a (id) cross join (
        select ${giverId}::uuid as id
        union select x.giver_id from account_accesses x
          where x.account_id = any((select own_accounts(array[${giverId}::uuid]))::uuid[])
            and x.given_at > moment() - access_counts()) hands
      where hands.id <> a.id order by a.id, hands.id
      on conflict (account_id, giver_id) do update set given_at = excluded.given_at`
  }
}

/** Deletes who gave access to a closed account; what its holder gave others stays. */
export async function eraseAccesses(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from account_accesses where account_id = ${accountId}`
}

/** Kind of doubt about a unit: who alone put the learner there, and whether its owner had merely named it. */
export interface Doubt {
  movedBy: string
  isNamed?: boolean
}

/**
 * Puts an account into a unit, or into none; with a doubt, another than who moved it has to confirm that its owner belongs
 * there where they may pay less by it. The caller ends its sessions and writes the record.
 */
export async function changeUnit(
  tx: Tx,
  accountId: string,
  unitId: string | null,
  doubt: Doubt | null = null,
): Promise<void> {
  const claimedUnitId = doubt?.isNamed ? unitId : null
  // Moved twice, a learner is still known where they were before the first of it.
  const move = doubt
    ? tx`moved_by = ${doubt.movedBy}, moved_at = moment(), moved_from = known_unit(a)`
    : tx`moved_by = null, moved_at = null, moved_from = null`
  await tx`
    update accounts a set unit_id = ${unitId}, claimed_unit_id = ${claimedUnitId}, ${move} where a.id = ${accountId}`
}

/** The condition that the owner of an account `a` is still to be confirmed in its unit, or null. */
export const isUnconfirmed = (db: Db): Fragment => db`is_unconfirmed(a)`

/**
 * The condition that it would be new if somebody confirmed that the owner of an account `a` belongs to its unit: the owner
 * named it, or one person put them there lately, who was not the one who confirms; nobody confirms themselves.
 */
export const isToConfirm = (db: Db, by: string | null): Fragment => db`(
  (a.claimed_unit_id = a.unit_id or a.moved_at > moment() - access_counts()) is true
  and is_same_person(${by}, a.moved_by) is not true and (a.id = any((select hands_of(${by}))::uuid[])) is not true)`

/**
 * Confirms that the owners of accounts belong to the units they named or were put into, with a record of each whom that
 * was new for. Whom the one who confirms put there alone stays to be confirmed, and so does what they named otherwise; the
 * same of who had a hand in it.
 */
export async function confirmUnits(
  tx: Tx,
  by: Action['by'],
  members: readonly { accountId: string; unitId: string }[],
  hands: readonly string[] = [],
): Promise<void> {
  const [ids, units] = [members.map((one) => one.accountId), members.map((one) => one.unitId)]
  const confirmed = await tx<{ accountId: string; unitId: string }[]>`
    update accounts a set claimed_unit_id = null, moved_by = null, moved_at = null, moved_from = null
    from unnest(${ids}::uuid[], ${units}::uuid[]) as m (id, unit_id)
    ${where(tx, [
      tx`a.id = m.id and a.unit_id = m.unit_id`,
      ...[by?.accountId ?? null, ...hands].map((one) => isToConfirm(tx, one)),
    ])}
    returning a.id as account_id, m.unit_id`
  const about = { by, action: 'student.confirmUnit', subjectKind: 'account' } as const
  await auditAll(
    tx,
    confirmed.map(({ accountId: subjectId, unitId }) => ({ ...about, subjectId, after: { unitId } })),
  )
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

/** Takes everything personal from an account that is closed; its login name and number are free again. */
export async function eraseAccount(tx: Tx, accountId: string, name: string): Promise<void> {
  await tx`
    update accounts set status = 'deleted', login_name = 'closed-' || id, user_name = ${name}, password_hash = '-',
      image_key = null, mobile_sealed = null, mobile_index = null, mobile_mask = null, wechat_open_id = null,
      wechat_union_id = null, sessions_from = moment()
    where id = ${accountId}`
  await announceEnding(tx)
}
