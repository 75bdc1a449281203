import type { Db } from '../../../server/db.ts'
import type { ClassType } from '../../project/contract.ts'
import { settingsOf } from '../../project/rules.ts'

/** Class types the portal shows. */
export async function listShownTypes(db: Db, projectId: string): Promise<ClassType[]> {
  const [row] = await db`select settings_of(${projectId}) as settings`
  return settingsOf((row?.settings ?? {}) as Record<string, unknown>).showClassType
}

/** How many classes each class type has, deleted ones left out. */
export async function countByType(db: Db, projectId: string): Promise<Record<string, number>> {
  const rows = await db<{ classType: string; classes: number }[]>`
    select class_type, count(*) as classes from train_classes
    where project_id = ${projectId} and status <> 'deleted' group by class_type`
  return Object.fromEntries(rows.map((row) => [row.classType, row.classes]))
}
