import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { baseline, laterSteps, migrate, migrationFile, recordedSteps, schemaSum } from '../db/migrate.ts'
import { allTables, tableOwners } from '../db/tables.ts'
import { admittedStatuses, enrolmentLifecycle, liveStatuses } from '../features/enrolment/rules.ts'
import { exceptionStatuses, isUnsettled } from '../features/supportCase/rules.ts'
import { existingUnitStatuses, unitLifecycle } from '../features/unit/rules.ts'
import { connect, type Pool } from '../server/db.ts'
import { catalog } from './catalog.ts'
import { openDatabase } from './harness.ts'
import { setUpAtRelease } from './release.ts'
import { root } from './tasks.ts'

let built: Pool
let migrated: Pool
before(async () => {
  built = connect(await openDatabase('empty'), { max: 1 })
  migrated = connect(await openDatabase('empty'), { max: 1 })
  await built.unsafe(allTables())
  await setUpAtRelease(migrated, root)
  await migrate(migrated)
})
after(async () => {
  await built.end()
  await migrated.end()
})

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

test('what databases are set up by is written down: WRITE_CHECKSUMS=1 adds a migration, and until the first release takes the tables as they are', () => {
  const file = migrationFile(root, baseline)
  const isReleased = existsSync(file)
  const schema = isReleased ? readFileSync(file, 'utf8') : allTables()
  const steps = [{ name: baseline, checksum: schemaSum(schema) }, ...laterSteps(root)]
  const written = recordedSteps(root)
  assert.ok(isReleased || steps.length === 1, 'npm run freeze writes the tables that a migration changes')
  if (isReleased)
    assert.deepEqual(
      written.filter((one) => !steps.some((step) => step.checksum === one.checksum)),
      [],
      'its text was changed: what is released is never written again',
    )
  if (process.env.WRITE_CHECKSUMS)
    writeFileSync(
      migrationFile(root, 'checksums.txt'),
      steps.map(({ name, checksum }) => `${checksum}  ${name}\n`).join(''),
    )
  else assert.deepEqual(written, steps, 'WRITE_CHECKSUMS=1 npm run check writes it down')
})

/** Beginnings of the statements in each file of SQL: functions and views are replaced as a whole. */
const heads: Readonly<Record<string, RegExp>> = {
  'tables.sql': /^(create (table|(unique )?index|sequence|(constraint )?trigger)|insert into) /,
  'functions.sql': /^create or replace function /,
  'views.sql': /^create or replace view /,
}

test('functions and views stand in files of their own beside the tables', () => {
  const wrong = globSync(['server/*.sql', '{features,sandbox}/**/*.sql'], { cwd: root }).flatMap((file) => {
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
