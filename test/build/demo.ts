import type { World } from '../harness.ts'
import type { BuiltPortal } from './portal.ts'

/** The demo's project, as the builders know one: they put accounts of a test's own beside the seeded ones. */
export async function theDemo({ db }: World): Promise<BuiltPortal> {
  const roles = await db<{ id: string; roleSystem: number; projectId: string }[]>`
    select distinct on (role_system) id, role_system, project_id from roles order by role_system, cardinality(menus) desc`
  const roleOf = (system: number) => roles.find((role) => role.roleSystem === system)!
  const [unit] = await db<{ id: string }[]>`
    select id from units where status = 'active' and parent_id is not null order by sort limit 1`
  return {
    projectId: roleOf(1).projectId,
    unitId: unit!.id,
    roles: { admin: roleOf(1).id, unit: roleOf(2).id, learner: roleOf(3).id },
  }
}

/** Counts what there is to join, to study, to pay and to pass in the demo, and how many years are over. */
export async function countsOf({ db }: World) {
  const [counts] = await db`
    with classes as (
      select *, moment() between sign_up_from and coalesce(sign_up_to, 'infinity') as open from train_classes),
    running as (select * from enrolments where status = 'active' and expires_at > moment())
    select (select count(*) from classes where open)::int as open_classes,
      (select count(*) from running)::int as running,
      (select count(*) from orders where status = 'unpaid' and expires_at > moment())::int as waiting_orders,
      (select count(*) from (select year from classes where year < extract(year from moment() at time zone 'Asia/Shanghai')
        group by year having not bool_or(open)) y)::int as closed_years,
      (select count(*) from running r join exams e using (class_id)
        where e.status = 'active' and r.progress >= e.required_progress and not r.exam_passed)::int as due_exams`
  return { ...counts }
}
