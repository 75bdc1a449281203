import { inOffice } from '../../server/actions.ts'
import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import type { Db, Fragment } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import { inScope, type Scope } from '../../../../server/session.ts'
import { type issueCalls, PooledUnit, type statisticsBy } from '../contract.ts'

type By = (typeof statisticsBy)[number]

/** Keys, with their names, by which issued invoices `i`, their lines `l` and units `u` are summed. */
const groups = (db: Db): Readonly<Record<By, { key: Fragment; name: Fragment }>> => ({
  project: { key: db`i.project_id::text`, name: db`min(settings_of(i.project_id) ->> 'title')` },
  unit: { key: db`coalesce(i.unit_id::text, '')`, name: db`coalesce(min(u.name), '')` },
  month: {
    key: db`to_char(i.issued_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
    name: db`min(to_char(i.issued_at at time zone 'Asia/Shanghai', 'YYYY-MM'))`,
  },
  kind: { key: db`i.kind`, name: db`min(i.kind)` },
  rate: { key: db`l.rate::text`, name: db`min(l.rate)::text` },
})

const sums = (db: Db): Fragment => db`
  (count(distinct i.id) filter (where i.colour = 'blue'))::int as blue_count,
  coalesce(sum(l.amount) filter (where i.colour = 'blue'), 0)::bigint as blue,
  (count(distinct i.id) filter (where i.colour = 'red'))::int as red_count,
  coalesce(sum(l.amount) filter (where i.colour = 'red'), 0)::bigint as red,
  coalesce(sum(case i.colour when 'blue' then l.tax else -l.tax end), 0)::bigint as tax,
  coalesce(sum(case i.colour when 'blue' then l.amount - l.tax else l.tax - l.amount end), 0)::bigint as net`

type Statistics = OutputOf<typeof issueCalls.statistics>

/** Issued invoices in scope, summed by one of their sides, and in all; blue less red where a sum is of both. */
export async function getStatistics(
  db: Db,
  scope: Scope,
  input: InputOf<typeof issueCalls.statistics>,
): Promise<Statistics> {
  const { key, name } = groups(db)[input.by]
  const from = db`
    from invoices i join invoice_lines l on l.invoice_id = i.id
    left join units u on u.id = i.unit_id
    where i.number is not null and ${inOffice(db, scope)}
      ${input.from ? db`and i.issued_at >= ${input.from}` : db``}
      ${input.to ? db`and i.issued_at < ${input.to}` : db``}
      ${input.kind ? db`and i.kind = ${input.kind}` : db``}
      ${
        input.unitId
          ? db`and u.path like (select w.path || '%' from units w where w.id = ${input.unitId} and w.project_id = i.project_id)`
          : db``
      }`
  const rows = await db<Statistics['rows']>`
    select ${key} as key, ${name} as name, ${sums(db)} ${from} group by 1 order by 1`
  const [total] = await db<Statistics['total'][]>`select ${sums(db)} ${from}`
  return { rows: [...rows], total: total! }
}

/** Orders `o` that were paid with money, of a unit. */
const paidOrders = (db: Db, scope: Scope): Fragment => db`
  select o.unit_id, count(*)::int as orders, sum(o.amount)::bigint as paid, sum(o.refunded)::bigint as refunded,
    sum(greatest(0, o.amount - o.refunded - o.invoiced - r.refunding))::bigint as left,
    sum(v.opened)::bigint as opened, sum(v.red)::bigint as red, sum(v.requested)::bigint as requested
  from orders o left join units u on u.id = o.unit_id
  cross join lateral (
    select coalesce(sum(refunding), 0) as refunding from order_items where order_id = o.id) r
  cross join lateral (
    select coalesce(sum(l.amount) filter (where i.colour = 'blue' and i.number is not null), 0) as opened,
      coalesce(sum(l.amount) filter (where i.colour = 'red' and i.number is not null), 0) as red,
      coalesce(sum(l.amount) filter (where i.colour = 'blue'
        and i.status in ('requested', 'opening', 'waiting_drawer', 'failed')), 0) as requested
    from invoice_lines l join invoices i on i.id = l.invoice_id where l.order_id = o.id) v
  where o.status in ('paid', 'part_refunded', 'refunded')
    and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })}
  group by o.unit_id`

/** Units in scope with what was paid through them and how much of that is invoiced, the largest sum left first. */
export async function pagePool(
  db: Db,
  scope: Scope,
  input: InputOf<typeof issueCalls.unitPool>,
): Promise<OutputOf<typeof issueCalls.unitPool>> {
  return page(db, PooledUnit, input, {
    columns: db`
      t.unit_id, coalesce(n.name, '') as unit_name, t.orders, t.paid, t.refunded, t.opened, t.red, t.requested, t.left`,
    from: db`(${paidOrders(db, scope)}) t left join units n on n.id = t.unit_id`,
    where: [
      input.keyword && nameContains(db, db`n.name`, input.keyword),
      input.onlyLeft !== undefined && (input.onlyLeft ? db`t.left > 0` : db`t.left = 0`),
    ],
    sorts: { paid: db`t.paid`, opened: db`t.opened`, left: db`t.left` },
    orderBy: db`t.left desc, t.unit_id`,
  })
}
