import type { Tx } from '../../server/db.ts'
import { startRoles } from '../../features/role/rules.ts'
import { createProject } from '../../features/project/server/actions.ts'
import { portal as content } from './content/portal.ts'
import { units } from './content/units.ts'

/** What the other parts of the demo stand on. */
export interface SeededPortal {
  projectId: string
  /** Role ids in the order of `startRoles`: administrator, unit, finance, service, learner. */
  roleIds: string[]
  unitIds: ReadonlyMap<string, string>
}

const settings = {
  studentRefund: true,
  refundClassProcess: 20,
  refundOrderTimes: 2,
  refundOrderDays: 7,
}

/** The project, its roles and its units. */
export async function seedPortal(tx: Tx): Promise<SeededPortal> {
  const { title, shortTitle, aboutUs, agreement, privacyPolicy } = content
  const projectId = await createProject(tx, {
    settings: { title, shortTitle, ...settings },
    aboutUs,
    agreement: agreement + privacyPolicy,
  })
  const roleIds: string[] = []
  for (const { roleName, roleSystem, menus } of startRoles) {
    const [role] = await tx`
      insert into roles ${tx({ projectId, roleName, roleSystem, menus: [...menus] })} returning id`
    roleIds.push(role!.id as string)
  }
  const unitIds = new Map<string, string>()
  for (const unit of units) {
    const parentId = unit.parent ? unitIds.get(unit.parent)! : null
    const [row] = await tx`
      with fresh as (select new_id() as id)
      insert into units (id, project_id, parent_id, path, name, credit_code, region, industry, contact, phone)
      select id, ${projectId}, ${parentId},
        coalesce((select path from units where id = ${parentId}), '') || id || '/', ${unit.name}, ${unit.creditCode},
        ${unit.region}, ${unit.industry}, ${unit.contact}, ${unit.phone}
      from fresh returning id`
    unitIds.set(unit.key, row!.id as string)
  }
  return { projectId, roleIds, unitIds }
}
