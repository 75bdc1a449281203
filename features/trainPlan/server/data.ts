import { type Static, Type } from 'typebox'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { ProjectSession, Scope } from '../../../server/session.ts'
import { Plan, type planCalls, PlanRow } from '../contract.ts'
import { progressOf } from './person.ts'

/** The condition that a scope has a plan `p`: a unit those that were published for it or for units around or below. */
const visible = (db: Db, { projectId, unitPath }: Scope): Fragment => db`
  (p.project_id = ${projectId} and p.status <> 'deleted' ${
    unitPath === null
      ? db``
      : db`and p.status <> 'draft' and (not exists (select from train_plan_units t where t.plan_id = p.id)
          or exists (select from train_plan_units t join units x on x.id = t.unit_id
            where t.plan_id = p.id and (${unitPath} ^@ x.path or x.path ^@ ${unitPath})))`
  })`

/** Hours of a plan `p` as the contract writes them. */
const hours = (db: Db): Fragment => db`
  (select coalesce(json_agg(json_build_object('classType', asked.key, 'hoursTenths', asked.value::int)
    order by asked.key), '[]') from jsonb_each_text(p.hours) asked)`

const count = (db: Db, required: boolean): Fragment => db`
  (select count(*) from train_plan_classes k where k.plan_id = p.id and k.required = ${required})`

const PlanListRow = Type.Object({
  ...Type.Omit(PlanRow, ['people', 'fulfilled']).properties,
  progress: Type.Union([Type.Null(), Type.Object({ people: Type.Integer(), fulfilled: Type.Integer() })]),
})

/** Plans of the scope, newest first. */
export async function pagePlans(
  db: Db,
  scope: Scope,
  input: InputOf<typeof planCalls.query>,
): Promise<OutputOf<typeof planCalls.query>> {
  const { total, list } = await page(db, PlanListRow, input, {
    columns: db`
      p.id, p.name, p.year, p.due_on, ${hours(db)} as hours, ${count(db, true)} as required,
      ${count(db, false)} as choices, p.status, p.revision, p.created_at,
      ${scope.unitPath === null ? db`null::json` : progressOf(db, scope)} as progress`,
    key: db`p.id`,
    from: db`train_plans p`,
    where: [
      visible(db, scope),
      input.keyword && nameContains(db, db`p.name`, input.keyword),
      input.year !== undefined && db`p.year = ${input.year}`,
      input.status && db`p.status = ${input.status}`,
    ],
    sorts: { name: db`p.name`, year: db`p.year`, createdAt: db`p.created_at` },
    orderBy: db`p.id desc`,
  })
  return {
    total,
    list: list.map(({ progress, ...row }) => ({
      ...row,
      people: progress?.people ?? null,
      fulfilled: progress?.fulfilled ?? null,
    })),
  }
}

/** The columns that hold what was written about a plan, and its classes. */
const writtenColumns = (db: Db): Fragment => db`
  p.id, p.name, p.year, p.introduction, p.due_on, ${hours(db)} as hours, p.personnel_categories, p.regions,
  array(select t.unit_id from train_plan_units t where t.plan_id = p.id order by t.unit_id) as unit_ids,
  array(select k.class_id from train_plan_classes k where k.plan_id = p.id and k.required order by k.sort)
    as required_class_ids,
  array(select k.class_id from train_plan_classes k where k.plan_id = p.id and not k.required order by k.sort)
    as class_ids,
  p.status, p.revision, p.created_at,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'classType', c.class_type, 'year', c.year,
      'hoursTenths', c.hours_tenths, 'status', c.status, 'required', k.required) order by k.required desc, k.sort), '[]')
    from train_plan_classes k join train_classes c on c.id = k.class_id where k.plan_id = p.id) as classes`

const PlanDetail = Type.Object({
  ...Type.Omit(Plan, ['people', 'fulfilled', 'units']).properties,
  progress: Type.Object({ people: Type.Integer(), fulfilled: Type.Integer() }),
})

/** Units that a plan is for, by name; the plan was found in a scope. */
export const listUnits = (db: Db, planId: string): Promise<Plan['units']> => db<Plan['units']>`
  select x.id, x.name from train_plan_units t join units x on x.id = t.unit_id where t.plan_id = ${planId} order by x.name`

/** One plan of the scope with its progress there; refuses 404. */
export async function getPlan(db: Db, scope: Scope, id: string): Promise<Plan> {
  const rows = await db`
    select ${writtenColumns(db)}, ${progressOf(db, scope)} as progress
    from train_plans p where p.id = ${id} and ${visible(db, scope)}`
  const { progress, ...plan } = rowOf(PlanDetail, rows) ?? refuse(commonRefusals.notFound)
  return { ...plan, ...progress, units: await listUnits(db, id) }
}

const WrittenPlan = Type.Omit(Plan, ['people', 'fulfilled', 'units'])
/** A plan as it was written, without its progress. */
export type WrittenPlan = Static<typeof WrittenPlan>

/** A plan of the scope as it was written; refuses 404. */
export async function getWritten(db: Db, scope: Scope, id: string): Promise<WrittenPlan> {
  const rows = await db`
    select ${writtenColumns(db)} from train_plans p where p.id = ${id} and ${visible(db, scope)}`
  return rowOf(WrittenPlan, rows) ?? refuse(commonRefusals.notFound)
}

/** Refuses 404 for a plan that a scope does not have. */
export async function assertPlan(db: Db, scope: Scope, id: string): Promise<void> {
  const [known] = await db`select from train_plans p where p.id = ${id} and ${visible(db, scope)}`
  if (!known) refuse(commonRefusals.notFound)
}

/** Locks a plan of the project and reads it as it was written; refuses 404. */
export async function lockPlan(tx: Tx, { scope }: ProjectSession, id: string): Promise<WrittenPlan> {
  await tx`select from train_plans p where p.id = ${id} and ${visible(tx, scope)} for no key update of p`
  return getWritten(tx, scope, id)
}

/** The plan that a request made; null before it did. */
export async function findMade(
  db: Db,
  { projectId }: { projectId: string },
  requestKey: string,
): Promise<{ id: string; copiedFrom: string | null } | null> {
  const [made] = await db<{ id: string; copiedFrom: string | null }[]>`
    select id, copied_from from train_plans where project_id = ${projectId} and request_key = ${requestKey}`
  return made ?? null
}
