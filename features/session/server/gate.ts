import { LRUCache } from 'lru-cache'
import { type Static, Type } from 'typebox'
import { isPermission } from '../../../contract/menu.ts'
import { commonRefusals, type RefusalWords, refuse } from '../../../contract/refusal.ts'
import { Nullable } from '../../../contract/call.ts'
import { type Db, type Pool, rowsOf } from '../../../server/db.ts'
import { groupCommit } from '../../../server/groupCommit.ts'
import { type Gate } from '../../../server/serve.ts'
import { onSessionEnd } from '../../../server/sessionEndings.ts'
import {
  hashToken,
  mintScope,
  readRoleToken,
  type RoleSystem,
  type Session,
} from '../../../server/session.ts'
import { sessionRefusals } from '../contract.ts'
import { findPortalProject } from './data.ts'

const SessionRow = Type.Object({
  n: Type.Integer(),
  id: Type.String(),
  accountId: Type.String(),
  userName: Type.String(),
  roleId: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  menus: Type.Array(Type.String()),
  dataScope: Type.String(),
  projectId: Type.String(),
  unitId: Nullable(Type.String()),
  unitPath: Nullable(Type.String()),
  mustChangePassword: Type.Boolean(),
  mustAgree: Type.Boolean(),
  viewerId: Nullable(Type.String()),
  viewerName: Nullable(Type.String()),
})

/** Lifetimes of an unused session, and of any session: shorter for managers. */
export const sessionLife = {
  learner: { idle: '2 hours', absolute: '12 hours' },
  manager: { idle: '30 minutes', absolute: '8 hours' },
  /** Between the password and the second factor. */
  step: '10 minutes',
} as const

/** A learner sees own rows, a unit manager the subtree, provider staff the project or what their role narrows it to. */
function scopeOf(row: Static<typeof SessionRow>) {
  const isNarrow = row.roleSystem === 2 || row.dataScope === 'subtree'
  return mintScope({
    projectId: row.projectId,
    unitPath: isNarrow ? (row.unitPath ?? '\u0000') : null,
    accountId: row.roleSystem === 3 ? row.accountId : null,
  })
}

export interface OpenGate extends Gate {
  /** Drops the cache, so that the next lookup queries the database. */
  forget(): void
  close(): Promise<void>
}

/** Fields of a view-as session: anyone who views has no password of the learner's to change. */
const viewing = ({ viewerId, viewerName }: Static<typeof SessionRow>) =>
  viewerId !== null && viewerName !== null
    ? { viewer: { accountId: viewerId, userName: viewerName }, mustChangePassword: false }
    : {}

const sessionOf = (row: Static<typeof SessionRow>): Session => ({
  id: row.id,
  accountId: row.accountId,
  userName: row.userName,
  roleId: row.roleId,
  roleName: row.roleName,
  roleSystem: row.roleSystem as RoleSystem,
  menus: new Set(row.menus.filter(isPermission)),
  projectId: row.projectId,
  unitId: row.unitId,
  mustChangePassword: row.mustChangePassword,
  mustAgree: row.mustAgree,
  scope: scopeOf(row),
  ...viewing(row),
})

/**
 * The session of work that goes on without one: what the account may do now in a role, for a unit. Null where the
 * account is no longer active, has been given another password, no longer holds the role there, or the project is closed.
 */
export async function sessionOfWork(
  db: Db,
  work: { accountId: string; roleId: string; unitId: string | null },
): Promise<Session | null> {
  const { accountId, roleId, unitId } = work
  const rows = await db`
    select 1 as n, a.id, a.id as account_id, a.user_name, r.id as role_id, r.role_name, r.role_system, r.menus, r.data_scope,
      a.project_id, u.id as unit_id, u.path as unit_path, a.must_change_password, false as must_agree, null as viewer_id, null as viewer_name
    from accounts a join roles r on r.id = ${roleId} join projects p on p.id = a.project_id and p.status = 'active'
      left join units u on u.id = ${unitId}
    where a.id = ${accountId} and a.status = 'active' and not a.must_change_password and (
      a.role_id = r.id and a.unit_id is not distinct from ${unitId}
      or exists (select from account_roles h where h.account_id = a.id and h.role_id = r.id
        and h.unit_id is not distinct from ${unitId}))`
  const [row] = rowsOf(SessionRow, rows)
  return row ? sessionOf(row) : null
}

