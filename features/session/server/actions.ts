import { normalizeLogin } from '../../../contract/normalize.ts'
import { randomBytes } from 'node:crypto'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Pool, Tx } from '../../../server/db.ts'
import { listenersOf } from '../../../server/events.ts'
import { badInput } from '../../../server/input.ts'
import { passwordMatches } from '../../../server/password.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { hashToken, type RoleToken, writeRoleToken } from '../../../server/session.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { noteSignIn } from '../../account/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { sessionRefusals } from '../contract.ts'
import { chooseRole, decodeCredential } from '../rules.ts'
import { type DeviceVisitor, knownDevice, rememberDevice } from './device.ts'
import { findLiveSession, findLogin, findPortalProject, type GrantedRole, grantedRoles } from './data.ts'
import { sessionLife, whyNot } from './gate.ts'
import { proveAsHolder, proveAsStranger } from './guessing.ts'

export { sessionOfWork } from './gate.ts'

/** The visitor of a request, and how to set the browser's cookie beside its token; a call's `ctx` is one. */
export interface Visitor extends DeviceVisitor {
  ip: string
  agent: string
  requestId?: string
  setCompanion?(companion: string): void
}

/** Account a session is for, with its role and unit. */
interface SessionAccount {
  id: string
  projectId: string
  roleId: string
  roleSystem: number
  unitId: string | null
}

const freshSecret = () => randomBytes(32).toString('base64url')

async function insertSession(
  tx: Tx,
  account: SessionAccount,
  session: { awaitsFactor: boolean; factorProved?: boolean; expiresAt?: string },
  visitor: Visitor,
): Promise<string> {
  const [token, companion] = [freshSecret(), freshSecret()]
  const life = account.roleSystem === 3 ? sessionLife.learner : sessionLife.manager
  const idle = session.awaitsFactor ? sessionLife.step : life.idle
  await tx`
    insert into sessions (token_hash, companion_hash, account_id, role_id, unit_id, awaits_factor, factor_proved, must_agree,
      ip, agent, idle_until, expires_at)
    values (${hashToken(token)}, ${hashToken(companion)}, ${account.id}, ${account.roleId}, ${account.unitId},
      ${session.awaitsFactor}, ${session.factorProved ?? false},
      ${account.roleSystem === 3} and agreement_due(${account.id}), ${visitor.ip}, ${visitor.agent.slice(0, 300)}, moment() + ${idle}::interval,
      coalesce(${session.expiresAt ?? null}::timestamptz, moment() + ${life.absolute}::interval))`
  visitor.setCompanion?.(companion)
  return token
}

/** Ends the earlier sessions of an account with a reason, where the portal allows one session per account. */
async function endEarlier(tx: Tx, account: { id: string; projectId: string }): Promise<void> {
  if (!(await getSettings(tx, account.projectId)).singleSession) return
  const ended = await tx`
    update sessions set revoked_at = moment(), ended_why = 'elsewhere'
    where account_id = ${account.id} and viewed_from is null and revoked_at is null and expires_at > moment()
    returning id`
  if (ended.length > 0) await announceEnding(tx)
}

declare module '../../../server/events.ts' {
  interface Events {
    /** An account is signed in to. */
    signIn(tx: Tx, accountId: string): Promise<void>
  }
}

/**
 * Opens a session for an account that has proved itself; returns the token, which is stored nowhere. Where the account
 * or its role has a second factor the session awaits it: the token opens nothing but that step. `by` is who really
 * acts, when it is the holder of another account.
 */
export async function openSession(
  tx: Tx,
  account: SessionAccount,
  visitor: Visitor,
  by: string = account.id,
): Promise<string> {
  // Writes the account's row: two sign-ins of one account come one after the other.
  await noteSignIn(tx, account.id)
  for (const handle of listenersOf('signIn')) await handle(tx, account.id)
  const [factor] = await tx<{ awaits: boolean }[]>`
    select r.second_factor or exists (
      select from second_factors f where f.account_id = ${account.id} and f.confirmed_at is not null) as awaits
    from roles r where r.id = ${account.roleId}`
  const awaitsFactor = factor?.awaits ?? false
  if (!awaitsFactor) await endEarlier(tx, account)
  const token = await insertSession(tx, account, { awaitsFactor }, visitor)
  if (!awaitsFactor) rememberDevice(visitor, account.id)
  await audit(tx, {
    by: {
      accountId: by,
      projectId: account.projectId,
      request: { ip: visitor.ip, id: visitor.requestId ?? null },
    },
    action: 'session.open',
    subjectKind: 'account',
    subjectId: account.id,
    after: { ip: visitor.ip, roleId: account.roleId, unitId: account.unitId, awaitsFactor },
  })
  return token
}

/** Time staff may look at a learner's pages before they must start again. */
const viewLife = '15 minutes'

/**
 * Opens a session in which staff look at a learner's pages and change nothing; the caller has made sure that they
 * may. It has no companion, ends an earlier look of theirs, and ends with the session it is looked from.
 */
