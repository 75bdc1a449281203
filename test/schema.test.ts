import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { migrate, migrationNames } from '../db/migrate.ts'
import { allTables, tableOwners } from '../db/tables.ts'
import { admittedStatuses, enrolmentLifecycle, liveStatuses } from '../features/enrolment/rules.ts'
import { exceptionStatuses, isUnsettled } from '../features/supportCase/rules.ts'
import { existingUnitStatuses, unitLifecycle } from '../features/unit/rules.ts'
import { connect, type Db, type Pool } from '../server/db.ts'
import { openDatabase } from './harness.ts'
import { root } from './tasks.ts'

let built: Pool
let migrated: Pool
before(async () => {
  built = connect(await openDatabase('empty'), { max: 1 })
  migrated = connect(await openDatabase('empty'), { max: 1 })
  await built.unsafe(allTables())
  await migrate(migrated)
})
after(async () => {
  await built.end()
  await migrated.end()
})

/** The catalog's description of everything that is ours, as comparable lines. */
async function catalog(db: Db): Promise<string[]> {
  const rows = await db`
    with ours as (
      select c.* from pg_class c where c.relnamespace = 'public'::regnamespace
        and c.relname <> 'migrations' and c.relname not like 'migrations\_%')
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
      || ' ' || is_generated || ' ' || is_identity || ' ' || coalesce(generation_expression, '') as line
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
    union all
    select 'relation ' || relkind::text || ' ' || relname || ' ' || relrowsecurity || relforcerowsecurity || ' '
      || coalesce(reloptions::text, '') || ' ' || coalesce(relacl::text, '') from ours
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'migrations'
    union all
    select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all
    select 'function ' || pg_get_functiondef(oid) || ' ' || coalesce(proacl::text, '') from pg_proc
      where pronamespace = 'public'::regnamespace
    union all
    select 'trigger ' || pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger
      where not tgisinternal and tgrelid in (select oid from ours)
    union all
    select 'policy ' || tablename || ' ' || policyname || ' ' || cmd || ' ' || roles::text || ' ' || coalesce(qual, '')
      || ' ' || coalesce(with_check, '') from pg_policies where schemaname = 'public'
    union all
    select 'type ' || typname || ' ' || typtype::text from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
    union all
    select 'extension ' || extname from pg_extension
    order by 1`
  return rows.map((row) => row.line as string)
}

test('what guards the data is compared too: without any one of these the catalogs differ', async () => {
  const whole = await catalog(migrated)
  const losses = [
    'drop trigger operation_logs_keep on operation_logs',
    'alter table operation_logs disable trigger operation_logs_keep_all',
    'alter function chain_operation() security invoker',
    'alter function chain_operation() reset search_path',
    'drop view held_courses',
    'drop index hour_entries_class',
    'alter table hour_entries drop constraint hour_entries_hours_tenths_check',
    'create policy open on hour_entries using (true)',
    'grant update on hour_entries to public',
    'grant execute on function new_id() to pg_monitor',
  ]
  for (const loss of losses) {
    const undone = await migrated
      .begin(async (tx) => {
        await tx.unsafe(loss)
        throw { lines: await catalog(tx) }
      })
      .catch((error: { lines?: string[] }) => {
        if (!error.lines) throw error
        return error.lines
      })
    assert.notDeepEqual(undone, whole, loss)
  }
})

test('the migrations lead to the current tables', async () => {
  assert.deepEqual(
    await catalog(migrated),
    await catalog(built),
    'write a migration: what is released is never written again',
  )
})

