import { randomBytes } from 'node:crypto'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { passwordMatches } from '../../../server/password.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { noteSignIn, noteWrongPassword } from '../../account/server/actions.ts'
import { sessionRefusals } from '../contract.ts'
import { decodeCredential, lockAfter, lockMinutes } from '../rules.ts'
import { findLogin } from './data.ts'
import { hashToken, sessionLife } from './gate.ts'

export interface Visitor {
  ip: string
  agent: string
}

/** Opens a session for an account that has proved itself; gives the token, which is stored nowhere. */
export async function openSession(
  tx: Tx,
  account: { id: string; projectId: string; roleId: string; roleSystem: number; unitId: string | null },
  visitor: Visitor,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const life = account.roleSystem === 3 ? sessionLife.learner : sessionLife.manager
  await tx`
    insert into sessions (token_hash, account_id, role_id, unit_id, ip, agent, idle_until, expires_at)
    values (${hashToken(token)}, ${account.id}, ${account.roleId}, ${account.unitId}, ${visitor.ip}, ${visitor.agent.slice(0, 300)},
      moment() + ${life.idle}::interval, moment() + ${life.absolute}::interval)`
  await noteSignIn(tx, account.id)
  await audit(tx, {
    by: { accountId: account.id, projectId: account.projectId },
    action: 'session.open',
    subjectKind: 'account',
    subjectId: account.id,
    after: { ip: visitor.ip },
  })
  return token
}

/** Ends one session at once, everywhere. */
export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx`update sessions set revoked_at = moment() where id = ${sessionId} and revoked_at is null`
  await tx`select pg_notify('session_ended', ${sessionId})`
}

/**
 * Signs in with encoded account and password. Unknown account and wrong password answer alike and take
 * the same time; five wrong ones lock the account for a quarter of an hour.
 */
export async function signIn(
  db: Pool,
  secrets: Secrets,
  input: { account: string; password: string; projectId: string },
  visitor: Visitor,
): Promise<string> {
  const account = decodeCredential(input.account)
  const password = decodeCredential(input.password)
  const problem = { zh: '应为去空格后 base64 编码的文字', en: 'must be trimmed text in base64' }
  if (account === null) throw badInput('account', problem)
  if (password === null) throw badInput('password', problem)
  const login = await findLogin(db, input.projectId, account, secrets.blindIndex('mobile', account))
  if (login && login.lockedSeconds > 0) {
    await passwordMatches(password, null)
    refuse(sessionRefusals.locked, { minutes: Math.ceil(login.lockedSeconds / 60) })
  }
  const matches = await passwordMatches(password, login?.passwordHash ?? null)
  if (login && matches) return db.begin((tx) => openSession(tx, login, visitor))
  if (login) await noteWrongPassword(db, login.id, { after: lockAfter, minutes: lockMinutes })
  return refuse(sessionRefusals.wrongLogin)
}