export async function openView(
  tx: Tx,
  learner: Omit<SessionAccount, 'projectId' | 'roleSystem'>,
  from: { sessionId: string },
  visitor: Visitor,
): Promise<{ id: string; token: string; until: string }> {
  const token = freshSecret()
  const ended = await tx`
    update sessions set revoked_at = moment(), ended_why = 'left'
    where viewed_from = ${from.sessionId} and revoked_at is null returning id`
  if (ended.length > 0) await announceEnding(tx)
  const [row] = await tx<{ id: string; until: string }[]>`
    insert into sessions (token_hash, account_id, role_id, unit_id, viewed_from, ip, agent, idle_until, expires_at)
    values (${hashToken(token)}, ${learner.id}, ${learner.roleId}, ${learner.unitId}, ${from.sessionId}, ${visitor.ip},
      ${visitor.agent.slice(0, 300)}, moment() + ${viewLife}::interval, moment() + ${viewLife}::interval)
    returning id, expires_at as until`
  return { ...row!, token }
}

/** The project somebody signs in to: that of the unit they came for, also while they are signed in to another. */
export async function portalProject(ctx: {
  db: Db
  session: object | null
  input: { unitId?: string }
  projectId: string
}): Promise<string> {
  const { db, session, input, projectId } = ctx
  return session && input.unitId ? ((await findPortalProject(db, input.unitId)) ?? projectId) : projectId
}

/** Ends the session that a browser had when somebody signed in there again: nothing stores its token any more. */
export async function endReplaced(db: Pool, session: { id: string } | null): Promise<void> {
  if (session) await db.begin((tx) => endSession(tx, session.id))
}

/** Opens the sessions of an account that awaited its acceptance of the agreement. */
export async function noteAgreed(tx: Tx, accountId: string): Promise<void> {
  const opened = await tx`
    update sessions set must_agree = false where account_id = ${accountId} and must_agree returning id`
  if (opened.length > 0) await announceEnding(tx)
}

/** Ends one session immediately, everywhere. */
export async function endSession(
  tx: Tx,
  sessionId: string,
  why: 'left' | 'remote' | 'renewed' = 'left',
): Promise<string | null> {
  const [ended] = await tx<{ expiresAt: string }[]>`
    update sessions set revoked_at = moment(), ended_why = ${why}
    where id = ${sessionId} and revoked_at is null returning expires_at`
  await announceEnding(tx)
  return ended?.expiresAt ?? null
}

/** Ends every session of an account but this one; returns how many. */
export async function endOthers(tx: Tx, session: { id: string; accountId: string }): Promise<number> {
  const ended = await tx`
    update sessions set revoked_at = moment(), ended_why = 'remote'
    where account_id = ${session.accountId} and id <> ${session.id} and revoked_at is null returning id`
  await announceEnding(tx)
  return ended.length
}

/**
 * Goes on with a live session under a fresh token, perhaps in another role; the old token dies, and the session ends
 * when the old one would have. Refuses with 401 when it is over or another renewal was faster.
 */
export async function renewSession(
  tx: Tx,
  sessionId: string,
  visitor: Visitor,
  change: Partial<Pick<SessionAccount, 'roleId' | 'roleSystem' | 'unitId'>> & {
    factorProved?: boolean
    awaitsFactor?: boolean
  } = {},
): Promise<string> {
  const live = (await findLiveSession(tx, { id: sessionId }, true)) ?? refuse(commonRefusals.notSignedIn)
  const {
    factorProved = live.factorProved,
    awaitsFactor = live.awaitsFactor && !factorProved,
    ...role
  } = change
  const expiresAt = (await endSession(tx, sessionId, 'renewed'))!
  const account = { ...live, ...role, id: live.accountId }
  if (factorProved && live.awaitsFactor) {
    await endEarlier(tx, account)
    rememberDevice(visitor, account.id)
  }
  return insertSession(tx, account, { awaitsFactor, factorProved, expiresAt }, visitor)
}

/**
 * Returns whether a password is an account's. An unknown account (null, under the name that was typed) costs
 * and answers the same. Counts the guess first; refuses when too many were wrong. Guesses on a device that
 * the account has signed in on, and of the signed-in person (`own`), are counted apart from those of
 * strangers; a new password starts with counts of its own.
 */
export async function provePassword(
  db: Db,
  guess: {
    known: { id: string; passwordHash: string } | null
    name: string
    password: string
    visitor: Pick<Visitor, 'ip'> & DeviceVisitor
    own?: boolean
  },
): Promise<boolean> {
  const { known, visitor, own = false } = guess
  const prove = () => passwordMatches(guess.password, known?.passwordHash ?? null)
  const typed = guess.name.toLowerCase()
  const account = known ? `${known.id} ${known.passwordHash}` : `nobody ${typed}`
  const holder = own ? 'own' : known && knownDevice(visitor, known.id)
  if (holder) return proveAsHolder(db, account, holder, prove)
  // By the name that was typed: that a number and a name are one account's is not revealed.
  const name = `${typed} ${known?.passwordHash ?? ''}`
  return proveAsStranger(db, { account, name, ip: visitor.ip }, prove)
}

