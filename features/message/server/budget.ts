import type { Db, Tx } from '../../../server/db.ts'
import { defaultBudget, noticeShare } from '../rules.ts'
import { getConfig } from './data.ts'

/** The row of a whole project's texts, beside those of its numbers. */
const wholeProject = Buffer.alloc(0)

const today = (db: Db) => db`(moment() at time zone 'Asia/Shanghai')::date`

/** Counts one text against a limit of the day; returns how many that makes, or null where it would exceed the limit. */
async function count(tx: Tx, projectId: string, index: Buffer, limit: number): Promise<number | null> {
  const [row] = await tx<{ used: number }[]>`
    insert into message_budgets as b (project_id, day, mobile_index, used)
    select ${projectId}, ${today(tx)}, ${index}, 1 where ${limit} > 0
    on conflict (project_id, day, mobile_index) do update set used = b.used + 1 where b.used < ${limit}
    returning used`
  return row?.used ?? null
}

/**
 * Counts a text that is no code against the day's limits of its number and of its project, which leaves a share of the
 * day to codes; returns which of the two it would exceed.
 */
export async function chargeNotice(
  tx: Tx,
  projectId: string,
  mobileIndex: Buffer,
): Promise<'numberBudget' | 'budget' | null> {
  const { dailySms, dailyToNumber } = await getConfig(tx, projectId)
  if ((await count(tx, projectId, mobileIndex, dailyToNumber)) === null) return 'numberBudget'
  const used = await count(tx, projectId, wholeProject, Math.floor(dailySms * noticeShare))
  return used === null ? 'budget' : null
}

/** Counts a code against the day's limit of its project; false when nothing is left. */
export async function chargeCode(tx: Tx, projectId: string): Promise<boolean> {
  const { dailySms } = await getConfig(tx, projectId)
  return (await count(tx, projectId, wholeProject, dailySms)) !== null
}

/** Counts the SMS a project has sent today. */
export async function countUsed(db: Db, projectId: string): Promise<number> {
  const [row] = await db<{ used: number }[]>`
    select used from message_budgets
    where project_id = ${projectId} and day = ${today(db)} and mobile_index = ${wholeProject}`
  return row?.used ?? 0
}

/** True if a project may still send a code today. */
export async function hasCodeBudget(db: Db, projectId: string): Promise<boolean> {
  return (await countUsed(db, projectId)) < (await getConfig(db, projectId)).dailySms
}

/** Projects whose texts of today are used up for all but codes, or for codes as well. */
export async function listUsedBudgets(
  db: Db,
): Promise<{ projectId: string; daily: number; areCodesLeft: boolean }[]> {
  return db<{ projectId: string; daily: number; areCodesLeft: boolean }[]>`
    select b.project_id, d.daily, b.used < d.daily as are_codes_left
    from message_budgets b left join message_configs c using (project_id)
    cross join lateral (select coalesce(c.daily_sms, ${defaultBudget.daily}) as daily) d
    where b.day = ${today(db)} and b.mobile_index = ${wholeProject} and b.used >= floor(d.daily * ${noticeShare}::numeric)`
}
