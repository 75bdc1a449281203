import type { Static } from 'typebox'
import { type Db, rowOf } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { Totals } from '../contract.ts'

/** The key figures in one statement; the year is the calendar year in China. */
export async function getTotals(db: Db, scope: Scope): Promise<Static<typeof Totals>> {
  const mine = inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })
  const rows = await db`
    with people as (
      select a.id from accounts a
      join roles r on r.id = a.role_id and r.role_system = 3
      left join units u on u.id = a.unit_id
      where a.status = 'active' and ${mine}),
    this as (select date_trunc('year', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as start)
    select
      (select count(*) from people)::int as learners,
      (select count(*) from train_classes c
        where c.project_id = ${scope.projectId} and c.status = 'on_shelf')::int as classes_on_shelf,
      (select count(*) from enrolments e join people on people.id = e.account_id
        where e.status = 'active')::int as studying,
      (select count(*) from enrolments e join people on people.id = e.account_id, this
        where e.status = 'passed' and e.passed_at >= this.start)::int as passed_this_year,
      (select coalesce(sum(h.hours_tenths), 0) from hour_entries h join people on people.id = h.account_id, this
        where h.created_at >= this.start)::int as hours_tenths_this_year,
      (select count(*) from certificates k join people on people.id = k.account_id, this
        where k.status = 'valid' and k.issued_at >= this.start)::int as certificates_this_year`
  return rowOf(Totals, rows)!
}