/**
 * The account that encoded account and password belong to. Unknown account and wrong password are refused alike and
 * take the same time; after five wrong ones each further one has to wait, known or not.
 */
export async function proveAccount(
  db: Pool,
  secrets: Secrets,
  input: { account: string; password: string; projectId: string },
  visitor: Pick<Visitor, 'ip'> & DeviceVisitor,
) {
  const typed = decodeCredential(input.account)
  const password = decodeCredential(input.password)
  const problem = { zh: '应为去空格后 base64 编码的文字', en: 'must be base64 of trimmed text' }
  if (typed === null) throw badInput('account', problem)
  const account = normalizeLogin(typed)
  if (password === null) throw badInput('password', problem)
  const known = await findLogin(db, input.projectId, account, secrets.blindIndex('mobile', account))
  const name = `${input.projectId} ${account}`
  const matches = await provePassword(db, { known, name, password, visitor })
  return known && matches ? known : refuse(sessionRefusals.wrongLogin)
}

/**
 * Locks an account whose password was proved, until the transaction ends. While the hash was calculated it may have been
 * reset or disabled: then it is refused as a wrong password is.
 */
export async function lockProved(tx: Tx, account: { id: string; passwordHash: string }): Promise<void> {
  const [same] = await tx`
    select 1 from accounts where id = ${account.id} and password_hash = ${account.passwordHash} and status = 'active'
    for no key update`
  if (!same) refuse(sessionRefusals.wrongLogin)
}

/** Signs in with encoded account and password, in the requested role if the account has it; returns the token. */
export async function signIn(
  db: Pool,
  secrets: Secrets,
  input: { account: string; password: string; projectId: string; roleType?: string },
  visitor: Visitor,
): Promise<string> {
  const account = await proveAccount(db, secrets, input, visitor)
  const role = input.roleType ? chooseRole(await grantedRoles(db, account.id), input.roleType) : null
  if (input.roleType && !role && (await isSingleRole(db, account.projectId))) {
    refuse(sessionRefusals.roleNotHeld, {}, 'roleType')
  }
  return db.begin(async (tx) => {
    await lockProved(tx, account)
    return openSession(tx, { ...account, ...role }, visitor)
  })
}

interface Acting {
  id: string
  accountId: string
  projectId: string
  roleId: string
  unitId: string | null
}

/** True if the role chosen at sign-in is the only one. */
export async function isSingleRole(db: Db, projectId: string): Promise<boolean> {
  return (await getSettings(db, projectId)).singleRole
}

/** Refuses where the role chosen at sign-in is the only one. */
export async function assertMaySwitch(db: Db, projectId: string): Promise<void> {
  if (await isSingleRole(db, projectId)) refuse(sessionRefusals.singleRole)
}

/** Goes on in another role of the same account, under a fresh token; returns it. */
export async function actAs(tx: Tx, session: Acting, role: GrantedRole, visitor: Visitor): Promise<string> {
  const [factor] = await tx<{ enrolled: boolean; proved: boolean }[]>`
    select s.factor_proved as proved, exists (select from second_factors f
      where f.account_id = s.account_id and f.confirmed_at is not null) as enrolled
    from roles r join sessions s on s.id = ${session.id} where r.id = ${role.roleId} and r.second_factor`
  if (factor && !factor.enrolled) refuse(sessionRefusals.factorFirst)
  // A session signed in before the factor was set up cannot switch to a role that requires it.
  if (factor && !factor.proved) refuse(sessionRefusals.factorUnproved)
  const token = await renewSession(tx, session.id, visitor, role)
  await audit(tx, {
    by: session,
    action: 'session.changeRole',
    subjectKind: 'account',
    subjectId: session.accountId,
    before: { roleId: session.roleId, unitId: session.unitId },
    after: { roleId: role.roleId, unitId: role.unitId },
  })
  return token
}

/**
 * Changes to the role named in the token, inside the session of its companion: the same role's unit where the
 * account holds it for several. Refuses with 401 without a live companion, with 403 when the role is not granted.
 */
export async function changeRole(db: Pool, chosen: RoleToken, visitor: Visitor) {
  const live = await findLiveSession(db, { companionHash: hashToken(chosen.companion) })
  if (!live || live.awaitsFactor) refuse(await whyNot(db, writeRoleToken(chosen)))
  await assertMaySwitch(db, live.projectId)
  const named = (await grantedRoles(db, live.accountId)).filter((role) => role.roleName === chosen.roleName)
  const role =
    named.find((candidate) => candidate.unitId === live.unitId) ??
    named[0] ??
    refuse(commonRefusals.notAllowed)
  await db.begin((tx) => actAs(tx, live, role, visitor))
  return role
}

/** Moves open sessions, and tickets for new ones, from a unit to another: who works continues and sees the other. */
export async function moveSessions(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update sessions set unit_id = ${toId} where unit_id = ${fromId}`
  await tx`update session_tickets set unit_id = ${toId} where unit_id = ${fromId}`
  await announceEnding(tx)
}
