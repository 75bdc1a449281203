import { createHash, randomBytes } from 'node:crypto'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import { now, type Pool, type Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { hashToken, readRoleToken, type Session } from '../../../../server/session.ts'
import { lockOther } from '../../../account/manage/server/actions.ts'
import { endSessionsOf } from '../../../account/server/actions.ts'
import { resetAttempts, refundAttempt, consumeAttempt } from '../../../rateLimit/server/actions.ts'
import { decodeCredential } from '../../rules.ts'
import { endOthers, provePassword, renewSession, type Visitor } from '../../server/actions.ts'
import { findLiveSession, getLogin } from '../../server/data.ts'
import { whyNot } from '../../server/gate.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { factorRefusals } from '../contract.ts'
import { type Factor, lockFactor } from './data.ts'
import { factorRemoved } from './messages.ts'
import { base32, otpauthUri, stepOfCode } from './totp.ts'

const place = 'second_factors.secret'
const hashCode = (accountId: string, code: string) =>
  createHash('sha256').update(`${accountId}:${code}`).digest()

export interface Holder {
  sessionId: string
  accountId: string
  projectId: string
  roleSystem: number
  /** The session opens nothing yet but this step. */
  awaits: boolean
}

/**
 * Returns the account whose second factor it is about: the session's, or that of one which still awaits it.
 * Refuses with 401.
 */
export async function holderOf(
  db: Pool,
  caller: { session: Session | null; token: string | null },
): Promise<Holder> {
  const { session, token } = caller
  if (session) return { ...session, sessionId: session.id, awaits: false }
  const live =
    token && !readRoleToken(token) ? await findLiveSession(db, { tokenHash: hashToken(token) }) : null
  if (!live) refuse(token ? await whyNot(db, token) : commonRefusals.notSignedIn)
  return { ...live, sessionId: live.id, awaits: live.awaitsFactor }
}

/** Refuses (422) any password but the account's own; counts the guess. */
async function assertOwnPassword(
  db: Pool,
  accountId: string,
  encoded: string | undefined,
  ip: string,
): Promise<void> {
  const password = encoded === undefined ? null : decodeCredential(encoded)
  if (password === null)
    throw badInput('password', { zh: '应为去空格后 base64 编码的文字', en: 'must be base64 of trimmed text' })
  const known = await getLogin(db, accountId)
  if (!(await provePassword(db, { known, name: '', password, visitor: { ip }, own: true }))) {
    refuse(factorRefusals.wrongPassword, {}, 'password')
  }
}

/**
 * Draws a fresh secret for a manager without a second factor; an earlier one that was never confirmed is forgotten.
 * Requires the password (422), so that nobody can set up their own telephone in a session left open; the step right
 * after a sign-in has just had it.
 */
export async function enrol(
  db: Pool,
  secrets: Secrets,
  holder: Holder,
  given: { password?: string | undefined; ip: string },
): Promise<{ uri: string; secret: string }> {
  if (holder.roleSystem === 3) refuse(factorRefusals.notForLearners)
  if (!holder.awaits) await assertOwnPassword(db, holder.accountId, given.password, given.ip)
  const secret = randomBytes(20)
  const sealed = secrets.seal(place, holder.accountId, secret.toString('base64'))
  const [row] = await db`
    insert into second_factors (account_id, secret_sealed) values (${holder.accountId}, ${sealed})
    on conflict (account_id) do update set secret_sealed = excluded.secret_sealed, created_at = moment()
    where second_factors.confirmed_at is null returning account_id`
  if (!row) refuse(factorRefusals.alreadySet)
  const [name] = await db<{ loginName: string; title: string }[]>`
    select a.login_name, settings_of(a.project_id)->>'shortTitle' as title from accounts a
    where a.id = ${holder.accountId}`
  return { uri: otpauthUri(name!.title, name!.loginName, secret), secret: base32(secret) }
}

/** Uses a code up; false when it is wrong, too early or late, or used. Recovery codes are of ten letters. */
async function spendCode(tx: Tx, secrets: Secrets, accountId: string, factor: Factor, code: string) {
  if (/^\d{6}$/.test(code)) {
    const secret = Buffer.from(secrets.open(place, accountId, factor.secretSealed), 'base64')
    const step = stepOfCode(secret, code, factor.nowStep, factor.lastStep)
    if (step === null) return null
    await tx`update second_factors set last_step = ${step} where account_id = ${accountId}`
    return 'code' as const
  }
  if (!factor.confirmed) return null
  const spent = await tx`
    update recovery_codes set used_at = moment()
    where account_id = ${accountId} and code_hash = ${hashCode(accountId, code)} and used_at is null
    returning account_id`
  return spent.length === 1 ? ('recovery' as const) : null
}

/** Ten single-use codes of 50 bits each, in place of those there were; only their hashes are stored. */
async function drawRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () => base32(randomBytes(7)).slice(0, 10))
  await tx`delete from recovery_codes where account_id = ${accountId}`
  await tx`insert into recovery_codes ${tx(
    codes.map((code) => ({ accountId, codeHash: hashCode(accountId, code) })),
  )}`
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Counts a guess at a factor against account and address, makes it, and gives the tries back when it was right. */
async function guessing<T>(db: Pool, accountId: string, ip: string, guess: () => Promise<T>): Promise<T> {
  await consumeAttempt(db, 'address', ip)
  await consumeAttempt(db, 'factor', accountId, factorRefusals.factorLocked)
  const right = await guess()
  await resetAttempts(db, 'factor', accountId)
  await refundAttempt(db, 'address', ip)
  return right
}

