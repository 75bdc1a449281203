import { allPermissions, type Permission } from '../../contract/menu.ts'
import type { Db } from '../../server/db.ts'
import { mintScope, type ProjectSession, type Session } from '../../server/session.ts'
import type { SeededPortal } from './portal.ts'

/** Somebody of the demo's staff at work, as the gate would let them in. */
export async function staffOf(
  db: Db,
  { projectId }: SeededPortal,
  loginName: string,
): Promise<ProjectSession> {
  const [row] = await db<{ id: string; userName: string; roleId: string; roleName: string }[]>`
    select a.id, a.user_name, r.id as role_id, r.role_name from accounts a join roles r on r.id = a.role_id
    where a.project_id = ${projectId} and a.login_name = ${loginName}`
  const { id: accountId, ...named } = row!
  return {
    ...named,
    id: accountId,
    accountId,
    projectId,
    unitId: null,
    roleSystem: 1,
    menus: allPermissions,
    scope: mintScope({ projectId, unitPath: null, accountId: null }),
  }
}

/** One of the demo's learners, as the gate would let them in. */
export async function learnerOf(db: Db, { projectId }: SeededPortal, accountId: string): Promise<Session> {
  const [row] = await db<{ userName: string; unitId: string | null; roleId: string; roleName: string }[]>`
    select a.user_name, a.unit_id, r.id as role_id, r.role_name from accounts a join roles r on r.id = a.role_id
    where a.id = ${accountId}`
  return {
    ...row!,
    id: accountId,
    accountId,
    projectId,
    roleSystem: 3,
    menus: new Set(),
    scope: mintScope({ projectId, unitPath: null, accountId }),
  }
}

/** The manager of a unit of the demo, as the gate would let them in. */
export async function managerOf(db: Db, portal: SeededPortal, loginName: string): Promise<Session> {
  const staff = await staffOf(db, portal, loginName)
  const [unit] = await db<{ id: string; path: string; menus: Permission[] }[]>`
    select u.id, u.path, r.menus from accounts a join units u on u.id = a.unit_id join roles r on r.id = a.role_id
    where a.id = ${staff.accountId}`
  const { id: unitId, path: unitPath, menus } = unit!
  return {
    ...staff,
    unitId,
    roleSystem: 2,
    menus: new Set(menus),
    scope: mintScope({ projectId: portal.projectId, unitPath, accountId: null }),
  }
}
