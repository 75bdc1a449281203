import type { World } from '../harness.ts'
import type { BuiltPortal } from './portal.ts'

/** The demo's project, as the builders know one: they put accounts of a test's own beside the seeded ones. */
export async function theDemo({ db }: World): Promise<BuiltPortal> {
  const roles = await db<{ id: string; roleSystem: number; projectId: string }[]>`
    select distinct on (role_system) id, role_system, project_id from roles order by role_system, cardinality(menus) desc`
  const roleOf = (system: number) => roles.find((role) => role.roleSystem === system)!
  const [unit] = await db<{ id: string }[]>`
    select id from units where status = 'active' and parent_id is not null order by sort limit 1`
  return {
    projectId: roleOf(1).projectId,
    unitId: unit!.id,
    roles: { admin: roleOf(1).id, unit: roleOf(2).id, learner: roleOf(3).id },
  }
}
