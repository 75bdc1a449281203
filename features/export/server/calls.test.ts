import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { allFeatures, allJobs } from '../../../app/features.ts'
import type { InputOf } from '../../../contract/call.ts'
import { type ExportCall, streamedRows } from '../../../contract/exporting.ts'
import { isIdCard, isMobile } from '../../../contract/identity.ts'
import { menuUrls } from '../../../contract/menu.ts'
import type { Language } from '../../../contract/refusal.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { appliedImport, checkedImport, downloaded, reasonsOf } from '../../../test/build/import.ts'
import { aPerson, aRosterFile, intoUnit } from '../../../test/build/roster.ts'
import { aJob } from '../../../test/build/job.ts'
import { theDemo } from '../../../test/build/demo.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { aScoreRow, aSatExam, importScores } from '../../../test/build/score.ts'
import { aField, anApplication, aSignUp } from '../../../test/build/signUp.ts'
import { aRoster, aUnitClass } from '../../../test/build/unitClass.ts'
import { registerExports } from '../../certificate/register/contract.ts'
import { orderExports } from '../../order/contract.ts'
import { questionExports } from '../../question/contract.ts'
import { sheetColumns as questionColumns } from '../../question/sheet/rules.ts'
import { scoreExports } from '../../score/contract.ts'
import { applicationCalls, applicationExports } from '../../signUp/application/contract.ts'
import { unitClassExports } from '../../unitClass/contract.ts'
import { studentExports } from '../../student/manage/contract.ts'
import { boards } from '../../dashboard/rules.ts'
import { exportMenus, listExportCalls as calls, listExportRefusals } from '../contract.ts'
import { fullExportsADay } from '../rules.ts'
import { eraseExports } from './erase.ts'

const declared = allFeatures.flatMap(({ exports = [] }) => exports)
const { exportStudentList } = studentExports
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let clerk: BuiltAccount

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...menuUrls] })
  admin = await anAccount(world, portal, { role: 'admin' })
  clerk = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId, portal.unitId),
  })
})

type Row = (string | number | Date | null)[]

/** Fetches a file call's answer: the sheet's first rows, or the refusal. */
async function fetchSheet(
  call: Pick<ExportCall, 'path' | 'method'>,
  input: object,
  token: string,
  { language = 'zh', from = world }: { language?: Language; from?: World } = {},
) {
  const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const response = await from.portal.http.inject({
    method: call.method,
    url: `/api${call.path}${query}`,
    headers: { token, 'accept-language': language },
    ...(call.method === 'GET' ? {} : { payload: input }),
  })
  const isFile = !String(response.headers['content-type']).startsWith('application/json')
  if (!isFile) return { refused: response.json<{ respCode: number; respDesc: string }>(), rows: [] as Row[] }
  const book = xlsx.read(response.rawPayload, { cellFormula: true, cellDates: false })
  const sheet = book.Sheets[book.SheetNames[0]!]!
  const name = decodeURIComponent(/''(.*)$/.exec(String(response.headers['content-disposition']))![1]!)
  return { name, sheet, rows: xlsx.utils.sheet_to_json<Row>(sheet, { header: 1, defval: null }) }
}

