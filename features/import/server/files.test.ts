import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { before, test } from 'node:test'
import {
  appliedImport,
  aSheetFile,
  beginImport,
  cellsOf,
  checkedImport,
  settledImport,
  strayImportFiles,
  uploadSheet,
} from '../../../test/build/import.ts'
import { runJob } from '../../../test/build/job.ts'
import { anAccount, aPortal, type BuiltPortal, signedIn } from '../../../test/build/portal.ts'
import { aPerson, aRosterFile, intoUnit, rosterHeader } from '../../../test/build/roster.ts'
import { aDescribedSheet } from '../../../test/build/sheet.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { importCalls, importRefusals } from '../contract.ts'

let world: World
let portal: BuiltPortal
let token: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/student-manage/student', '/student-manage/student#import'] })
  token = (await anAccount(world, portal, { role: 'admin' })).token
})

const roster = (first: number) => aRosterFile([aPerson(first), aPerson(first + 1)])
const input = () => intoUnit(portal.unitId)
const importOf = async (id: string) =>
  (await world.db`select status, file_key, job_id, problem from imports where id = ${id}`)[0]!

/** Begins an import whose check does not come to its turn. */
async function waitingImport(first: number): Promise<{ importId: string; path: string }> {
  await world.db.unsafe(`
    create or replace function put_off() returns trigger language plpgsql as
      $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger put_off before insert on jobs for each row when (new.type = 'import.check')
      execute function put_off()`)
  const importId = await beginImport(world, token, input(), roster(first))
  await world.db`drop trigger put_off on jobs`
  return { importId, path: world.app.files.path((await importOf(importId)).fileKey as string) }
}

test('a number in the name, in the header or in any cell of a file is masked, however it is written', async () => {
  const rows = cellsOf(aRosterFile([aPerson(501)]))
  rows[0]!.push('备注 139-1234-5678')
  rows[1]!.push('新号 +8613912345678，旧号１３８１２３４５６７８')
  const { uploadId } = await uploadSheet(world, token, aSheetFile(rows), '张三_13912345678.xlsx')
  const { importId } = await world.ask(importCalls.begin, { ...input(), uploadId }, token)
  const { otherColumns } = await settledImport(world, token, importId)
  assert.deepEqual(otherColumns, ['备注 139-****-5678'])
  const [row] = await world.db`
    select i.file_name, i.header::text, r.cells::text from imports i join import_rows r on r.import_id = i.id
    where i.id = ${importId}`
  const { fileName, header, cells } = row as Record<string, string>
  assert.equal(fileName, '张三_139****5678.xlsx')
  assert.match(header!, /备注 139-\*{4}-5678/)
  assert.match(cells!, /新号 \+86139\*{4}5678，旧号１３８\*{4}５６７８/)
})

test('a name with a letter that no document can print is imported with a note, which goes with the letter', async () => {
  const rows = [aPerson(521), aPerson(522), aPerson(523)]
  Object.assign(rows[0]!, { realName: '王\u{2A6D6}\u{3106C}' })
  Object.assign(rows[1]!, { realName: '\u{20BB7}野 Müller' })
  const { importId, fresh, remarked } = await checkedImport(world, token, input(), aRosterFile(rows))
  assert.deepEqual([fresh, remarked], [3, 1])
  const noted = await world.ask(importCalls.findRows, { importId, only: 'remarked' }, token)
  assert.deepEqual(
    noted.list.map(({ row, state, remarks }) => [row, state, remarks.map(({ zh }) => zh.split('：')[0])]),
    [[2, 'good', ['“\u{2A6D6}\u{3106C}”暂时无法排印']]],
  )
  const edit = async (realName: string, version: number) => {
    const edited = await world.ask(
      importCalls.editRow,
      { importId, row: 2, version, cells: { realName } },
      token,
    )
    return [edited.progress.remarked, edited.rows[0]!.remarks.length, edited.rows[0]!.version] as const
  }
  assert.deepEqual((await edit('王小二', noted.list[0]!.version)).slice(0, 2), [0, 0])
  assert.deepEqual((await edit('王\u{2A6D6}', noted.list[0]!.version + 1)).slice(0, 2), [1, 1])
  await world.ask(importCalls.apply, { importId }, token)
  assert.equal((await settledImport(world, token, importId)).added, 3)
})

test('a sheet of Strict Open XML is imported like any other, its days as days', async () => {
  const fields = ['realName', 'cardNumber', 'mobile', 'workSince']
  const own = await aPortal(world, { menus: ['/student-manage/student', '/student-manage/student#import'] })
  const registered = world.db.json(fields.map((key) => ({ key, required: false })))
  await world.db`update projects set register_fields = ${registered} where id = ${own.projectId}`
  const admin = await anAccount(world, own, { role: 'admin' })
  const { realName, cardNumber, mobile } = aPerson(511) as Record<string, string>
  const file = aDescribedSheet({
    strict: true,
    rows: [
      rosterHeader(fields),
      [null, realName!, cardNumber!, mobile!, { v: '2012-07-01', f: 'yyyy/m/d', iso: true }],
    ],
  })
  const done = await appliedImport(world, admin.token, intoUnit(own.unitId), file)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 1, 0])
  const [learner] = await world.db`
    select work_since::text from students where project_id = ${own.projectId} and real_name = ${realName!}`
  assert.equal(learner!.workSince, '2012-07-01')
})

