import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import { Settings } from '../../../project/contract.ts'
import type { Mismatch } from '../contract.ts'
import { type Audience, mismatchOf } from '../rules.ts'

const LearnerRow = Type.Object({
  settings: Settings,
  personnelCategory: Nullable(Type.String()),
  region: Nullable(Type.String()),
})

/** Whether classes are meant for others than this learner, by the audience of each class. */
export async function findMismatch(
  db: Db,
  learner: { projectId: string; accountId: string },
): Promise<(audience: Audience) => Mismatch> {
  const rows = await db`
    select settings_of(${learner.projectId}) as settings, s.personnel_category, u.region
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${learner.accountId}`
  const row = rowOf(LearnerRow, rows)!
  return (audience) => mismatchOf(audience, row, row.settings.mismatchRule)
}
