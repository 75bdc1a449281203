import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { migrate } from '../db/migrate.ts'
import { allTables, tableOwners } from '../db/tables.ts'
import { admittedStatuses, enrolmentLifecycle, liveStatuses } from '../features/enrolment/rules.ts'
import { exceptionStatuses, isUnsettled } from '../features/supportCase/rules.ts'
import { existingUnitStatuses, unitLifecycle } from '../features/unit/rules.ts'
import { connect, type Pool } from '../server/db.ts'
import { openDatabase } from './harness.ts'

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

/** The catalog's description of our tables, as comparable lines. */
async function catalog(db: Pool): Promise<string[]> {
  const rows = await db`
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as line
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'migrations'
    union all
    select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all
    select 'function ' || proname || ' ' || prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all
    select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    order by 1`
  return rows.map((row) => row.line as string)
}

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
  await db`update migrations set checksum = 'another' where name = ${first!}`
  await assert.rejects(migrate(db), new RegExp(`set up by another ${first}`))
  // Rows from before checksums were stored have none.
  await db`update migrations set checksum = null`
  assert.deepEqual(await migrate(db), [])
  await db.end()
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
  for (const owner of tableOwners) {
    const sql = readFileSync(new URL(`../${owner}/tables.sql`, import.meta.url), 'utf8')
    for (const [, table] of sql.matchAll(/create table (\w+)/g)) {
      assert.equal(owners.get(table!), undefined, `${table} is created twice`)
      owners.set(table!, owner)
    }
  }
})
