import { type Db, rowsOf } from '../../../server/db.ts'
import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import type { PlanCopy, PlanFields } from '../contract.ts'
import { gapsAfter, hoursByType, nameNextYear } from '../rules.ts'
import { hoursOf } from './check.ts'
import { listUnits, type WrittenPlan } from './data.ts'

const Carried = Type.Object({
  classId: Type.String(),
  name: Type.String(),
  toId: Nullable(Type.String()),
  toName: Nullable(Type.String()),
  toType: Nullable(Type.String()),
  toHours: Nullable(Type.Integer()),
})

/**
 * Classes of a plan, each with the class of the next year that has its type and its name, as it is or with the year in it
 * moved: the published one before a draft, and the newest of several.
 */
async function listCarried(db: Db, projectId: string, { classes, year }: WrittenPlan) {
  const [ids, names] = [classes.map(({ id }) => id), classes.map(({ name }) => nameNextYear(name, year))]
  const rows = await db`
    select c.id as class_id, c.name, n.id as to_id, n.name as to_name, n.class_type as to_type,
      n.hours_tenths as to_hours
    from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as g (id, next, sort)
    join train_classes c on c.id = g.id
    left join lateral (
      select v.id, v.name, v.class_type, v.hours_tenths from train_classes v
      where v.project_id = ${projectId} and v.name in (c.name, g.next) and v.year = ${year + 1}
        and v.class_type = c.class_type and v.status in ('draft', 'on_shelf')
      order by v.status = 'on_shelf' desc, v.version desc, v.id desc limit 1) n on true
    order by g.sort`
  return rowsOf(Carried, rows).map((row, at) => ({ ...row, required: classes[at]!.required }))
}

/** Returns a plan as its copy for the next year will be, and the fields of that copy. */
export async function planCopy(
  db: Db,
  projectId: string,
  plan: WrittenPlan,
): Promise<{ preview: PlanCopy; fields: PlanFields }> {
  const carried = await listCarried(db, projectId, plan)
  const [moved] = await db<{ dueOn: string | null }[]>`
    select (${plan.dueOn}::date + interval '1 year')::date as due_on`
  const there = carried.filter(({ toId }) => toId !== null)
  // Two classes may lead to one.
  const idsOf = (required: boolean) => [
    ...new Set(there.filter((one) => one.required === required).map(({ toId }) => toId!)),
  ]
  const requiredClassIds = idsOf(true)
  const listed = there.map((one) => ({ classType: one.toType!, hoursTenths: one.toHours! }))
  const hasChoices = plan.classIds.length > 0
  const gaps = hasChoices ? gapsAfter(hoursOf(plan.hours), hoursByType(listed)) : {}
  const shared = {
    name: nameNextYear(plan.name, plan.year),
    year: plan.year + 1,
    introduction: nameNextYear(plan.introduction, plan.year),
    dueOn: moved!.dueOn,
    hours: plan.hours,
    personnelCategories: plan.personnelCategories,
    regions: plan.regions,
  }
  return {
    preview: {
      ...shared,
      units: await listUnits(db, plan.id),
      classes: carried.map(({ classId, name, required, toId, toName }) => ({
        classId,
        name,
        required,
        to: toId === null ? null : { classId: toId, name: toName! },
      })),
      unfilled: Object.entries(gaps).map(([classType, hoursTenths]) => ({ classType, hoursTenths })),
    },
    fields: {
      ...shared,
      unitIds: plan.unitIds,
      requiredClassIds,
      classIds: idsOf(false).filter((id) => !requiredClassIds.includes(id)),
    },
  }
}
