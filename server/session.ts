import type { Db, Fragment } from './db.ts'

declare const minted: unique symbol

interface ScopeShape {
  projectId: string
  /** The unit whose subtree may be seen; null sees every unit of the project. */
  unitPath: string | null
  /** The one learner whose own rows may be seen; null sees all. */
  accountId: string | null
}
/** Which rows a caller may touch. Only `mintScope` makes one, and only the session gate and jobs call it. */
export type Scope = Readonly<ScopeShape> & { readonly [minted]: true }

/** Makes a scope; for the session gate and for work the system does in its own name. */
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
  readonly menus: ReadonlySet<string>
  readonly projectId: string
  readonly unitId: string | null
  readonly scope: Scope
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