test('an import that is cancelled before its check leaves no file', async () => {
  const { importId, path } = await waitingImport(1)
  assert.ok(existsSync(path))
  assert.deepEqual(await strayImportFiles(world), [], 'it is needed as long as it is to be read')
  await world.ask(importCalls.cancel, { importId }, token)
  assert.ok(!existsSync(path))
  assert.deepEqual(await strayImportFiles(world), [])
  const { status, fileKey, jobId } = await importOf(importId)
  assert.deepEqual([status, fileKey], ['cancelled', null])
  await world.db`update jobs set run_at = moment() where id = ${jobId as string}`
  await world.portal.drainJobs()
  assert.equal((await importOf(importId)).status, 'cancelled')
})

test('an import whose check ended its process every time has failed, in words, and leaves no file', async () => {
  const { importId, path } = await waitingImport(11)
  const { jobId } = await importOf(importId)
  await world.db`
    update jobs set status = 'running', tries = 5, fence = 5, lease_until = moment() - interval '1 s'
    where id = ${jobId as string}`
  await world.portal.drainJobs()
  const found = await world.ask(importCalls.getProgress, { importId }, token)
  assert.deepEqual([found.status, found.problem!.zh], ['failed', importRefusals.stopped.zh])
  assert.ok(!existsSync(path))
  assert.deepEqual(await strayImportFiles(world), [])
})

test('an import whose check always fails has failed, in words, and leaves no file', async () => {
  const { importId, path } = await waitingImport(21)
  const { jobId } = await importOf(importId)
  await world.db`update imports set kind = 'nothing' where id = ${importId}`
  for (let tries = 0; tries < 5; tries++) {
    await world.db`update jobs set run_at = moment() where id = ${jobId as string} and status = 'queued'`
    await world.portal.drainJobs()
  }
  const found = await importOf(importId)
  assert.deepEqual([found.status, found.problem], ['failed', { code: 'import.stopped' }])
  assert.ok(!existsSync(path))
})

test('a sentence that an earlier version stored is read as it is', async () => {
  const { importId } = await waitingImport(61)
  const problem = { zh: '旧的句子 {count}', en: 'An older sentence {count}' }
  await world.db`
    update imports set status = 'failed', file_key = null, problem = ${world.db.json(problem)} where id = ${importId}`
  assert.deepEqual((await world.ask(importCalls.getProgress, { importId }, token)).problem, problem)
})

test('a checked import keeps its rows for a month and then says that it has lapsed', async () => {
  await world.moveClock('0')
  const owner = await anAccount(world, portal, { role: 'admin' })
  token = owner.token
  const { importId } = await checkedImport(world, token, input(), roster(31))
  const late = await checkedImport(world, token, input(), roster(41))
  await world.moveClock('29 days')
  token = await signedIn(world, owner.loginName)
  const listed = await world.ask(importCalls.findList, {}, token)
  const waiting = listed.find((one) => one.importId === importId)
  assert.ok(waiting, 'what waits is listed until it is settled')
  assert.deepEqual([waiting.title.zh, waiting.page], ['学员', '/student-manage/student'])
  await runJob(world, 'import.sweep')
  await world.ask(importCalls.apply, { importId }, token)
  assert.equal((await settledImport(world, token, importId)).added, 2)

  // More rows than one statement removes.
  await world.db`
    insert into import_rows select filled.* from (select * from import_rows where import_id = ${late.importId} limit 1) r
      cross join generate_series(1, 10500) n
      cross join lateral jsonb_populate_record(null::import_rows, to_jsonb(r) || jsonb_build_object('row_no', 1000 + n)) filled`
  await world.moveClock('31 days')
  token = (await anAccount(world, portal, { role: 'admin' })).token
  await runJob(world, 'import.sweep')
  const found = await world.ask(importCalls.getProgress, { importId: late.importId }, token)
  assert.deepEqual([found.status, found.problem!.zh], ['failed', importRefusals.lapsed.zh])
  assert.deepEqual((await importOf(late.importId)).problem, { code: 'import.lapsed' }, 'stored as a code')
  const refused = await world.call(importCalls.apply, { importId: late.importId }, token)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, importRefusals.lapsed.zh])
  const [left] = await world.db`select count(*) as count from import_rows`
  assert.equal(left!.count, 0)
  assert.equal((await importOf(importId)).status, 'applied')
})

test('an import that stopped in the midst may be gone on with for a month; no row of it is taken before', async () => {
  await world.moveClock('0')
  token = (await anAccount(world, portal, { role: 'admin' })).token
  const { importId } = await checkedImport(world, token, input(), roster(51))
  await world.db`
    with job as (insert into jobs (type, lane, status, fence) values ('import.apply', 'people', 'failed', 1) returning id)
    update imports set status = 'applying', job_id = job.id from job where imports.id = ${importId}`
  await runJob(world, 'import.sweep')
  assert.ok((await world.ask(importCalls.getProgress, { importId }, token)).stopped)
  await world.moveClock('31 days')
  token = (await anAccount(world, portal, { role: 'admin' })).token
  await runJob(world, 'import.sweep')
  assert.deepEqual((await importOf(importId)).problem, { code: 'import.lapsed' })
})

test('what a crash left in the folder is seen, and swept within the hour', async () => {
  const { moveClock, app } = world
  await moveClock('0')
  const path = app.files.path('import/2023/left.xlsx')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, roster(61))
  assert.deepEqual(await strayImportFiles(world), ['import/2023/left.xlsx'])
  await moveClock('2 hours')
  await runJob(world, 'import.sweep')
  assert.deepEqual(await strayImportFiles(world), [])
})

test('after all of this the invariant of imports holds', async () => {
  const invariant = new URL('../../../test/invariants/31-import-adds-up.sql', import.meta.url)
  assert.deepEqual([...(await world.db.unsafe(readFileSync(invariant, 'utf8')))], [])
})
