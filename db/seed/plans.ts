import { changeStatus, copyPlan, remindPerson, savePlan } from '../../features/trainPlan/server/actions.ts'
import type { Tx } from '../../server/db.ts'
import { portalOn } from './content/portal.ts'
import type { SeededLibrary } from './library.ts'
import type { SeededPortal } from './portal.ts'
import { managerOf, staffOf } from './staff.ts'

/**
 * Training plans of this year and the last as the office published them, a draft of the next, and a unit's manager who
 * reminded some of those who are behind.
 */
export async function seedPlans(tx: Tx, portal: SeededPortal, library: SeededLibrary): Promise<void> {
  const admin = await staffOf(tx, portal, 'admin')
  const ids: string[] = []
  for (const plan of portalOn(portal.today).trainPlans) {
    const idsOf = (keys: readonly string[] = []) => keys.map((key) => library.classIds.get(key)!)
    const hours = { public: plan.publicHours, specialized: plan.specializedHours }
    const { id } = await savePlan(tx, admin, {
      name: plan.title,
      year: plan.year,
      introduction: plan.content,
      dueOn: `${plan.year}-12-31`,
      hours: Object.entries(hours).flatMap(([classType, asked]) =>
        asked === undefined ? [] : { classType, hoursTenths: asked * 10 },
      ),
      personnelCategories: plan.personnel ?? [],
      regions: [],
      unitIds: [],
      requiredClassIds: idsOf(plan.required),
      classIds: idsOf(plan.classes),
    })
    await changeStatus(tx, admin, { id, event: 'publish' })
    ids.push(id)
  }
  await copyPlan(tx, admin, { id: ids[0]! })

  const manager = await managerOf(tx, portal, 'unit')
  const behind = await tx<{ accountId: string }[]>`
    select a.id as account_id from accounts a join students s on s.account_id = a.id
    where a.unit_id = ${manager.unitId} and a.status = 'active'
      and not exists (select from hour_entries h where h.account_id = a.id and h.year = ${Number(portal.today.slice(0, 4))})
    order by a.id limit 3`
  for (const { accountId } of behind) await remindPerson(tx, manager, { planId: ids[0]!, accountId })
}