/** Confirms a fresh secret with its first code; returns the recovery codes and a fresh token. */
export async function confirm(db: Pool, secrets: Secrets, holder: Holder, vcode: string, visitor: Visitor) {
  const { accountId } = holder
  return guessing(db, accountId, visitor.ip, () =>
    db.begin(async (tx) => {
      const factor = (await lockFactor(tx, accountId)) ?? refuse(factorRefusals.notSet)
      if (factor.confirmed) refuse(factorRefusals.alreadySet)
      const how = await spendCode(tx, secrets, accountId, factor, vcode)
      if (!how) refuse(factorRefusals.wrongFirst, {}, 'vcode')
      await tx`update second_factors set confirmed_at = moment() where account_id = ${accountId}`
      const recoveryCodes = await drawRecoveryCodes(tx, accountId)
      await audit(tx, {
        by: holder,
        action: 'account.enrolFactor',
        subjectKind: 'account',
        subjectId: accountId,
      })
      // Sessions opened with only the password end.
      await endOthers(tx, { id: holder.sessionId, accountId })
      const tokenCode = await renewSession(tx, holder.sessionId, visitor, { factorProved: true })
      return { recoveryCodes, data: { tokenCode } }
    }),
  )
}

/** Proves the second factor that a session awaits; returns the token of the session that continues from there. */
export async function prove(
  db: Pool,
  secrets: Secrets,
  holder: Holder,
  vcode: string,
  visitor: Visitor,
): Promise<string> {
  const { accountId } = holder
  return guessing(db, accountId, visitor.ip, () =>
    db.begin(async (tx) => {
      const factor = await lockFactor(tx, accountId)
      if (!factor?.confirmed) refuse(factorRefusals.notSet)
      const how = await spendCode(tx, secrets, accountId, factor, vcode)
      if (!how) refuse(factorRefusals.wrongFactor, {}, 'vcode')
      await audit(tx, {
        by: holder,
        action: 'session.proveFactor',
        subjectKind: 'account',
        subjectId: accountId,
        after: { how },
      })
      return renewSession(tx, holder.sessionId, visitor, { factorProved: true })
    }),
  )
}

/**
 * Removes the second factor of the own account; or of another manager, who lost the telephone, whose sessions then
 * end: by those who hold the permission for it and all that the other does. Requires the caller's own password.
 * Refuses with 403, 404 and 422.
 */
export async function remove(
  db: Pool,
  session: Session,
  given: { password: string; accountId?: string | undefined },
  visitor: Visitor,
): Promise<void> {
  const accountId = given.accountId ?? session.accountId
  const isOwn = accountId === session.accountId
  if (!isOwn && !session.menus.has('/account-manage/administrator-list#factor'))
    refuse(commonRefusals.notAllowed)
  await assertOwnPassword(db, session.accountId, given.password, visitor.ip)
  await db.begin(async (tx) => {
    if (!isOwn) await lockOther(tx, session, accountId, 'factor')
    const gone = await tx`delete from second_factors where account_id = ${accountId} returning account_id`
    if (gone.length === 0) refuse(commonRefusals.notFound)
    await tx`delete from recovery_codes where account_id = ${accountId}`
    if (!isOwn) await endSessionsOf(tx, accountId)
    await sendMessage(tx, factorRemoved, accountId, { at: await now(tx) })
    await audit(tx, {
      by: session,
      action: 'account.removeFactor',
      subjectKind: 'account',
      subjectId: accountId,
    })
  })
}
