import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { Nullable } from '../../../contract/call.ts'
import { type Pool, rowOf } from '../../../server/db.ts'
import { type Gate } from '../../../server/serve.ts'
import { mintScope, type RoleSystem, type Session } from '../../../server/session.ts'
import { findPortalProject } from './data.ts'

const SessionRow = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  userName: Type.String(),
  roleId: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  menus: Type.Array(Type.String()),
  projectId: Type.String(),
  unitId: Nullable(Type.String()),
  unitPath: Nullable(Type.String()),
})

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** How long an unused session lives, and how long any session lives: shorter for managers. */
export const sessionLife = {
  learner: { idle: '2 hours', absolute: '12 hours' },
  manager: { idle: '30 minutes', absolute: '8 hours' },
} as const

/** A learner sees own rows, a unit manager the subtree, provider staff the project. */
function scopeOf(row: { roleSystem: number; projectId: string; unitPath: string | null; accountId: string }) {
  return mintScope({
    projectId: row.projectId,
    unitPath: row.roleSystem === 2 ? (row.unitPath ?? '\u0000') : null,
    accountId: row.roleSystem === 3 ? row.accountId : null,
  })
}

export interface OpenGate extends Gate {
  /** Drops what is remembered, so that the next look asks the database. */
  forget(): void
  close(): Promise<void>
}

/**
 * The session gate. A found session is remembered for a few seconds; ending one is announced on the
 * `session_ended` channel, on which every process forgets it at once.
 */
export async function openGate(db: Pool): Promise<OpenGate> {
  const remembered = new LRUCache<string, Session>({ max: 60_000, ttl: 15_000 })
  const portals = new LRUCache<string, string>({ max: 1000, ttl: 60_000 })
  const listening = await db.listen(
    'session_ended',
    () => remembered.clear(),
    () => remembered.clear(),
  )

  async function lookUp(token: string): Promise<Session | null> {
    const rows = await db`
      with used as (
        update sessions s set idle_until = moment() +
          case when r.role_system = 3 then ${sessionLife.learner.idle}::interval else ${sessionLife.manager.idle}::interval end
        from roles r
        where s.token_hash = ${hashToken(token)} and r.id = s.role_id
          and s.revoked_at is null and s.idle_until > moment() and s.expires_at > moment()
        returning s.id, s.account_id, s.role_id)
      select used.id, used.account_id, a.user_name, r.id as role_id, r.role_name, r.role_system, r.menus,
        a.project_id, a.unit_id, u.path as unit_path
      from used
      join accounts a on a.id = used.account_id and a.status = 'active'
      join roles r on r.id = used.role_id
      join projects p on p.id = a.project_id and p.status = 'active'
      left join units u on u.id = a.unit_id`
    const row = rowOf(SessionRow, rows)
    if (!row) return null
    return {
      id: row.id,
      accountId: row.accountId,
      userName: row.userName,
      roleId: row.roleId,
      roleName: row.roleName,
      roleSystem: row.roleSystem as RoleSystem,
      menus: new Set(row.menus),
      projectId: row.projectId,
      unitId: row.unitId,
      scope: scopeOf(row),
    }
  }

  return {
    async find(token) {
      if (token.length > 200) return null
      const known = remembered.get(token)
      if (known) return known
      const session = await lookUp(token)
      if (session) remembered.set(token, session)
      return session
    },
    async portalOf(unitId) {
      const key = unitId ?? ''
      const known = portals.get(key)
      if (known) return known
      const project = await findPortalProject(db, unitId)
      if (!project) refuse(commonRefusals.notFound)
      portals.set(key, project)
      return project
    },
    forget: () => remembered.clear(),
    close: () => listening.unlisten(),
  }
}
