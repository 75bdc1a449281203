import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aBank } from '../../../test/build/exam.ts'
import { checkedImport, reasonsOf, settledImport } from '../../../test/build/import.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { intoBank } from '../../../test/build/questionImport.ts'
import { aMobile, anIdCard, aPerson, intoUnit, rosterHeader } from '../../../test/build/roster.ts'
import { aDescribedSheet, type SheetDescription } from '../../../test/build/sheet.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { questionCalls } from '../../question/contract.ts'
import { importCalls, importRefusals } from '../contract.ts'

const keys = ['realName', 'cardNumber', 'mobile', 'workPlace'] as const
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: ['/student-manage/student', '/student-manage/student#import', '/resource-manage/add-question'],
  })
  const fields = keys.map((key) => ({ key, required: key !== 'workPlace' }))
  await world.db`update projects set register_fields = ${world.db.json(fields)} where id = ${portal.projectId}`
  admin = await anAccount(world, portal, { role: 'admin' })
})

type Cells = SheetDescription['rows'][number]
/** A row of the roster: its first column is the template's own. */
const person = (n: number, more: Record<string, Cells[number]> = {}): Cells => [
  null,
  ...keys.map((key) => more[key] ?? (aPerson(n)[key] as string | undefined) ?? null),
]
const aSheet = (rows: Cells[], more: Omit<SheetDescription, 'rows'>) =>
  aDescribedSheet({ rows: [rosterHeader(keys), ...rows], ...more })
const checked = (file: Buffer) => checkedImport(world, admin.token, intoUnit(portal.unitId), file)
const choose = (importId: string, rows: boolean, columns = false) =>
  world.call(importCalls.leaveOutHidden, { importId, rows, columns }, admin.token)
async function chosen(importId: string, rows: boolean, columns = false) {
  assert.equal((await choose(importId, rows, columns)).respCode, 200)
  return settledImport(world, admin.token, importId)
}
const countsOf = ({
  fresh,
  bad,
  leftOut,
  remarked,
}: Record<'fresh' | 'bad' | 'leftOut' | 'remarked', number>) => ({
  fresh,
  bad,
  leftOut,
  remarked,
})
const staged = (importId: string) => world.db`
  select row_no, state, outcome, label, cells::text, draft::text, problems, notes, remarks, group_no, card_index, mobile_index
  from import_rows where import_id = ${importId} order by row_no`
const reasons = (importId: string) => reasonsOf(world, admin.token, importId)
const hide = 'hidden="1"'

test('hidden rows are left out and taken in again, each time judged with the rest; what was applied adds up', async () => {
  const rows = [
    person(3101),
    person(3102, { cardNumber: anIdCard(3101) }),
    person(3103),
    person(3104, { mobile: '123' }),
    person(3105),
  ]
  const { importId, ...first } = await checked(aSheet(rows, { rowAttributes: { 2: hide, 4: hide, 5: hide } }))
  assert.deepEqual(countsOf(first), { fresh: 3, bad: 2, leftOut: 0, remarked: 0 })
  assert.deepEqual([first.hiddenRows, first.hiddenRowsOut], [3, false])
  const whole = await staged(importId)
  const out = await chosen(importId, true)
  assert.deepEqual(countsOf(out), { fresh: 2, bad: 0, leftOut: 3, remarked: 0 })
  assert.deepEqual([out.status, out.hiddenRowsOut, out.hiddenRows], ['checked', true, 3])
  assert.deepEqual(await reasons(importId), [], 'row 3 repeats no row that is imported')
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'out' }, admin.token)
  assert.deepEqual(
    list.map(({ row, problems }) => [row, ...problems.map(({ zh }) => zh)]),
    [
      [2, '在表里是隐藏的，不导入'],
      [4, '在表里是隐藏的，不导入'],
      [5, '在表里是隐藏的，不导入', '不是 11 位手机号'],
    ],
  )
  const again = await chosen(importId, false)
  assert.deepEqual(countsOf(again), countsOf(first))
  assert.deepEqual([...(await staged(importId))], [...whole], 'it is as it was')
  await chosen(importId, true)
  await world.ask(importCalls.apply, { importId }, admin.token)
  const done = await settledImport(world, admin.token, importId)
  assert.deepEqual([done.added, done.rejected, done.leftOut, done.rows, done.done], [2, 0, 3, 5, 5])
  const late = await choose(importId, false)
  assert.deepEqual([late.respCode, late.respDesc], [409, '当前状态为“已导入”，不能进行“重新检查”'])
  const invariant = new URL('../../../test/invariants/31-import-adds-up.sql', import.meta.url)
  assert.deepEqual([...(await world.db.unsafe(readFileSync(invariant, 'utf8')))], [])
})

