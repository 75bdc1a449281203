import { allPermissions } from '../../contract/menu.ts'
import type { Db } from '../../server/db.ts'
import { mintScope, type ProjectSession } from '../../server/session.ts'
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
    ...{ id: accountId, accountId, projectId, unitId: null, roleSystem: 1 },
    menus: allPermissions,
    scope: mintScope({ projectId, unitPath: null, accountId: null }),
  }
}