test('a database of a newer version, or begun by another text of a step, is refused and left as it is', async () => {
  const db = connect(await openDatabase('empty'), { max: 1 })
  const [first] = await migrate(db)
  assert.deepEqual(await migrate(db), [], 'nothing is applied twice')
  await db`insert into migrations (name) values ('9999-later.sql')`
  await assert.rejects(migrate(db), /newer than this program \(9999-later\.sql\)/)
  await db`delete from migrations where name = '9999-later.sql'`
  for (const name of [first!, migrationNames().at(-1)!]) {
    const [own] = await db`select checksum from migrations where name = ${name}`
    await db`update migrations set checksum = 'another' where name = ${name}`
    await assert.rejects(migrate(db), new RegExp(`set up by another ${name}`))
    await db`update migrations set checksum = ${own!.checksum} where name = ${name}`
  }
  // One step was written again so that it runs on PostgreSQL 15 too; what its earlier text set up is the same.
  await db`
    update migrations set checksum = 'c929d027ffc04bf7b6c8fc670ee0e3946de34a063ae76289ed51771b94336512'
    where name = '0016-names.sql'`
  assert.deepEqual(await migrate(db), [])
  // Rows from before checksums were stored have none.
  await db`update migrations set checksum = null`
  assert.deepEqual(await migrate(db), [])
  await db.end()
})

/** Beginnings of the statements in each file of SQL: functions and views are replaced as a whole. */
const heads: Readonly<Record<string, RegExp>> = {
  'tables.sql': /^(create (table|(unique )?index|sequence|trigger)|insert into) /,
  'functions.sql': /^create or replace function /,
  'views.sql': /^create or replace view /,
}

test('functions and views stand in files of their own beside the tables', () => {
  const wrong = globSync(['server/*.sql', 'features/**/*.sql'], { cwd: root }).flatMap((file) => {
    const statements =
      readFileSync(join(root, file), 'utf8').match(/^(create|insert|alter|drop|update) .*/gm) ?? []
    return statements.filter((head) => !heads[basename(file)]?.test(head)).map((head) => `${file}: ${head}`)
  })
  assert.deepEqual(wrong, [])
})

test('every foreign key is indexed', async () => {
  const rows = await built`
    select c.conrelid::regclass::text || ' ' || c.conname as name
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:array_length(c.conkey, 1) - 1] @> c.conkey)
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey))`
  // A foreign key to the project is served by lists that begin with it; a table without such a list has few rows.
  const missing = rows.map((row) => row.name as string).filter((name) => !name.endsWith('_project_id_fkey'))
  assert.deepEqual(missing, [])
})

test('money is bigint and moments carry their zone', async () => {
  const wrong = await built`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (
      (column_name ~ '(^|_)(amount|price|fee|refunded|payable|discount)$' and data_type <> 'bigint')
      or data_type = 'timestamp without time zone')`
  assert.deepEqual(
    wrong.map((row) => row.name),
    [],
  )
})

test('every status column is guarded by a check', async () => {
  const unguarded = await built`
    select c.table_name from information_schema.columns c
    where c.table_schema = 'public' and c.column_name = 'status'
      and not exists (
        select from pg_constraint k where k.contype = 'c' and k.conrelid = ('public.' || c.table_name)::regclass
          and pg_get_constraintdef(k.oid) like '%status%')`
  assert.deepEqual(
    unguarded.map((row) => row.tableName),
    [],
  )
})

test('the database and the rules name the same sets of states', async () => {
  const sets = {
    is_live: [enrolmentLifecycle.states, liveStatuses],
    is_admitted: [enrolmentLifecycle.states, admittedStatuses],
    is_unsettled: [exceptionStatuses, exceptionStatuses.filter(isUnsettled)],
    unit_exists: [unitLifecycle.states, existingUnitStatuses],
  } as const
  for (const [name, [states, chosen]] of Object.entries(sets)) {
    const rows = await built`
      select status from unnest(${states as readonly string[] as string[]}::text[]) as s (status)
      where ${built(name)}(status)`
    assert.deepEqual(
      rows.map((row) => row.status),
      states.filter((status) => (chosen as readonly string[]).includes(status)),
      name,
    )
  }
})

test('each owner’s tables can be created by themselves', () => {
  const owners = new Map<string, string>()
  for (const owner of tableOwners()) {
    const sql = readFileSync(new URL(`../${owner}/tables.sql`, import.meta.url), 'utf8')
    for (const [, table] of sql.matchAll(/create table (\w+)/g)) {
      assert.equal(owners.get(table!), undefined, `${table} is created twice`)
      owners.set(table!, owner)
    }
  }
})