test('each choice is recorded, the same one twice changes nothing, and a row that a person left out stays so', async () => {
  const { importId } = await checked(
    aSheet([person(3111), person(3112), person(3113)], { rowAttributes: { 2: hide, 3: hide } }),
  )
  await world.ask(
    importCalls.editRow,
    { importId, row: 2, version: 1, cells: {}, leaveOut: true },
    admin.token,
  )
  await chosen(importId, true)
  await chosen(importId, true)
  assert.equal((await chosen(importId, false)).leftOut, 1)
  const logs = await world.db`
    select before, after from operation_logs
    where action = 'import.leaveOutHidden' and subject_id = ${importId} order by id`
  assert.deepEqual(
    logs.map(({ before, after }) => [before.hiddenRowsOut, after.hiddenRowsOut]),
    [
      [false, true],
      [true, false],
    ],
  )
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'out' }, admin.token)
  assert.deepEqual(
    list.map(({ row, problems }) => [row, problems[0]!.zh]),
    [[2, '已设为不导入']],
  )
  const stranger = await anAccount(world, await aPortal(world), { role: 'admin' })
  const theirs = await world.call(
    importCalls.leaveOutHidden,
    { importId, rows: true, columns: false },
    stranger.token,
  )
  assert.notEqual(theirs.respCode, 200)
  // What the uploader checked stays as it was checked, also where others see it.
  const colleague = await anAccount(world, portal, { role: 'admin' })
  const toggled = await world.call(
    importCalls.leaveOutHidden,
    { importId, rows: false, columns: false },
    colleague.token,
  )
  assert.deepEqual([toggled.respCode, toggled.respDesc], [403, importRefusals.notYours.zh])
})

test('the content of hidden columns is left out with its faults and remarks, and comes back with them', async () => {
  const rows = [
    person(3121, { workPlace: { v: 301, f: '0000' } }),
    person(3122, { workPlace: { xml: '<c r="E3"><f>A1</f><v>1</v></c>' } }),
    person(3123, { workPlace: `电话 ${aMobile(3199)}` }),
  ]
  const { importId, ...first } = await checked(
    aSheet(rows, { cols: '<col min="5" max="5" hidden="1" width="0"/>' }),
  )
  assert.deepEqual(first.hiddenColumns, ['workPlace'])
  assert.deepEqual(countsOf(first), { fresh: 2, bad: 1, leftOut: 0, remarked: 1 })
  const whole = await staged(importId)
  const out = await chosen(importId, false, true)
  assert.deepEqual(countsOf(out), { fresh: 3, bad: 0, leftOut: 0, remarked: 0 })
  const drafts = (await staged(importId)).map(({ draft }) => JSON.parse(draft as string).profile)
  assert.deepEqual(drafts, [{}, {}, {}])
  const edit = (cells: Record<string, string>, version: number) =>
    world.call(importCalls.editRow, { importId, row: 4, version, cells }, admin.token)
  assert.equal((await edit({ workPlace: '工程部' }, 2)).respCode, 422)
  const { attribute } = await edit({ realName: '王芳' }, 2)
  assert.equal(attribute.rows[0]!.cells[4], `电话 ${aMobile(3199)}`, 'nothing of the file is lost')
  await edit({ realName: String(aPerson(3123).realName) }, attribute.rows[0]!.version)
  const again = await chosen(importId, false, false)
  assert.deepEqual(countsOf(again), countsOf(first))
  assert.deepEqual([...(await staged(importId))], [...whole], 'it is as it was')
})