/** A token's hash, and the role that is chosen where it is a companion's. */
interface Key {
  hash: Buffer
  roleName: string | null
}

const keyOf = (token: string): Key => {
  const chosen = readRoleToken(token)
  return { hash: hashToken(chosen?.companion ?? token), roleName: chosen?.roleName ?? null }
}

/**
 * Finds the sessions of keys of one kind and notes their use. The note is written once a minute: a session requested
 * every few seconds is read, not written.
 */
async function findSessions(db: Pool, keys: readonly Key[]): Promise<Map<number, Session>> {
  if (keys.length === 0) return new Map()
  const byCompanion = keys[0]!.roleName !== null
  const rows = await db`
    with found as materialized (
      select t.n::int, s.id, s.account_id, a.user_name, r.id as role_id, r.role_name, r.role_system, r.menus,
        r.data_scope, v.id as viewer_id, v.user_name as viewer_name, a.must_change_password, s.must_agree, a.project_id, s.unit_id,
        u.path as unit_path, s.idle_until, moment() +
          case when r.role_system = 3 then ${sessionLife.learner.idle}::interval else ${sessionLife.manager.idle}::interval end
          as idle_then
      from unnest(${keys.map((key) => key.hash.toString('hex'))}::text[], ${keys.map((key) => key.roleName)}::text[])
        with ordinality t (hash, role_name, n)
      join sessions s on ${byCompanion ? db`s.companion_hash` : db`s.token_hash`} = decode(t.hash, 'hex')
        and s.revoked_at is null and s.idle_until > moment() and s.expires_at > moment() and not s.awaits_factor
      join roles r on r.id = s.role_id and s.created_at >= r.sessions_from
        ${byCompanion ? db`and r.role_name = t.role_name` : db``}
      join accounts a on a.id = s.account_id and a.status = 'active' and s.created_at >= a.sessions_from
      join projects p on p.id = a.project_id and p.status = 'active'
      left join units u on u.id = s.unit_id
      left join sessions l on l.id = s.viewed_from
      left join accounts v on v.id = l.account_id
      left join roles w on w.id = l.role_id
      where s.viewed_from is null or l.revoked_at is null and l.expires_at > moment() and v.status = 'active'
        and l.created_at >= v.sessions_from and l.created_at >= w.sessions_from),
    -- What another process is noting at this moment is noted.
    stale as (
      select s.id, f.idle_then from found f join sessions s on s.id = f.id
      where s.viewed_from is null and f.idle_until < f.idle_then - interval '1 minute'
      order by s.id for no key update of s skip locked),
    used as (update sessions s set idle_until = stale.idle_then from stale where s.id = stale.id)
    select * from found`
  return new Map(rowsOf(SessionRow, rows).map((row) => [row.n, sessionOf(row)]))
}

/**
 * The sessions of tokens, null where there is none; tokens and roles chosen beside a companion are queried separately.
 */
async function lookUp(db: Pool, tokens: readonly string[]): Promise<(Session | null)[]> {
  const keys = tokens.map(keyOf)
  const own = keys.filter((key) => key.roleName === null)
  const chosen = keys.filter((key) => key.roleName !== null)
  const [byToken, byCompanion] = await Promise.all([findSessions(db, own), findSessions(db, chosen)])
  let [ownAt, chosenAt] = [0, 0]
  return keys.map(
    (key) => (key.roleName === null ? byToken.get(++ownAt) : byCompanion.get(++chosenAt)) ?? null,
  )
}

interface Ended {
  isView: boolean
  endedWhy: string | null
  awaits: boolean
  enrolled: boolean
  portalClosed: boolean
  disabled: boolean
  accountChanged: boolean
  roleChanged: boolean
  timedOut: boolean
}

