import type { Db } from '../../../../server/db.ts'
import { settingsOf } from '../../../project/rules.ts'
import type { Mismatch } from '../contract.ts'
import { mismatchOf } from '../rules.ts'

/** Whether classes are meant for others than this learner, by the personnel categories of each class. */
export async function findMismatch(
  db: Db,
  learner: { projectId: string; accountId: string },
): Promise<(categories: readonly string[]) => Mismatch> {
  const [row] = await db`
    select settings_of(${learner.projectId}) as settings,
      (select personnel_category from students where account_id = ${learner.accountId}) as category`
  const { mismatchRule } = settingsOf(row!.settings as Record<string, unknown>)
  return (categories) => mismatchOf(categories, row!.category as string | null, mismatchRule)
}
