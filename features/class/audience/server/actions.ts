import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { regionsAround } from '../../../dictionary/rules.ts'
import { Settings } from '../../../project/contract.ts'
import type { Mismatch } from '../contract.ts'
import { type Audience, mismatchOf } from '../rules.ts'

const LearnerRow = Type.Object({
  settings: Settings,
  personnelCategory: Nullable(Type.String()),
  region: Nullable(Type.String()),
})

/** A learner's attributes for the audience of a class. */
export interface AudienceMember {
  personnelCategory: string | null
  region: string | null
  /** Returns how this learner differs from the audience of a class, or null. */
  mismatchOf: (audience: Audience) => Mismatch
}

/** A learner as audiences see them: category, region of the unit, and what the project makes of a mismatch. */
export async function getAudienceMember(
  db: Db,
  learner: { projectId: string; accountId: string },
): Promise<AudienceMember> {
  const rows = await db`
    select settings_of(${learner.projectId}) as settings, s.personnel_category, u.region
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${learner.accountId}`
  const { settings, ...member } = rowOf(LearnerRow, rows)!
  return { ...member, mismatchOf: (audience) => mismatchOf(audience, member, settings.mismatchRule) }
}

/** The condition for classes `c` that are meant for a learner. */
export const isMeantFor = (
  db: Db,
  { personnelCategory, region }: Pick<AudienceMember, 'personnelCategory' | 'region'>,
): Fragment => db`
  ((c.personnel_categories = '{}' or ${personnelCategory ?? ''} = any(c.personnel_categories))
    and (c.regions = '{}' or c.regions && ${region === null ? [] : regionsAround(region)}::text[]))`