function reasonOf(row: Ended): RefusalWords {
  if (row.isView) return sessionRefusals.viewOver
  if (row.awaits) return row.enrolled ? sessionRefusals.factorNeeded : sessionRefusals.factorMissing
  if (row.endedWhy === 'elsewhere') return sessionRefusals.elsewhere
  if (row.endedWhy === 'remote') return sessionRefusals.remote
  if (row.portalClosed) return sessionRefusals.projectClosed
  if (row.disabled) return sessionRefusals.accountDisabled
  if (row.accountChanged) return sessionRefusals.accountChanged
  // Left by its own window, or gone on under a fresh token.
  if (row.endedWhy !== null) return commonRefusals.notSignedIn
  if (row.roleChanged) return sessionRefusals.roleChanged
  return row.timedOut ? sessionRefusals.idle : commonRefusals.notSignedIn
}

/**
 * Reason for which a token opens nothing: its factor is awaited, or how the session that it opened ended;
 * that is revealed to nobody but the holder of the token.
 */
export async function whyNot(db: Db, token: string): Promise<RefusalWords> {
  const { hash, roleName } = keyOf(token)
  const [row] = await db<Ended[]>`
    select s.ended_why, s.viewed_from is not null as is_view, exists (
        select from second_factors f where f.account_id = s.account_id and f.confirmed_at is not null) as enrolled,
      s.awaits_factor and s.revoked_at is null and s.idle_until > moment() and s.created_at >= a.sessions_from
        and a.status = 'active' as awaits,
      p.status <> 'active' as portal_closed, a.status <> 'active' as disabled, s.created_at < a.sessions_from as account_changed,
      s.created_at < r.sessions_from as role_changed,
      s.idle_until <= moment() or s.expires_at <= moment() as timed_out
    from sessions s join accounts a on a.id = s.account_id join roles r on r.id = s.role_id
      join projects p on p.id = a.project_id
    where ${roleName === null ? db`s.token_hash` : db`s.companion_hash`} = ${hash}`
  return row ? reasonOf(row) : commonRefusals.notSignedIn
}

/**
 * The session gate. A found session is remembered for a few seconds; every process forgets it as soon as it hears of
 * an ending, and queries the database while it waits for one it announced itself. Tokens that come together are
 * looked up together.
 */
export async function openGate(db: Pool, clock: { now(): number } = performance): Promise<OpenGate> {
  const remembered = new LRUCache<string, Session>({ max: 60_000, ttl: 15_000, perf: clock })
  const portals = new LRUCache<string, string>({ max: 1000, ttl: 60_000, perf: clock })
  const pending = new Map<string, Promise<Session | null>>()
  const lookUps = groupCommit({ key: (token: string) => token, commit: (tokens) => lookUp(db, tokens) })
  // What was read before something ended may not be remembered after it.
  let endings = 0
  const forget = () => {
    endings++
    pending.clear()
    remembered.clear()
    portals.clear()
  }
  const ear = await onSessionEnd(db, forget)

  async function ctx(token: string): Promise<Session | null> {
    const before = endings
    const session = await lookUps.write(token)
    if (session && before === endings) remembered.set(token, session)
    return session
  }

  return {
    async find(token) {
      if (token.length > 300) return null
      if (!ear.isUnderway()) {
        const known = remembered.get(token) ?? pending.get(token)
        if (known) return known
      }
      const asking = ctx(token).finally(() => pending.get(token) === asking && pending.delete(token))
      pending.set(token, asking)
      return asking
    },
    whyNot: (token) => whyNot(db, token),
    async portalOf(unitId) {
      const key = unitId ?? ''
      const known = ear.isUnderway() ? undefined : portals.get(key)
      if (known) return known
      const before = endings
      const project = await findPortalProject(db, unitId)
      if (!project) refuse(commonRefusals.notFound)
      if (before === endings) portals.set(key, project)
      return project
    },
    forget,
    async close() {
      await ear.close()
      await lookUps.close()
    },
  }
}