test('a hidden column that must be filled in is not left out', async () => {
  const { importId } = await checked(aSheet([person(3131)], { cols: '<col min="4" max="4" hidden="1"/>' }))
  const refused = await choose(importId, false, true)
  assert.deepEqual(
    [refused.respCode, refused.respDesc],
    [422, importRefusals.requiredHidden.zh.replace('{columns}', '手机号')],
  )
  assert.equal((await world.ask(importCalls.getProgress, { importId }, admin.token)).status, 'checked')
})

test('an import that is cancelled meanwhile stays so, and a check that failed leaves the review as it was', async () => {
  const hold = async () =>
    world.db.unsafe(`
      create or replace function put_off() returns trigger language plpgsql as
        $$ begin new.run_at := 'infinity'; return new; end $$;
      create trigger put_off before insert on jobs for each row when (new.type = 'import.recheck')
        execute function put_off()`)
  const start = async (n: number) => {
    const { importId } = await checked(aSheet([person(n), person(n + 1)], { rowAttributes: { 2: hide } }))
    await hold()
    await world.ask(importCalls.leaveOutHidden, { importId, rows: true, columns: false }, admin.token)
    await world.db`drop trigger put_off on jobs`
    const [{ jobId }] = (await world.db`select job_id from imports where id = ${importId}`) as [
      { jobId: string },
    ]
    return { importId, jobId }
  }
  const cancelled = await start(3141)
  assert.equal((await choose(cancelled.importId, false)).respCode, 409)
  await world.ask(importCalls.cancel, { importId: cancelled.importId }, admin.token)
  await world.db`update jobs set run_at = moment() where id = ${cancelled.jobId}`
  await world.portal.drainJobs()
  const { status } = await world.ask(importCalls.getProgress, { importId: cancelled.importId }, admin.token)
  assert.equal(status, 'cancelled')

  const failed = await start(3151)
  await world.db`
    update jobs set status = 'running', tries = 5, fence = 5, lease_until = moment() - interval '1 s'
    where id = ${failed.jobId}`
  await world.portal.drainJobs()
  const found = await world.ask(importCalls.getProgress, { importId: failed.importId }, admin.token)
  assert.deepEqual(
    [found.status, found.fresh, found.leftOut, found.hiddenRowsOut, found.stopped],
    ['checked', 2, 0, false, false],
  )
  assert.equal((await chosen(failed.importId, true)).leftOut, 1, 'it can be tried again')
})

test('hidden parts of a case question are left out of it', async () => {
  const bankId = await aBank(world, portal)
  const question = (stem: string, material: string | null): Cells => [
    '单选题',
    material,
    stem,
    '甲',
    '乙',
    'A',
  ]
  const sheet = aDescribedSheet({
    rows: [
      ['题型', '材料', '题干', '选项A', '选项B', '答案'],
      question('第一问', '材料一'),
      question('第二问', '材料一'),
      question('第三问', '材料一'),
      question('单独', null),
      question('单独', null),
    ],
    rowAttributes: { 2: hide, 5: hide },
  })
  const { importId, ...first } = await checkedImport(world, admin.token, intoBank(bankId), sheet)
  assert.deepEqual(countsOf(first), { fresh: 4, bad: 1, leftOut: 0, remarked: 0 })
  const whole = await staged(importId)
  assert.deepEqual(countsOf(await chosen(importId, true)), { fresh: 3, bad: 0, leftOut: 2, remarked: 0 })
  await chosen(importId, false)
  assert.deepEqual([...(await staged(importId))], [...whole])
  await chosen(importId, true)
  await world.ask(importCalls.apply, { importId }, admin.token)
  assert.equal((await settledImport(world, admin.token, importId)).added, 3)
  const { list } = await world.ask(questionCalls.find, { bankId }, admin.token)
  assert.deepEqual(
    list.map(({ content }) => content.parts.map(({ stem }) => stem)).toSorted((a, b) => a.length - b.length),
    [['单独'], ['第二问', '第三问']],
  )
})