const logged = async (action: string) => {
  const [row] = await world.db<
    { after: Record<string, unknown>; reason: string | null; subjectId: string }[]
  >`
    select after, reason, subject_id from operation_logs where action = ${action} order by created_at desc, id desc limit 1`
  return row
}
const numberOf = async ({ accountId }: BuiltAccount) => {
  const [row] = await world.db`
    select s.card_sealed, a.mobile_sealed from students s join accounts a on a.id = s.account_id where a.id = ${accountId}`
  return {
    card: world.app.secrets.open('students.card', accountId, row!.cardSealed as Buffer),
    mobile: world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer),
  }
}
const storedFiles = () =>
  readdirSync(world.app.files.path('export'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

test('what may be exported is what may be listed, and every such permission opens the job', () => {
  const needed = new Set(declared.flatMap(({ call }) => [call.allow].flat()))
  assert.deepEqual([...exportMenus].sort(), [...needed].sort())
})

test('every list is exported as its own call answers it, under the head of its columns', async () => {
  const demo = await openWorld({ demo: true })
  const staff = await anAccount(demo, await theDemo(demo), { role: 'admin' })
  const [exam] = await demo.db`select id from exams limit 1`
  const [open] = await demo.db`select class_id as id from enrolments limit 1`
  const [group] = await demo.db`select id from unit_classes limit 1`
  const [plan] = await demo.db`
    insert into train_plans (project_id, name, year, hours, status)
    select id, 'a plan', 2023, '{"public": 300}', 'published' from projects order by parent_id nulls last limit 1 returning id`
  assert.ok(declared.length >= 12)
  for (const { call, columns } of declared.filter(({ document }) => !document)) {
    const needs = call.path.includes('attempt')
      ? { examId: exam!.id as string }
      : call.path.includes('class-train')
        ? { classId: open!.id as string }
        : call.path.includes('unit-class/export-people')
          ? { id: group!.id as string }
          : call.path.includes('train-plan')
            ? { planId: plan!.id as string }
            : call.path.includes('export-seats')
              ? { signUpId: plan!.id as string }
              : {}
    for (const language of ['zh', 'en'] as const) {
      // Asked again each time: an export is in the log, which is a list itself.
      const page = await demo.call(call.list, { ...needs, limit: 50 }, staff.token)
      assert.equal(page.respCode, 200, `${call.path}: ${page.respDesc}`)
      const { total } = page.attribute as { total: number }
      const { rows, refused, name, sheet } = await fetchSheet(call, needs, staff.token, {
        language,
        from: demo,
      })
      assert.equal(refused, undefined, `${call.path}: ${refused?.respDesc}`)
      assert.match(name!, new RegExp(`^${call.title[language]}-\\d{4}-\\d\\d-\\d\\d\\.xlsx$`))
      assert.deepEqual(
        rows[0],
        columns.map(({ title }) => title[language]),
        call.path,
      )
      assert.equal(rows.length - 1, total, call.path)
      // A unit gives its telephone and its code to all who see it.
      const numbers = rows.flat().filter((cell) => isIdCard(String(cell)) || isMobile(String(cell)))
      assert.deepEqual(
        call.path.includes('unit-list') ? [] : numbers,
        [],
        `${call.path} shows a whole number`,
      )
      for (const cell of Object.values(sheet!) as xlsx.CellObject[]) assert.ok(!cell.f && cell.t !== 'e')
      for (const [at, { format = 'text' }] of columns.entries()) {
        const found = rows
          .slice(1)
          .map((row) => row[at])
          .filter((value) => value !== null)
        const wanted = format === 'text' ? 'string' : 'number'
        assert.deepEqual(
          found.filter((value) => typeof value !== wanted),
          [],
          `${call.path} ${columns[at]!.title.en}`,
        )
      }
    }
  }
})

test('an export has the words of the list’s page, and one that is imported again those of the import', () => {
  const words = allWords()
  const imported = new Set(questionColumns.map(({ title: { zh, en } }) => `${zh}|${en}`))
  // The page names them by the same rules.
  const counted = new Set(Object.values(boards).map(({ words: { zh, en } }) => `${zh}|${en}`))
  const strange = declared
    .flatMap(({ call, columns }) => columns.map(({ title }) => ({ call, title })))
    .filter(({ call, title: { zh, en } }) => {
      const isImported = call.path === questionExports.exportQuestionList.path && imported.has(`${zh}|${en}`)
      const isCounted = call.path.startsWith('/dashboard/') && counted.has(`${zh}|${en}`)
      return !isImported && !isCounted && !words.has(`${zh}|${en}`)
    })
    .map(({ call, title }) => `${call.path} ${title.zh} ${title.en}`)
  // The pages show it beside the length, and both in one column.
  const records = '/base/transfer-class-record/export-transfer-class-record.action'
  assert.deepEqual(strange, [
    '/base/manage-invoice/export-all.action 税额 Tax',
    '/base/manage-invoice/export-all.action 原发票 Original',
    '/base/resource/export-video-list.action 大小（字节） Size (bytes)',
    `${records} 原进度 Progress before`,
    `${records} 新进度 Progress after`,
  ])
})

/** Every text that a page has in both languages, as `zh|en`. */
function allWords(): Set<string> {
  const root = new URL('../../../', import.meta.url).pathname
  const files = readdirSync(root + 'features', { recursive: true, encoding: 'utf8' })
    .filter((file) => /web\/\w*[wW]ords\.ts$/.test(file))
    .map((file) => `features/${file}`)
  const sides = [...files, 'web/commonWords.ts'].map((file) => {
    const found = [...readFileSync(root + file, 'utf8').matchAll(/^\s+(\w+): '((?:[^'\\]|\\.)*)',$/gm)]
    const byKey = new Map<string, string[]>()
    for (const [, key, text] of found) byKey.set(key!, [...(byKey.get(key!) ?? []), text!])
    return [...byKey.values()].map(([zh, en]) => `${zh}|${en}`)
  })
  return new Set(sides.flat())
}

test('the filter and the scope of the list are those of its export; what looks like a formula is text', async () => {
  const far = await aUnit(world, portal.projectId)
  const [unit] = await world.db`select unit_id as id from accounts where id = ${clerk.accountId}`
  const near = await aLearner(world, portal, { unitId: unit!.id as string, name: '=1+1' })
  const beyond = await aLearner(world, portal, { unitId: far, name: '@远处' })
  const names = async (filter: object, token: string) =>
    (await fetchSheet(exportStudentList, filter, token)).rows.slice(1).map((row) => row[0])
  assert.deepEqual(await names({}, admin.token), ["'@远处", "'=1+1"])
  assert.deepEqual(await names({}, clerk.token), ["'=1+1"])
  assert.deepEqual(await names({ unitId: far }, admin.token), ["'@远处"])
  const { card, mobile } = await numberOf(near)
  assert.deepEqual(await names({ card }, admin.token), ["'=1+1"])
  assert.deepEqual(await names({ mobile }, clerk.token), ["'=1+1"])
  const { after, subjectId } = (await logged('export.stream'))!
  assert.deepEqual(after.filter, { mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` })
  assert.deepEqual([after.rows, after.unmasked, subjectId], [1, false, exportStudentList.path])
  assert.equal((await fetchSheet(exportStudentList, {}, beyond.token)).refused!.respCode, 403)
})

async function create(token: string, input: Partial<InputOf<typeof calls.create>> = {}) {
  return world.call(calls.create, { path: exportStudentList.path, filter: {}, ...input }, token)
}
const made = async (token: string, input: Partial<InputOf<typeof calls.create>> = {}) => {
  const { attribute, respDesc, respCode } = await create(token, input)
  assert.equal(respCode, 200, respDesc)
  await world.portal.drainJobs()
  return attribute.exportId
}
const download = (exportId: string, token: string) => fetchSheet(calls.download, { exportId }, token)

test('numbers in full come only from a job, with the permission and a reason, and are recorded', async () => {
  const direct = await fetchSheet(exportStudentList, { unmasked: true }, admin.token)
  assert.equal(direct.refused!.respCode, listExportRefusals.inFull.code)
  assert.ok(direct.refused!.respDesc.includes(calls.create.path))
  const noReason = await create(admin.token, { unmasked: true })
  assert.deepEqual([noReason.respCode, noReason.field], [422, 'reason'])
  const [role] = await world.db`select menus from roles where id = ${portal.roles.unit}`
  const menus = (role!.menus as string[]).filter((menu) => menu !== '/student-manage/student#reveal')
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  world.portal.gate.forget()
  assert.equal((await create(clerk.token, { unmasked: true, reason: '报送主管部门' })).respCode, 403)
  await world.db`update roles set menus = ${role!.menus as string[]} where id = ${portal.roles.unit}`
  world.portal.gate.forget()

  const learner = await aLearner(world, portal, { name: '全号' })
  const { card, mobile } = await numberOf(learner)
  const exportId = await made(admin.token, { filter: { card }, unmasked: true, reason: '报送主管部门备案' })
  const { rows } = await download(exportId, admin.token)
  assert.deepEqual(
    rows.slice(1).map((row) => [row[0], row[2], row[3]]),
    [['全号', card, mobile]],
  )
  const record = (await logged('export.finish'))!
  assert.deepEqual([record.reason, record.subjectId], ['报送主管部门备案', exportId])
  assert.deepEqual([record.after.rows, record.after.unmasked], [1, true])
  assert.ok(!JSON.stringify(record).includes(card))
  assert.ok((record.after.columns as string[]).includes('证件号'))
  // Neither name nor number is on the disk in clear.
  for (const entry of storedFiles()) {
    const bytes = readFileSync(`${entry.parentPath}/${entry.name}`)
    assert.notEqual(bytes.subarray(0, 2).toString(), 'PK')
  }
  await world.db`
    update roles set menus = array_remove(menus, '/student-manage/student#reveal') where id = ${portal.roles.admin}`
  world.portal.gate.forget()
  assert.equal((await download(exportId, admin.token)).refused!.respCode, 403)
  await world.db`
    update roles set menus = menus || '{/student-manage/student#reveal}'::text[] where id = ${portal.roles.admin}`
  world.portal.gate.forget()
})

test('a job takes the filters that the list takes, also one of several values, and no other', async () => {
  const { path } = orderExports.exportOrderList
  const exportId = await made(admin.token, { path, filter: { status: ['paid', 'free'] } })
  assert.deepEqual(await stateOf(exportId), ['failed', 'export.nothing'], 'it was asked, and nothing matched')
  assert.deepEqual((await logged('export.create'))!.after.filter, { status: ['paid', 'free'] })
  for (const name of ['staus', 'order_status', 'constructor', 'unmasked']) {
    const answer = await create(admin.token, { path, filter: { [name]: 'paid' } })
    assert.deepEqual([answer.respCode, answer.field], [422, `filter.${name}`])
  }
})

test('numbers in full are exported so often a day; what has no file does not count', async () => {
  const one = await anAccount(world, portal, { role: 'admin' })
  await aLearner(world, portal, { name: '计次甲' })
  const inFull = { filter: { keyword: '计次甲' }, unmasked: true, reason: '报送主管部门备案' }
  const first = await made(one.token, inFull)
  await world.db`update list_exports set created_at = moment() - interval '25 hours' where id = ${first}`
  for (let i = 0; i < fullExportsADay; i++) await made(one.token, inFull)
  const more = await create(one.token, inFull)
  assert.equal(more.respCode, listExportRefusals.inFullADay.code)
  assert.equal((await create(one.token, { filter: inFull.filter })).respCode, 200, 'masked ones do not count')
  await world.db`
    update list_exports set status = 'cancelled', key_sealed = null where id in (
      select id from list_exports where operator_id = ${one.accountId} and unmasked order by id desc limit 1)`
  assert.equal((await create(one.token, inFull)).respCode, 200)
})

test('5,000 rows are answered at once; one more names the job, which makes them all', async () => {
  const many = await aUnit(world, portal.projectId)
  const fill = (count: number) => world.db`
    insert into accounts (project_id, role_id, unit_id, login_name, user_name, password_hash)
    select ${portal.projectId}, ${portal.roles.learner}, ${many}, 'many' || new_id(), '甲', '-'
    from generate_series(1, ${count})`
  await fill(streamedRows)
  const atOnce = await fetchSheet(exportStudentList, { unitId: many }, admin.token)
  assert.equal(atOnce.rows.length - 1, streamedRows)
  await fill(1)
  const { refused } = await fetchSheet(exportStudentList, { unitId: many }, admin.token)
  assert.equal(refused!.respCode, 409)
  assert.ok(refused!.respDesc.includes(calls.create.path), refused!.respDesc)
  const exportId = await made(admin.token, { filter: { unitId: many } })
  const [listed] = await world.ask(calls.findList, {}, admin.token)
  assert.deepEqual(
    [listed!.exportId, listed!.status, listed!.done, listed!.rows],
    [exportId, 'ready', streamedRows + 1, streamedRows + 1],
  )
  const { rows } = await download(exportId, admin.token)
  assert.equal(rows.length - 1, streamedRows + 1)
  assert.equal(new Set(rows.map((row) => row[1])).size, rows.length)
})

test('a file is its maker’s alone, for seven days; then it is gone', async () => {
  const exportId = await made(admin.token)
  assert.equal((await download(exportId, clerk.token)).refused!.respCode, 404)
  assert.equal((await world.call(calls.cancel, { exportId }, clerk.token)).respCode, 404)
  assert.equal((await world.call(calls.cancel, { exportId }, admin.token)).respCode, 409, 'it is done')
  assert.ok((await download(exportId, admin.token)).rows.length > 1)
  const before = storedFiles().length
  await world.db`update list_exports set expires_at = moment() where id = ${exportId}`
  assert.equal((await download(exportId, admin.token)).refused!.respCode, 409)
  await world.db`insert into jobs (type, lane) values ('export.sweep', 'people')`
  await world.portal.drainJobs()
  assert.equal(storedFiles().length, before - 1)
  const [row] = await world.db`select status, key_sealed, file_key from list_exports where id = ${exportId}`
  assert.deepEqual({ ...row }, { status: 'lapsed', keySealed: null, fileKey: null })
})

/** Puts an export back to where its job has not begun. */
async function unmake(exportId: string): Promise<void> {
  const sealed = world.app.secrets.seal('list_exports.filter', exportId, '{}')
  await world.db`
    update list_exports set status = 'making', filter_sealed = ${sealed}, key_sealed = null, file_key = null
    where id = ${exportId}`
}
const { run } = allJobs.find(({ type }) => type === 'export.make')!
const stateOf = async (exportId: string) => {
  const [row] = await world.db<{ status: string; problem: { code: string } | null }[]>`
    select status, problem from list_exports where id = ${exportId}`
  return [row!.status, row!.problem?.code]
}

test('work that breaks off leaves no file and no part of one, and is made whole from the beginning', async () => {
  const exportId = await made(admin.token)
  const before = storedFiles().length
  await unmake(exportId)
  const { signal, abort } = (() => {
    const controller = new AbortController()
    return { signal: controller.signal, abort: () => controller.abort(new Error('broken off')) }
  })()
  // The first word of how far it is comes when rows have been read.
  const progress = async () => abort()
  await assert.rejects(
    Promise.resolve(run(aJob({ input: { exportId }, signal, progress }), world.app)),
    /broken off/,
  )
  assert.deepEqual(await stateOf(exportId), ['making', undefined])
  assert.equal((await download(exportId, admin.token)).refused!.respCode, 409)
  assert.equal(storedFiles().length, before)
  await run(aJob({ input: { exportId } }), world.app)
  assert.deepEqual(await stateOf(exportId), ['ready', undefined])
  assert.ok((await download(exportId, admin.token)).rows.length > 1)
})

test('where nothing matches a job makes no file, and says so in both languages', async () => {
  const filter = { keyword: '没有这个人' }
  for (const input of [{ filter }, { path: registerExports.printPdf.path, filter }]) {
    const exportId = await made(admin.token, input)
    const [listed] = (await world.ask(calls.findList, {}, admin.token)).filter(
      (one) => one.exportId === exportId,
    )
    const { zh, en } = listExportRefusals.nothing
    assert.deepEqual([listed!.status, listed!.problem], ['failed', { zh, en }])
    assert.equal((await download(exportId, admin.token)).refused!.respCode, 409)
    const [row] = await world.db`select file_key, rows from list_exports where id = ${exportId}`
    assert.deepEqual([row!.fileKey, row!.rows], [null, null])
  }
})

test('a job that was given up ends its export with a sentence', async () => {
  const exportId = await made(admin.token)
  await unmake(exportId)
  const { onFailed } = allJobs.find(({ type }) => type === 'export.make')!
  await world.db.begin((tx) => onFailed!(tx, { id: '', input: { exportId } }, world.app))
  const listed = (await world.ask(calls.findList, {}, admin.token)).find((one) => one.exportId === exportId)!
  const { zh, en } = listExportRefusals.stopped
  assert.deepEqual([listed.status, listed.problem], ['failed', { zh, en }])
  const { subjectId, reason } = (await logged('export.fail'))!
  assert.deepEqual([subjectId, reason], [exportId, zh])
})

test('a cancelled export stops and leaves nothing', async () => {
  const exportId = await made(admin.token)
  const before = storedFiles().length
  await unmake(exportId)
  let reports = 0
  const progress = async () => {
    if (++reports === 1) await world.ask(calls.cancel, { exportId }, admin.token)
  }
  await run(aJob({ input: { exportId }, progress }), world.app)
  assert.deepEqual(await stateOf(exportId), ['cancelled', undefined])
  assert.equal(reports, 1, 'nothing was read after it')
  assert.equal(storedFiles().length, before)
})

test('what may no longer be exported is not made, and says so', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student'] })
  const person = await anAccount(world, own, { role: 'admin' })
  await aLearner(world, own)
  const exportId = await made(person.token)
  await unmake(exportId)
  await world.db`update roles set menus = '{}' where id = ${own.roles.admin}`
  await run(aJob({ input: { exportId } }), world.app)
  assert.deepEqual(await stateOf(exportId), ['failed', 'export.noLongerAllowed'])
  const { subjectId, reason } = (await logged('export.fail'))!
  assert.deepEqual([subjectId, reason], [exportId, listExportRefusals.noLongerAllowed.zh])
})

test('the file of a wider scope is not given to a narrower one', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student'] })
  const person = await anAccount(world, own, { role: 'admin' })
  await aLearner(world, own)
  const exportId = await made(person.token)
  assert.equal((await download(exportId, person.token)).refused, undefined)
  await world.db`update roles set data_scope = 'subtree' where id = ${own.roles.admin}`
  world.portal.gate.forget()
  assert.equal((await download(exportId, person.token)).refused!.respCode, 403)
})

test('the exports of a closed account are gone', async () => {
  const person = await anAccount(world, portal, { role: 'admin' })
  const exportId = await made(person.token)
  await world.db.begin((tx) => eraseExports(tx, person))
  assert.deepEqual(await stateOf(exportId), ['lapsed', undefined])
  assert.equal((await download(exportId, person.token)).refused!.respCode, 409)
})

test('learners who are exported in full and imported again are the same, whatever their texts begin with or spell', async () => {
  const unitId = await aUnit(world, portal.projectId, portal.unitId)
  const names = ['=甲乙', "'=丙丁", '_x0041_戊', '+己庚', '辛_x005F_壬']
  const people = names.map((realName, i) => aPerson(7001 + i, { realName }))
  const first = await appliedImport(world, admin.token, intoUnit(unitId), aRosterFile(people))
  assert.deepEqual([first.added, first.rejected], [names.length, 0])
  const exportId = await made(admin.token, { filter: { unitId }, unmasked: true, reason: '报送主管部门备案' })
  const { bytes } = await downloaded(world, admin.token, calls.download.path, { exportId })
  const again = await checkedImport(world, admin.token, intoUnit(unitId), bytes)
  assert.deepEqual([again.same, again.fresh, again.changed, again.bad], [names.length, 0, 0, 0])
})

/** The sheet of a list in full, as its job writes it. */
async function inFull({ path }: ExportCall, filter: Record<string, string>): Promise<Buffer> {
  const exportId = await made(admin.token, { path, filter, unmasked: true, reason: '报送主管部门备案' })
  return (await downloaded(world, admin.token, calls.download.path, { exportId })).bytes
}

for (const language of ['zh', 'en'] as const) {
  test(`scores that are exported and imported again are on record already, and the empty cell of an absence adds nothing (${language})`, async () => {
    const { signUp, sitters } = await aSatExam(world, portal, admin.token, ['孙甲子', '孙乙丑'])
    const [one, other] = sitters
    const rows = [aScoreRow(one!, 85.5), aScoreRow(other!, '缺考')]
    const first = await importScores(world, admin.token, signUp.id, rows)
    assert.deepEqual([first.added, first.rejected], [2, 0])
    const { rawPayload } = await world.portal.http.inject({
      method: scoreExports.exportScores.method,
      url: `/api${scoreExports.exportScores.path}`,
      headers: { token: admin.token, 'accept-language': language },
      payload: { examId: signUp.id },
    })
    const input = { kind: 'score', params: { signUpId: signUp.id } }
    const again = await checkedImport(world, admin.token, input, rawPayload)
    assert.deepEqual([again.same, again.fresh, again.bad, again.remarked], [1, 0, 1, 0])
    const reasons = await reasonsOf(world, admin.token, again.importId)
    assert.match(String(reasons[0]![1]), /^points：必须填写/)
  })
}

test('people of a unit class who are exported in full and imported again are on its roster already', async () => {
  const unitClass = await aUnitClass(world, portal, admin)
  await aRoster(world, portal, unitClass, 3)
  const file = await inFull(unitClassExports.exportPeople, { id: unitClass.id })
  const input = { kind: 'unitClassStu', params: { unitClassId: unitClass.id } }
  const again = await checkedImport(world, admin.token, input, file)
  assert.deepEqual([again.same, again.fresh, again.changed, again.bad], [3, 0, 0, 0])
})

test('applicants who are exported in full apply by the same sheet for the same subjects elsewhere, and not twice', async () => {
  const subjects = ['语文', '数学'].map((name) => ({ name, sessions: [] }))
  const anExam = () =>
    aSignUp(world, admin.token, { kind: 'exam', subjects, fields: [aField('post', { required: false })] })
  const [from, to] = [await anExam(), await anExam()]
  for (const name of ['吴丙寅', '吴丁卯'])
    await anApplication(world, (await aLearner(world, portal, { name })).token, from)
  const file = await inFull(applicationExports.exportApplications, { signUpId: from.id })
  const into = ({ id }: typeof from) => ({ kind: 'examApplicants', params: { signUpId: id } })
  const first = await appliedImport(world, admin.token, into(to), file)
  assert.deepEqual([first.added, first.rejected], [2, 0])
  const applied = async ({ id }: typeof from) => {
    const { list } = await world.ask(applicationCalls.query, { signUpId: id }, admin.token)
    return list.map(({ realName, subjectNames }) => [realName, subjectNames.toSorted()]).toSorted()
  }
  assert.deepEqual(await applied(to), await applied(from))
  const again = await checkedImport(world, admin.token, into(from), file)
  assert.deepEqual([again.fresh, again.changed], [0, 0], 'they have applied there')
})
