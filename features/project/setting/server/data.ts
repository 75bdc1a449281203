import type { PendingQuery } from 'postgres'
import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { type Db, rowsOf } from '../../../../server/db.ts'
import type { ClassType, SettingChanges, SettingKey } from '../../contract.ts'
import type { EffectKind, SettingDifference } from '../rules.ts'

const StepRow = Type.Object({
  id: Type.String(),
  changes: Type.Unsafe<SettingChanges>(Type.Object({})),
  effectiveFrom: Type.String(),
  createdAt: Type.String(),
  actorName: Nullable(Type.String()),
  reason: Type.String(),
  isScheduled: Type.Boolean(),
  isWithdrawn: Type.Boolean(),
})
export type StepRow = Static<typeof StepRow>

/** Every step of a project in the order of effect. */
export async function listSteps(db: Db, projectId: string): Promise<StepRow[]> {
  const rows = await db`
    select v.id, v.changes, v.effective_from, v.created_at, a.user_name as actor_name, v.reason,
      v.effective_from > moment() as is_scheduled, v.withdrawn_at is not null as is_withdrawn
    from setting_versions v left join accounts a on a.id = v.actor_id
    where v.project_id = ${projectId} order by v.effective_from, v.id`
  return rowsOf(StepRow, rows)
}

/** A project's own words at a moment, now when none is given. */
export async function ownSettings(
  db: Db,
  projectId: string,
  at: string | null,
): Promise<Record<string, unknown>> {
  const [row] = await db<{ settings: Record<string, unknown> }[]>`
    select settings_at(${projectId}, coalesce(${at}, moment())) as settings`
  return row!.settings
}

/** Base or major categories of a class type, by the setting that hides them. */
const hideKeys: { [K in SettingKey]?: string } = {
  hidePublicBaseType: 'public base',
  hidePublicMajorType: 'public major',
  hideSpecializedBaseType: 'specialized base',
  hideSpecializedMajorType: 'specialized major',
}

/** Counts those who feel a change of each kind. */
export async function countEffects(
  db: Db,
  projectId: string,
  kinds: readonly EffectKind[],
  changes: readonly SettingDifference[],
): Promise<Record<string, number>> {
  const shelf = db`from train_classes c where c.project_id = ${projectId} and c.status = 'on_shelf'`
  const sides = (key: SettingKey) => {
    const found = changes.find((change) => change.key === key)
    return found ? [found.before, found.after] : []
  }
  const hidden = changes.map(({ key }) => hideKeys[key]).filter((kind) => kind !== undefined)
  const years = sides('classStartYear') as number[]
  const [typesBefore = [], typesAfter = []] = (sides('showClassType') as ClassType[][]).map((types) =>
    types.map((type) => type.key),
  )
  const turned = [...typesBefore, ...typesAfter].filter(
    (key) => typesBefore.includes(key) !== typesAfter.includes(key),
  )
  const learners = db`
    from accounts a join roles r on r.id = a.role_id where a.project_id = ${projectId} and a.status = 'active'
      and r.role_system = 3`
  const orders = db`from orders o where o.project_id = ${projectId}`
  const counts: Record<EffectKind, PendingQuery<{ n: number }[]>> = {
    learners: db<{ n: number }[]>`select count(*)::int as n ${learners}`,
    studying: db<{ n: number }[]>`
      select count(*)::int as n from enrolments where project_id = ${projectId} and status in ('active', 'passed')`,
    trialClasses: db<
      { n: number }[]
    >`select count(*)::int as n ${shelf} and cardinality(c.trial_resource_ids) > 0`,
    electives: db<{ n: number }[]>`
      select count(*)::int as n ${shelf} and exists (
        select from class_courses k join courses o on o.id = k.course_id
        where k.class_id = c.id and o.attribute = 'elective')`,
    earlierClasses: db<
      { n: number }[]
    >`select count(*)::int as n ${shelf} and c.year >= ${Math.min(...years, 9999)}
      and c.year < ${Math.max(...years, 0)}`,
    hiddenClasses: db<{ n: number }[]>`
      select count(*)::int as n ${shelf} and exists (
        select from class_categories g where g.id = c.category_id and g.class_type || ' ' || g.kind = any(${hidden}))`,
    closedTypes: db<{ n: number }[]>`select count(*)::int as n ${shelf} and c.class_type = any(${turned})`,
    openOrders: db<{ n: number }[]>`select count(*)::int as n ${orders} and o.status = 'unpaid'`,
    paidOrders: db<{ n: number }[]>`select count(*)::int as n ${orders} and o.status = 'paid'`,
    manySessions: db<{ n: number }[]>`
      select count(*)::int as n from (
        select s.account_id from sessions s join accounts a on a.id = s.account_id
        where a.project_id = ${projectId} and s.revoked_at is null and s.idle_until > moment()
        group by s.account_id having count(*) > 1) many`,
    manyRoles: db<{ n: number }[]>`
      select count(distinct h.account_id)::int as n from account_roles h join accounts a on a.id = h.account_id
      where a.project_id = ${projectId} and a.status = 'active'`,
    yearCertificates: db<{ n: number }[]>`
      select count(*)::int as n from certificates
      where project_id = ${projectId} and kind = 'year' and status = 'valid'`,
  }
  const counted = await Promise.all(
    [...new Set(kinds)].map(async (kind) => [kind, (await counts[kind])[0]!.n] as const),
  )
  return Object.fromEntries(counted)
}

/** Counts the classes of each of the given class types, deleted ones left out. */
export async function countClasses(db: Db, projectId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db<{ classType: string; n: number }[]>`
    select class_type, count(*)::int as n from train_classes
    where project_id = ${projectId} and status <> 'deleted' group by class_type`
  return new Map(rows.map((row) => [row.classType, row.n]))
}
