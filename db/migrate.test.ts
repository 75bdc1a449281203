import assert from 'node:assert/strict'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { connect, type Pool } from '../server/db.ts'
import { catalog } from '../test/catalog.ts'
import { openDatabase } from '../test/harness.ts'
import { setUpAtRelease } from '../test/release.ts'
import { root } from '../test/tasks.ts'
import { freeze } from './freeze.ts'
import { baseline, migrate, migrationFile, programIn, recordedSteps, schemaSum } from './migrate.ts'
import { allTables } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-migrations-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

/** A copy of the declarations and migrations, at its first release where there was none. */
function aRelease(): string {
  const copy = join(folder, String(++count))
  for (const file of globSync(['server/*.sql', '{features,sandbox}/**/*.sql', 'db/migrations/*'], {
    cwd: root,
  })) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  rmSync(migrationFile(copy, baseline), { force: true })
  writeFileSync(migrationFile(copy, 'checksums.txt'), `${schemaSum(allTables(copy))}  ${baseline}\n`)
  freeze(copy)
  return copy
}

/** Changes a file of a copy; refuses a change that finds nothing. */
function edit(copy: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8')
  assert.ok(text.includes(from), `${file} has ${from}`)
  writeFileSync(join(copy, file), text.replace(from, to))
}

async function anEmpty(): Promise<Pool> {
  const db = connect(await openDatabase('empty'), { max: 1 })
  after(() => db.end())
  return db
}

async function atRelease(copy: string): Promise<Pool> {
  const db = await anEmpty()
  await setUpAtRelease(db, copy)
  await migrate(db, programIn(copy, '1.0.0'))
  return db
}

const names = async (db: Pool) =>
  (await db<{ name: string }[]>`select name from migrations order by name`).map(({ name }) => name)

test('from the first release on a database takes the migrations after its baseline, then the functions as a whole', async () => {
  const copy = aRelease()
  assert.throws(() => freeze(copy), /is there already/)
  const frozen = readFileSync(migrationFile(copy, baseline), 'utf8')
  assert.deepEqual(recordedSteps(copy), [{ name: baseline, checksum: schemaSum(frozen) }])
  const db = await atRelease(copy)
  assert.deepEqual(
    await catalog(db),
    await catalog(await declaredIn(copy)),
    'nothing is lost in the baseline',
  )
  await db`insert into projects default values`
  const settings = async () =>
    (await db`select settings_of(id) as all from projects`)[0]!.all as Record<string, unknown>
  assert.equal((await settings()).approvalDays, 14)

  // A changed default is one line, a changed table a line and a migration; a view that names its column goes before it.
  edit(copy, 'features/project/server/functions.sql', '"approvalDays": 14', '"approvalDays": 15')
  edit(copy, 'features/hours/server/tables.sql', '  year int not null,', '  year bigint not null,')
  const step = '0002-long-years.sql'
  const text = 'drop view held_courses;\nalter table hour_entries alter column year type bigint;\n'
  const next = () => programIn(copy, '1.1.0')
  assert.notDeepEqual(
    await catalog(await atRelease(copy)),
    await catalog(await declaredIn(copy)),
    'not migrated',
  )
  writeFileSync(migrationFile(copy, step), text)
  assert.deepEqual(await migrate(db, next()), [step, 'functions 1.1.0'])
  assert.deepEqual(await migrate(db, next()), [])
  const declared = await catalog(await declaredIn(copy))
  assert.deepEqual(await catalog(db), declared)
  assert.deepEqual(await names(db), [baseline, step, 'functions 1.1.0'])
  assert.equal((await settings()).approvalDays, 15)

  const fresh = await anEmpty()
  assert.deepEqual(await migrate(fresh, next()), [baseline, step, 'functions 1.1.0'])
  assert.deepEqual(await catalog(fresh), declared, 'an empty one takes what is declared')

  edit(copy, 'features/project/server/functions.sql', '"approvalDays": 15', '"approvalDays": 16')
  assert.deepEqual(await migrate(db, programIn(copy, '1.10.0')), ['functions 1.10.0'])
  assert.deepEqual(
    [(await settings()).approvalDays, await names(db)],
    [16, [baseline, step, 'functions 1.10.0']],
  )
  assert.deepEqual(await migrate(db, programIn(copy, '1.9.0')), [], 'it has what there is')
  edit(copy, 'features/project/server/functions.sql', '"approvalDays": 16', '"approvalDays": 15')
  await assert.rejects(
    migrate(db, programIn(copy, '1.9.0')),
    /newer than this program \(functions 1\.10\.0\)/,
  )
  assert.equal((await settings()).approvalDays, 16)
})

/** A database with the schema that a copy declares. */
async function declaredIn(copy: string): Promise<Pool> {
  const db = await anEmpty()
  await db.unsafe(allTables(copy))
  return db
}

test('a migration that fails leaves tables, functions and what was done as they were', async () => {
  const copy = aRelease()
  const db = await atRelease(copy)
  const before = await catalog(db)
  writeFileSync(
    migrationFile(copy, '0002-half.sql'),
    'alter table projects add column half int;\nselect 1 / 0;\n',
  )
  await assert.rejects(migrate(db, programIn(copy, '1.1.0')), /division by zero/)
  assert.deepEqual([await catalog(db), await names(db)], [before, [baseline, 'functions 1.0.0']])
})

test('the baseline is what was written down, whatever its order and comments, and is written once', () => {
  const schema = allTables()
  const turned = schema
    .split(/(?<=;)\n\n/)
    .reverse()
    .join('\n')
  assert.equal(schemaSum(`-- The beginning.\n${turned.replaceAll('  ', '    ')}`), schemaSum(schema))
  assert.notEqual(schemaSum(schema.replace('hours_tenths <> 0', 'hours_tenths > 0')), schemaSum(schema))
  const copy = aRelease()
  rmSync(migrationFile(copy, baseline))
  edit(copy, 'features/hours/server/tables.sql', 'hours_tenths <> 0', 'hours_tenths > 0')
  assert.throws(() => freeze(copy), /not the ones written down/)
})

test('a database of a newer version, or begun by another text of a step, is refused and left as it is', async () => {
  const copy = aRelease()
  writeFileSync(migrationFile(copy, '0002-more.sql'), 'alter table projects add column more int;\n')
  edit(copy, 'features/project/server/tables.sql', '  status text', '  more int,\n  status text')
  const program = programIn(copy, '1.0.0')
  const db = await anEmpty()
  await migrate(db, program)
  assert.deepEqual(await migrate(db, program), [], 'nothing is applied twice')
  await db`insert into migrations (name) values ('9999-later.sql')`
  await assert.rejects(migrate(db, program), /newer than this program \(9999-later\.sql\)/)
  await db`delete from migrations where name = '9999-later.sql'`
  for (const { name, checksum } of program.steps) {
    await db`update migrations set checksum = 'another' where name = ${name}`
    await assert.rejects(migrate(db, program), new RegExp(`set up by another ${name}`))
    await db`update migrations set checksum = ${checksum} where name = ${name}`
  }
  assert.deepEqual(await migrate(db, program), [])
})

test('a database of before the first release is refused and left as it is', async () => {
  const db = await anEmpty()
  await migrate(db)
  await db`insert into migrations (name, checksum) values ('0001-start.sql', 'of then')`
  const before = await names(db)
  await assert.rejects(migrate(db), /set up before the first release.*; start the version that set it up/)
  assert.deepEqual(await names(db), before)
})
