import type { Db } from '../../../server/db.ts'

/** Counts the classes of each class type, deleted ones left out. */
export async function countByType(db: Db, projectId: string): Promise<Record<string, number>> {
  const rows = await db<{ classType: string; classes: number }[]>`
    select class_type, count(*) as classes from train_classes
    where project_id = ${projectId} and status <> 'deleted' group by class_type`
  return Object.fromEntries(rows.map((row) => [row.classType, row.classes]))
}
