import { allTables } from '../../../db/tables.ts'
import type { Pool } from '../../../server/db.ts'
import { fillTables } from '../lists/fill.ts'

/** Units below twenty others, classes of four types, days of two years. */
const [units, classes, days] = [220, 400, 730]

const unitId = (n: string) => `('00000000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const learnerId = (n: string) => `('00000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const classId = (n: string) => `('00000000-0000-7000-a000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const orderId = (n: string) => `('00000000-0000-7000-b000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** A moment of the last two years, drawn by a number, more of them in the last. */
const momentOf = (n: string) =>
  `now() - interval '1 minute' * ((${n}::bigint * 7919 % ${days * 1440}) * (${n}::bigint * 31 % 997) / 997)`

/**
 * Fills an empty database with so many enrolments and as many orders, half of them passed and three quarters paid, and
 * study days of every learner. Rows are written past the triggers; what they would have appended is taken from the same
 * rows, and folded by the product. Gives the project.
 */
export async function fillBoards(db: Pool, count: number): Promise<string> {
  await db.unsafe(allTables())
  const [project] = await db`insert into projects default values returning id`
  const projectId = project!.id as string
  const [role] = await db`
    insert into roles ${db({ projectId, roleName: '学员', roleSystem: 3, menus: [] })} returning id`
  await db.unsafe(`
    set session_replication_role = replica;
    insert into units (id, project_id, parent_id, path, name)
    select ${unitId('n')}, '${projectId}', case when n >= 20 then ${unitId('n % 20')} end,
      case when n >= 20 then ${unitId('n % 20')} || '/' else '' end || ${unitId('n')} || '/', '单位' || n
    from generate_series(0, ${units - 1}) n;
    insert into train_classes (id, project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
      required_hours_tenths, price, original_price)
    select ${classId('n')}, '${projectId}', new_id(), 'C' || n, '班级' || n, '{}',
      (array['public', 'specialized', 'professional', 'vocational'])[n % 4 + 1], 2023, 80, 80, 100, 100
    from generate_series(1, ${classes}) n;
    insert into accounts (id, project_id, role_id, unit_id, login_name, user_name, password_hash)
    select ${learnerId('n')}, '${projectId}', '${role!.id as string}', ${unitId(`n % ${units}`)}, 'l' || n, '学员', 'x'
    from generate_series(0, ${count / 10 - 1}) n`)
  const learner = `n % ${count / 10}`
  await fillTables(db, ['enrolments', 'orders', 'order_items'], count, async (from, to) => {
    const numbers = `generate_series(${from}, ${to}) n`
    await db.unsafe(`
      insert into enrolments (project_id, account_id, class_id, source, status, passed_at, passed_by, created_at)
      select '${projectId}', ${learnerId(learner)}, ${classId(`(n / ${count / 10} * 37 + ${learner}) % ${classes} + 1`)},
        'order', case when n % 2 = 0 then 'passed' else 'active' end,
        case when n % 2 = 0 then ${momentOf('n')} end, case when n % 2 = 0 then 'rule' end, ${momentOf('n')}
      from ${numbers};
      insert into orders (id, project_id, kind, account_id, payer_name, unit_id, order_no, amount, channel, status,
        expires_at, paid_at, closed_at, closed_reason, created_at)
      select ${orderId('n')}, '${projectId}', 'personal', ${learnerId(learner)}, '学员', ${unitId(`${learner} % ${units}`)},
        'J' || n, 100 + n % 900, case when n % 4 > 0 then 'wechat' end, case when n % 4 > 0 then 'paid' else 'cancelled' end,
        now(), case when n % 4 > 0 then ${momentOf('n')} end, case when n % 4 = 0 then now() end,
        case when n % 4 = 0 then 'expired' end, ${momentOf('n')}
      from ${numbers};
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable,
        waiting)
      select ${orderId('n')}, ${learnerId(learner)}, c.id, 0, '班级', c.class_type, 2023, 80, 100, 100, false
      from ${numbers} join train_classes c on c.id = ${classId(`(n::bigint * 7907 % ${classes}) + 1`)}`)
  })
  await db.unsafe(`
    insert into board_days (account_id, day, project_id, since)
    select account_id, day, '${projectId}', coalesce(lag(day) over (partition by account_id order by day), '-infinity')
    from (select distinct account_id, china_day(created_at) as day from enrolments) studied;
    insert into board_deltas (project_id, unit_id, day, class_type, kind, since, amount)
    select r.project_id, r.unit_id, r.day, r.class_type, r.kind, r.since, r.amount from (
      select f.project_id, a.unit_id, f.kind, f.day, f.class_type, f.since, sum(f.amount) as amount
      from board_person_facts f join accounts a on a.id = f.account_id group by 1, 2, 3, 4, 5, 6
      union all
      select o.project_id, o.unit_id, k.kind, china_day(k.at), i.class_type, '-infinity', sum(k.amount)
      from orders o join order_items i on i.order_id = o.id
      cross join lateral (values ('orders', o.created_at, 1), ('payments', o.paid_at, 1), ('moneyIn', o.paid_at, o.amount))
        k (kind, at, amount)
      where k.at is not null group by 1, 2, 3, 4, 5) r`)
  for (let folded = 1; folded > 0; ) {
    const [row] = await db<{ folded: number }[]>`select fold_boards(500000) as folded`
    folded = row!.folded
  }
  // What a rush of some seconds has not folded yet.
  await db.unsafe(`
    insert into board_deltas (project_id, account_id, day, class_type, kind, amount)
    select '${projectId}', ${learnerId('n')}, china_day(now()), 'public', 'registrations', 1
    from generate_series(0, 1999) n`)
  await db.unsafe('vacuum analyze')
  return projectId
}
