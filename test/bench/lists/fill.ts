import { allTables } from '../../../db/tables.ts'
import type { Pool } from '../../../server/db.ts'

/** Learners of a unit. */
export const unitLearners = 5000
const unitsOf = (count: number) => Math.max(10, count / unitLearners)
const classes = 2_000
const portion = 500_000

/** Number `n` as an identifier ordered by age. */
export const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

/** Fills tables in statements of half a million rows, whose indexes are made afterwards. */
export async function fillTables(
  db: Pool,
  tables: readonly string[],
  count: number,
  insert: (from: number, to: number) => Promise<void>,
): Promise<void> {
  const indexes = await db<{ name: string; made: string }[]>`
    select indexname as name, indexdef as made from pg_indexes
    where tablename in ${db(tables)} and indexname !~ '_pkey$' and indexname <> 'orders_order_no_key'`
  for (const { name } of indexes) await db.unsafe(`drop index ${name}`)
  for (let from = 1; from <= count; from += portion) await insert(from, Math.min(count, from + portion - 1))
  for (const { made } of indexes) await db.unsafe(made)
  await db.unsafe('vacuum analyze')
}

/** A project of so many learners in an empty database; what is not read is not set up. Gives the project. */
export async function fillLearners(db: Pool, count: number): Promise<string> {
  await db.unsafe(allTables())
  const [project] = await db`insert into projects default values returning id`
  const projectId = project!.id as string
  const [role] = await db`
    insert into roles ${db({ projectId, roleName: '学员', roleSystem: 3, menus: [] })} returning id`
  await db`
    insert into units (id, project_id, path, name)
    select id, ${projectId}, id || '/', '单位' || n from (
      select n, ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid as id
      from generate_series(0, ${unitsOf(count) - 1}::int) n) fresh`
  await fillTables(db, ['accounts', 'students'], count, async (from, to) => {
    await db`
      insert into accounts (id, project_id, role_id, unit_id, login_name, user_name, password_hash, mobile_index,
        mobile_mask)
      select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${role!.id as string},
        ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${unitsOf(count)}::int), 12, '0'))::uuid, 'l' || n,
        '学员' || n, 'x', sha256(('m' || n)::bytea), '138****' || lpad((n % 10000)::text, 4, '0')
      from generate_series(${from}::int, ${to}::int) n`
    await db`
      insert into students (account_id, project_id, unit_id, real_name, name_bigrams, card_sealed, card_index, card_mask,
        personnel_category)
      select id, ${projectId}, unit_id, name, array[substr(name, 1, 2), substr(name, 2, 2)], '\\x00',
        sha256(('c' || n)::bytea), '3201**********' || lpad((n % 10000)::text, 4, '0'), 'health'
      from (
        select n, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id,
          ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${unitsOf(count)}::int), 12, '0'))::uuid as unit_id,
          chr(19968 + n % 101) || chr(20100 + (n / 101) % 499) || chr(20700 + (n / 50399) % 499) as name
        from generate_series(${from}::int, ${to}::int) n) fresh`
  })
  return projectId
}

/** An order of one class and the enrolment in it for each of the learners; a hundredth of the classes has half of them. */
export async function fillOrders(db: Pool, projectId: string, count: number): Promise<void> {
  const [category] = await db`
    insert into class_categories ${db({ projectId, classType: 'public', kind: 'base', name: '公需' })} returning id`
  await db`
    insert into train_classes (id, project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
      required_hours_tenths, price, original_price, status)
    select ('00000000-0000-7000-a000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${category!.id as string},
      'C' || n, name, array[substr(name, 1, 2), substr(name, 2, 2), substr(name, 3, 2)], 'public', 2023, 100, 100, 6000,
      6000, 'on_shelf'
    from (select n, chr(30000 + n % 10) || '法' || chr(31000 + n % 50) || chr(32000 + n) as name
      from generate_series(0, ${classes - 1}::int) n) fresh`
  const account = db`('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const trained = db`('00000000-0000-7000-a000-' || lpad(to_hex(
    case when n % 2 = 0 then n % ${classes / 100}::int else n % ${classes}::int end), 12, '0'))::uuid`
  await fillTables(db, ['orders', 'order_items', 'enrolments'], count, async (from, to) => {
    await db`
      insert into orders (id, project_id, account_id, payer_name, unit_id, order_no, amount, channel, status, expires_at, paid_at)
      select ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${account}, '学员',
        ('00000000-0000-7000-9000-' || lpad(to_hex(n % ${unitsOf(count)}::int), 12, '0'))::uuid, 'J' || n, 6000,
        'wechat', 'paid', now(), now()
      from generate_series(${from}::int, ${to}::int) n`
    await db`
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price,
        payable, waiting)
      select ('00000000-0000-7000-b000-' || lpad(to_hex(n), 12, '0'))::uuid, ${account}, ${trained}, 0, '班级', 'public',
        2023, 100, 6000, 6000, false
      from generate_series(${from}::int, ${to}::int) n`
    await db`
      insert into enrolments (id, project_id, account_id, class_id, source, status, progress)
      select ('00000000-0000-7000-c000-' || lpad(to_hex(n), 12, '0'))::uuid, ${projectId}, ${account}, ${trained},
        'order', 'active', n % 10000
      from generate_series(${from}::int, ${to}::int) n`
  })
}
