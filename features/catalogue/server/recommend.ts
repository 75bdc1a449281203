import { Type } from 'typebox'
import { type Db, rowOf, rowsOf, where } from '../../../server/db.ts'
import { isMeantFor } from '../../class/audience/server/actions.ts'
import { missingHours } from '../../hours/rules.ts'
import { bringsHours } from '../../hours/server/actions.ts'
import { Settings } from '../../project/contract.ts'
import type { CatalogueClass } from '../contract.ts'
import { bySoonest, forReader, isJoinable, ListedClass, offered, type Reader } from './data.ts'

const Needs = Type.Object({
  settings: Settings,
  year: Type.Integer(),
  earned: Type.Record(Type.String(), Type.Integer()),
})

/**
 * Classes that fit a learner, can be joined now and are in no order of theirs that waits for money; those that bring new
 * hours first, and of them those of a missing type.
 */
export async function listRecommended(
  db: Db,
  learner: Reader & { accountId: string },
  query: { year?: number | undefined; limit?: number | undefined },
): Promise<CatalogueClass[]> {
  const { projectId, accountId } = learner
  const needs = rowOf(
    Needs,
    await db`
      select settings_of(p.id) as settings, y.year, coalesce((
        select json_object_agg(class_type, hours) from (
          select class_type, sum(hours_tenths) as hours from hour_entries
          where account_id = ${accountId} and year = y.year group by class_type) sums), '{}') as earned
      from projects p
      cross join (select coalesce(${query.year ?? null}::int,
        extract(year from moment() at time zone 'Asia/Shanghai')::int) as year) y
      where p.id = ${projectId}`,
  )!
  const { byType } = missingHours(needs.settings, needs.earned)
  const missing = Object.keys(byType).filter((type) => byType[type]! > 0)
  const rows = await db`
    select c.id, c.name, c.class_type, c.category_id, g.name as category_name, c.year, c.hours_tenths, c.price,
      c.original_price, c.cover_key, c.quota - c.sold - c.held as places_left, c.held as places_held, c.sign_up_from, c.sign_up_to, c.study_to,
      c.valid_days, c.need_review, c.personnel_categories, c.regions, null as joined
    from train_classes c join class_categories g on g.id = c.category_id
    ${where(db, [
      offered(db, learner.buying),
      db`c.project_id = ${projectId} and c.status = 'on_shelf' and c.year = ${needs.year}`,
      isJoinable(db),
      learner.member !== null && isMeantFor(db, learner.member),
      db`not exists (select from enrolments e join train_classes v on v.id = e.class_id
        where e.account_id = ${accountId} and v.root_id = c.root_id and is_live(e.status))`,
      db`not exists (select from order_items o join train_classes v on v.id = o.class_id
        where o.account_id = ${accountId} and v.root_id = c.root_id and o.waiting)`,
    ])}
    order by not ${bringsHours(db, learner)}, array_position(${missing}::text[], c.class_type) nulls last, ${bySoonest(db)}
    limit ${query.limit ?? 6}`
  const fitting = await forReader(db, learner, rowsOf(ListedClass, rows))
  return fitting.filter((listed) => !listed.unitObstacle)
}
