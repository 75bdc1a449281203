import { createHash } from 'node:crypto'
import type { Call } from '../contract/call.ts'
import type { Permission } from '../contract/menu.ts'
import { commonRefusals, type RefusalWords, refuse } from '../contract/refusal.ts'
import type { Db, Fragment } from './db.ts'

declare const minted: unique symbol
declare const whole: unique symbol

interface ScopeShape {
  projectId: string
  /** The unit whose subtree may be seen; null sees every unit of the project. */
  unitPath: string | null
  /** The one learner whose own rows may be seen; null sees all. */
  accountId: string | null
}
/** Rows a caller may touch. Only `mintScope` makes one, and only the session gate and jobs call it. */
export type Scope = Readonly<ScopeShape> & { readonly [minted]: true }

/**
 * The scope of one who has the whole project. What writes the project's own things (classes, courses, banks, templates,
 * roles, settings …) demands it by type, so that a session narrowed to a unit cannot reach it.
 */
export type ProjectScope = Scope & {
  readonly unitPath: null
  readonly accountId: null
  readonly [whole]: true
}

/** Creates a scope; for the session gate and for work the system does in its own name. */
export function mintScope(shape: ScopeShape & { unitPath: null; accountId: null }): ProjectScope
export function mintScope(shape: ScopeShape): Scope
export function mintScope(shape: ScopeShape): Scope {
  return shape as Scope
}

/** roleSystem: 1 provider staff, 2 unit or institution manager, 3 learner. */
export type RoleSystem = 1 | 2 | 3

export interface Session {
  readonly id: string
  readonly accountId: string
  readonly userName: string
  readonly roleId: string
  readonly roleName: string
  readonly roleSystem: RoleSystem
  /** Urls of the menu entries the role holds. */
  readonly menus: ReadonlySet<Permission>
  readonly projectId: string
  readonly unitId: string | null
  /** The password was given by someone else: until it is changed only one's own matters are open. */
  readonly mustChangePassword?: boolean
  /** A version of the agreement is to be accepted first: until then only one's own matters are open. */
  readonly mustAgree?: boolean
  readonly scope: Scope
  /** The member of staff who looks at the learner's pages in it, and may change nothing. */
  readonly viewer?: { readonly accountId: string; readonly userName: string }
  /** The request it is used in; recorded in the operation log. */
  readonly request?: { readonly ip: string; readonly id: string }
}

/** The session of one who has the whole project. */
export type ProjectSession = Session & { readonly scope: ProjectScope }

/** True if a session has the whole project, and not a unit's part of it or one learner's. */
export function hasWholeProject(session: Session): session is ProjectSession {
  return session.scope.unitPath === null && session.scope.accountId === null
}

/** The session as one that has the whole project; refuses (403 unless other words are given) a narrower one. */
export function wholeProjectOf(
  session: Session,
  words: RefusalWords = commonRefusals.wholeProject,
): ProjectSession {
  return hasWholeProject(session) ? session : refuse(words)
}

/** Rows of a table that names its project, and perhaps unit path and account, within a scope. */
export function inScope(
  db: Db,
  scope: Scope,
  columns: { project: string; unitPath?: string; account?: string },
): Fragment {
  const project = db`${db(columns.project)} = ${scope.projectId}`
  const unit =
    scope.unitPath === null
      ? db``
      : columns.unitPath
        ? db` and ${db(columns.unitPath)} like ${`${scope.unitPath}%`}`
        : db` and false`
  const account =
    scope.accountId === null
      ? db``
      : columns.account
        ? db` and ${db(columns.account)} = ${scope.accountId}`
        : db` and false`
  return db`(${project}${unit}${account})`
}

/** SHA-256 of a token or a companion: what is stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The condition that an account of a project is signed in in the browser that a companion names, or viewed from it. */
export const isSignedInHere = (
  db: Db,
  { who, companion }: { who: string | null; companion: string | null },
  project: Fragment,
): Fragment => db`exists (
  select from sessions s join accounts a on a.id = s.account_id
  where s.companion_hash = ${companion === null ? null : hashToken(companion)}
    and s.revoked_at is null and s.expires_at > moment() and not s.awaits_factor
    and a.status = 'active' and a.project_id = ${project} and s.created_at >= a.sessions_from
    and (a.id = ${who} or exists (select from sessions v
      where v.viewed_from = s.id and v.account_id = ${who} and v.revoked_at is null and v.expires_at > moment())))`

/** Condition that the session of a companion is an account's own: nobody looks at the portal as that person. */
export const isOwnSession = (
  db: Db,
  { who, companion }: { who: string; companion: string | null },
): Fragment => db`exists (
  select from sessions where account_id = ${who}
    and companion_hash = ${companion === null ? null : hashToken(companion)})`

/** A role chosen inside a session: its name is in the token header, and only a cookie identifies the session. */
export interface RoleToken {
  roleName: string
  companion: string
}

// No header holds a line break: what a browser sends can never pass for the two together.
const between = '\n'

/** A role and its companion as one token. */
export const writeRoleToken = ({ roleName, companion }: RoleToken) => `${companion}${between}${roleName}`

/** The role and the companion of a token, or null when it is a token of its own. */
export function readRoleToken(token: string): RoleToken | null {
  const at = token.indexOf(between)
  return at < 0 ? null : { companion: token.slice(0, at), roleName: token.slice(at + 1) }
}

/** True if a session may make a call. */
export function mayCall(session: Session | null, allow: Call['allow']): boolean {
  if (allow === 'public') return true
  if (!session) return false
  if (allow === 'signed-in') return true
  return [allow]
    .flat()
    .some((grant) => (grant === 'learner' ? session.roleSystem === 3 : session.menus.has(grant)))
}
