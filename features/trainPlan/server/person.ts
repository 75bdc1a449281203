import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Db, Fragment } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import { type planCalls, PlanPerson } from '../contract.ts'

/** The condition that a plan `p` is for an account `a` with its profile `s` and unit `u`. */
export const isForPerson = (db: Db): Fragment => db`(
  (p.personnel_categories = '{}' or s.personnel_category = any(p.personnel_categories))
  and (p.regions = '{}' or p.regions && regions_around(u.region))
  and (not exists (select from train_plan_units t where t.plan_id = p.id)
    or exists (select from train_plan_units t join units x on x.id = t.unit_id
      where t.plan_id = p.id and u.path ^@ x.path and u.id = a.member_unit_id)))`

/** A plan `p` with the learners `a` of its project, and what of it each has not done, as `n`. */
const peopleOf = (db: Db, planId: string | Fragment): Fragment => db`
  (select * from train_plans where id = ${planId}) p join accounts a on a.project_id = p.project_id and a.status = 'active'
  join roles r on r.id = a.role_id and r.role_system = 3
  left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
  cross join lateral (
    select
      (select coalesce(sum(asked.value::int), 0)::int from jsonb_each_text(p.hours) asked) as asked_tenths,
      (select coalesce(sum(greatest(0, asked.value::int - coalesce(earned.tenths, 0))), 0)::int
        from jsonb_each_text(p.hours) asked left join (
          select h.class_type, sum(h.hours_tenths) as tenths from hour_entries h
          where h.account_id = a.id and h.year = p.year group by h.class_type) earned
          on earned.class_type = asked.key) as missing_tenths,
      (select count(*)::int from train_plan_classes k
        join train_classes c on c.id = k.class_id and c.status <> 'deleted'
        where k.plan_id = p.id and k.required and not exists (
          select from enrolments e join train_classes v on v.id = e.class_id and v.root_id = c.root_id
          where e.account_id = a.id and e.status = 'passed')) as missing_classes) n`

const isFulfilled = (db: Db): Fragment => db`(n.missing_tenths + n.missing_classes = 0)`

const within = (db: Db, scope: Scope): Fragment =>
  inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path' })

/** Columns of a plan `p`: how many learners of a scope it is for, and how many of them have fulfilled it. */
export const progressOf = (db: Db, scope: Scope): Fragment => db`(
  select json_build_object('people', count(*), 'fulfilled', count(*) filter (where ${isFulfilled(db)}))
  from (select p.id) given cross join lateral (
    select n.missing_tenths, n.missing_classes from ${peopleOf(db, db`given.id`)}
    where ${within(db, scope)} and ${isForPerson(db)}) n)`

/** Learners of the scope whom a plan is for, those furthest behind first; the plan was found in the scope. */
export async function pagePeople(
  db: Db,
  scope: Scope,
  input: InputOf<typeof planCalls.findPeople>,
): Promise<OutputOf<typeof planCalls.findPeople>> {
  const { projectId } = scope
  return page(db, PlanPerson, input, {
    columns: db`
      a.id as account_id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, a.mobile_mask,
      u.name as unit_name, case when ${isFulfilled(db)} then 'fulfilled' else 'behind' end as state,
      n.asked_tenths, n.missing_tenths, n.missing_classes, m.reminded_at`,
    key: db`a.id`,
    from: db`${peopleOf(db, input.planId)} left join train_plan_reminders m on m.plan_id = p.id and m.account_id = a.id`,
    where: [
      within(db, scope),
      isForPerson(db),
      input.unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, input.unitId)}, '?')`,
      input.keyword &&
        db`a.id = any(array(${learnersNamed(db, { projectId, unitPath: null }, input.keyword)}))`,
      input.state && db`${isFulfilled(db)} = ${input.state === 'fulfilled'}`,
    ],
    sorts: {
      missingTenths: db`n.missing_tenths`,
      missingClasses: db`n.missing_classes`,
      remindedAt: db`m.reminded_at`,
    },
    orderBy: db`n.missing_tenths desc, n.missing_classes desc, a.id`,
  })
}

/** State of one learner of the scope in a plan, and whether they were reminded today; refuses 404. */
export async function getPerson(
  db: Db,
  scope: Scope,
  { planId, accountId }: { planId: string; accountId: string },
): Promise<{ fulfilled: boolean; remindedToday: boolean }> {
  const [row] = await db<{ fulfilled: boolean; remindedToday: boolean }[]>`
    select ${isFulfilled(db)} as fulfilled, exists (
      select from train_plan_reminders m where m.plan_id = p.id and m.account_id = a.id
        and (m.reminded_at at time zone 'Asia/Shanghai')::date = (moment() at time zone 'Asia/Shanghai')::date
    ) as reminded_today
    from ${peopleOf(db, planId)}
    where a.id = ${accountId} and ${within(db, scope)} and ${isForPerson(db)}`
  return row ?? refuse(commonRefusals.notFound)
}

/** Names of learners of the scope, by id. */
export async function namePeople(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; name: string }[]>`
    select a.id, coalesce(s.real_name, a.user_name) as name
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = any(${ids as string[]}::uuid[]) and ${within(db, scope)}`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
