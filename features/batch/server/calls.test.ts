import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, mock, test } from 'node:test'
import * as xlsx from '@e965/xlsx'
import { allFeatures, allHandlers, allJobs } from '../../../app/features.ts'
import { menuUrls } from '../../../contract/menu.ts'
import { refuse } from '../../../contract/refusal.ts'
import { atOnce } from '../../../contract/selection.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aBank, aQuestion } from '../../../test/build/exam.ts'
import { aJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { sessionOfWork } from '../../session/server/actions.ts'
import { questionCalls } from '../../question/contract.ts'
import { trainTypeCalls } from '../../unit/trainType/contract.ts'
import { unitCalls } from '../../unit/contract.ts'
import { batchCalls, batchMenus, batchRefusals } from '../contract.ts'
import { mostAtOnce } from '../rules.ts'
import { eraseBatches } from './erase.ts'
import { batchJobs } from './jobs.ts'
import { batchKinds, rowReasons } from './kinds.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...menuUrls] })
  await world.db`
    update roles set menus = (select menus from roles where id = ${portal.roles.admin}) where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
  await holdBack()
})

const declared = allFeatures.flatMap(({ batches = [] }) => batches)
let years = 2010
/** Drafts in a year of their own, so that a filter matches them and no others. */
async function drafts(count: number, of = portal) {
  const year = years++
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push((await aClass(world, of, { status: 'draft', price: 100 })).classId)
  await world.db`update train_classes set year = ${year} where id = any(${ids})`
  return { year, ids: ids.sort() }
}
const pricesOf = async (ids: string[]) => {
  const rows = await world.db`select price from train_classes where id = any(${ids}) order by id`
  return rows.map(({ price }) => price as number)
}
/** Batches run when a test says so, and not before. */
const holdBack = () =>
  world.db.unsafe(`
    create function hold_back() returns trigger language plpgsql as $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger hold_back before insert on jobs for each row when (new.type = 'batch.run') execute function hold_back()`)
async function drain() {
  await world.db`update jobs set run_at = moment() where run_at = 'infinity'`
  await world.portal.drainJobs()
}
const last = async (token = admin.token) => (await world.ask(batchCalls.findList, {}, token))[0]!
const countsOf = ({ status, total, succeeded, refused }: Awaited<ReturnType<typeof last>>) => ({
  status,
  total,
  succeeded,
  refused,
})
const price = (filter: object, more: object = {}, token = admin.token) =>
  world.call(classCalls.batchModifyClassAmount, { filter, price: 500, ...more } as never, token)

/** The sheet of what the last batch refused. */
async function refusedRows(language = 'zh-CN') {
  const response = await world.portal.http.inject({
    method: 'GET',
    url: `/api${batchCalls.exportRefused.path}?batchId=${(await last()).batchId}`,
    headers: { token: admin.token, 'accept-language': language },
  })
  const book = xlsx.read(response.rawPayload)
  return xlsx.utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
}

test('what may act on many rows is what opens the calls of batches, and their lists and filters are known', () => {
  assert.deepEqual(
    [...batchMenus].sort(),
    [...new Set(declared.flatMap(({ call }) => [call.allow].flat()))].sort(),
  )
  for (const { call, list, named } of declared) {
    const { properties } = call.input as unknown as { properties: Record<string, { description?: string }> }
    assert.ok(properties[named], call.path)
    assert.ok(properties.filter!.description!.includes(list.path), call.path)
    assert.ok(
      allHandlers.some((handler) => handler.call === list),
      list.path,
    )
  }
})

test('all that match but the excepted are changed by a job, each with an entry of its own in the log', async () => {
  const { year, ids } = await drafts(5)
  const { ids: others } = await drafts(2)
  const answer = await price({ year }, { except: [ids[1]] })
  assert.equal(answer.respCode, 200, answer.respDesc)
  assert.ok(answer.attribute!.batchId)
  assert.deepEqual(await pricesOf(ids), [100, 100, 100, 100, 100])
  assert.deepEqual(countsOf(await last()), { status: 'running', total: null, succeeded: 0, refused: 0 })
  await drain()
  assert.deepEqual(await pricesOf(ids), [500, 100, 500, 500, 500])
  assert.deepEqual(await pricesOf(others), [100, 100])
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 4, succeeded: 4, refused: 0 })
  const [entries] = await world.db`
    select count(*)::int as count from operation_logs
    where action = 'class.change' and subject_id = any(${ids}) and actor_id = ${admin.accountId}`
  assert.equal(entries!.count, 4)
  const logged = await world.db`
    select action, after from operation_logs where subject_id = ${answer.attribute!.batchId!} order by created_at, id`
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['batch.begin', 'batch.finish'],
  )
  assert.deepEqual(logged[0]!.after, { list: '批量改价', filter: { year }, except: 1 })
})

test('a refused row has its name and its reason, and stops no other', async () => {
  const { year, ids } = await drafts(3)
  const learner = await aLearner(world, portal)
  await world.db`update train_classes set status = 'on_shelf' where id = ${ids[0]!}`
  await anEnrolment(world, portal, { ...learner, classId: ids[0]! })
  await world.db`update train_classes set status = 'off_shelf' where id = ${ids[0]!}`
  await world.ask(classCalls.deleteTrain, { filter: { year } }, admin.token)
  await drain()
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 3, succeeded: 2, refused: 1 })
  const [kept] = await world.db`select name from train_classes where id = ${ids[0]!}`
  const rows = await refusedRows()
  assert.deepEqual(rows[0], ['名称', '原因'])
  assert.equal(rows.length, 2)
  assert.equal(rows[1]![0], kept!.name)
  assert.ok(rows[1]![1]!.length > 4)
})

test('a reason is stored as refusals and said in the language of its reader; a sentence of before is said as it was', async () => {
  const { year, ids } = await drafts(2)
  await world.db`update train_classes set study_to = null, valid_days = null, hours_tenths = 0, required_hours_tenths = 0 where id = any(${ids})`
  await world.call(classCalls.updateOnShelf, { filter: { year }, onShelf: true }, admin.token)
  await drain()
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 2, succeeded: 0, refused: 2 })
  const stored = await world.db`select reason from batch_rows where row_id = any(${ids})`
  for (const { reason } of stored) {
    const codes = (reason as { code: string }[]).map(({ code }) => code)
    assert.ok(codes.length > 1 && codes.every((code) => code.startsWith('shelf.')), codes.join())
  }
  const law = readFileSync('test/invariants/37-no-sentence-is-stored.sql', 'utf8')
  assert.deepEqual([...(await world.db.unsafe(law))], [])
  await world.db`update batch_rows set reason = ${world.db.json([
    { code: 'batch.earlier', values: { sentence: { zh: '从前的原因', en: 'An earlier reason' } } },
  ])} where row_id = ${ids[1]!}`
  const zh = await refusedRows('zh-CN')
  const en = await refusedRows('en')
  assert.match(zh[1]![1]!, /请先.*；.*请先/)
  assert.match(en[1]![1]!, /before publishing; /)
  assert.deepEqual([zh[2]![1], en[2]![1]], ['从前的原因', 'An earlier reason'])
})

test('a refusal that no batch declares is logged, and its reader is told how to see it', async () => {
  const { year, ids } = await drafts(2)
  const kinds = new Map(
    [...batchKinds(allFeatures)].map(([path, kind]) => [
      path,
      { ...kind, act: async () => refuse({ code: 409, zh: '没有声明', en: 'Not declared' }) },
    ]),
  )
  const { attribute } = await price({ year })
  const logged = mock.method(world.app.log, 'error', () => {})
  const [run] = batchJobs(kinds, rowReasons(kinds.values()), sessionOfWork)
  await run!.run(aJob({ input: { batchId: attribute!.batchId! } }), world.app)
  const entries = logged.mock.callCount()
  logged.mock.restore()
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 2, succeeded: 0, refused: 2 })
  assert.equal(entries, ids.length)
  const [row] = await world.db`select reason from batch_rows where row_id = ${ids[0]!}`
  assert.deepEqual(row!.reason, [{ code: 'batch.notNamed' }])
})

test('a row that breaks is reported and logged, and stops no other', async () => {
  const { year, ids } = await drafts(3)
  await world.db.unsafe(`
    create function break_row() returns trigger language plpgsql as $$ begin raise 'broken row'; end $$;
    create trigger break_row before update of price on train_classes for each row
      when (new.id = '${ids[0]!}') execute function break_row()`)
  const logged = mock.method(world.app.log, 'error')
  await price({ year })
  await drain()
  await world.db.unsafe('drop trigger break_row on train_classes; drop function break_row()')
  const entries = logged.mock.calls.map(({ arguments: [entry] }) => entry as { err?: Error })
  logged.mock.restore()
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 3, succeeded: 2, refused: 1 })
  assert.deepEqual(await pricesOf(ids), [100, 500, 500])
  const [refused] = await world.db`select reason from batch_rows where row_id = ${ids[0]!}`
  assert.deepEqual(refused!.reason, [{ code: 'batch.rowFailed' }])
  assert.deepEqual(
    entries.map(({ err }) => err?.message),
    ['broken row'],
  )
})

test('of rows that are named one that breaks is told with the refused ones, and the others are done', async () => {
  const { ids } = await drafts(3)
  await world.db.unsafe(`
    create function break_named() returns trigger language plpgsql as $$ begin raise 'broken row'; end $$;
    create trigger break_named before update of status on train_classes for each row
      when (new.id = '${ids[1]!}') execute function break_named()`)
  const logged = mock.method(world.app.log, 'error', () => {})
  const answer = await world.call(classCalls.deleteTrain, { ids }, admin.token)
  logged.mock.restore()
  await world.db.unsafe('drop trigger break_named on train_classes; drop function break_named()')
  assert.equal(answer.respCode, 200, answer.respDesc)
  const { succeeded, failed } = answer.attribute
  assert.deepEqual(succeeded, [ids[0], ids[2]])
  assert.deepEqual(
    failed.map(({ id, reason }) => [id, reason]),
    [[ids[1], batchRefusals.rowFailed.zh]],
  )
  assert.equal(logged.mock.callCount(), 1)
})

test('one of both ways is needed, an unknown filter is refused with its name, and nothing is begun', async () => {
  const { year, ids } = await drafts(1)
  const before = await world.ask(batchCalls.findList, {}, admin.token)
  const remove = (input: object) => world.call(classCalls.deleteTrain, input as never, admin.token)
  for (const [input, field] of [
    [{}, 'ids'],
    [{ ids, filter: { year } }, 'filter'],
    [{ ids, except: ids }, 'except'],
    [{ filter: { yaer: year } }, 'filter.yaer'],
    [{ filter: { class_year: year } }, 'filter.class_year'],
    [{ filter: { constructor: year } }, 'filter.constructor'],
    [{ filter: { 'year\n': year } }, 'filter.year\n'],
    [{ filter: { year: 'x' } }, 'filter.year'],
    [{ filter: { page: 1 } }, 'filter.page'],
  ] as const) {
    const { respCode, ...answer } = await remove(input)
    assert.deepEqual([respCode, answer.field], [422, field], JSON.stringify(input))
  }
  assert.deepEqual(await world.ask(batchCalls.findList, {}, admin.token), before)
})

test('rows that stopped matching when their turn came are left unchanged; an empty filter is the whole list', async () => {
  const elsewhere = await aPortal(world, { menus: [...menuUrls] })
  const [own, foreign] = [await drafts(3, elsewhere), await drafts(2)]
  const staff = await anAccount(world, elsewhere, { role: 'admin' })
  const [before] = await world.db`select price from train_classes where id = ${foreign.ids[0]!}`
  const { attribute } = await price({ status: 'draft' }, {}, staff.token)
  await runUntil(0, attribute!.batchId!)
  await world.db`update train_classes set status = 'off_shelf' where id = ${own.ids[1]!}`
  await drain()
  assert.deepEqual(await pricesOf(own.ids), [500, 100, 500])
  assert.deepEqual(countsOf(await last(staff.token)), { status: 'done', total: 3, succeeded: 2, refused: 1 })
  const [refused] = await world.db`select reason from batch_rows where row_id = ${own.ids[1]!}`
  assert.deepEqual(refused!.reason, [{ code: 'batch.noLongerMatches' }])
  await price({}, { price: 700 }, staff.token)
  await drain()
  assert.deepEqual(await pricesOf(own.ids), [700, 700, 700])
  assert.deepEqual(await pricesOf(foreign.ids.slice(0, 1)), [before!.price])
})

test('a unit’s manager reaches only enrolments of the branch', async () => {
  const { classId } = await aClass(world, portal, { price: 0, validDays: 1000 })
  const aside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit' })
  const [own, foreign] = [await aLearner(world, portal), await aLearner(world, portal)]
  await world.db`update accounts set unit_id = ${aside} where id = ${foreign.accountId}`
  const enrolments = [own, foreign].map((learner) => anEnrolment(world, portal, { ...learner, classId }))
  const [ownId] = await Promise.all(enrolments)
  await world.db`update enrolments set expires_at = moment() + interval '10 days' where class_id = ${classId}`
  const expiresAt = new Date(Date.now() + 900 * 86_400_000).toISOString()
  await world.ask(
    enrolmentCalls.extendBatchClass,
    { filter: { classId }, expiresAt, reason: '延期' },
    manager.token,
  )
  await drain()
  assert.deepEqual(countsOf(await last(manager.token)), {
    status: 'done',
    total: 1,
    succeeded: 1,
    refused: 0,
  })
  const rows = await world.db`select id from enrolments where expires_at = ${expiresAt}`
  assert.deepEqual(
    rows.map(({ id }) => id as string),
    [ownId],
  )
  const narrow = await price({}, {}, manager.token)
  assert.equal(narrow.respCode, 403)
})

/** Runs the job of the last batch as far as it comes, as a process does that is killed then. */
async function runUntil(rows: number, batchId: string) {
  const handler = allJobs.find(({ type }) => type === 'batch.run')!
  let done = 0
  const job = aJob({
    input: { batchId },
    progress: async (_tx, step) => {
      done = step.done
      if (done > rows) throw new Error('killed')
    },
  })
  await assert.rejects(async () => handler.run(job, world.app), /killed/)
}

test('killed in the middle it continues where it stopped, and does no row twice', async () => {
  const { year, ids } = await drafts(4)
  const { attribute } = await price({ year })
  await runUntil(2, attribute!.batchId!)
  assert.deepEqual(await pricesOf(ids), [500, 500, 100, 100])
  assert.deepEqual(countsOf(await last()), { status: 'running', total: 4, succeeded: 2, refused: 0 })
  await drain()
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 4, succeeded: 4, refused: 0 })
  const [entries] = await world.db`
    select count(*)::int as count from operation_logs where action = 'class.change' and subject_id = any(${ids})`
  assert.equal(entries!.count, 4)
})

test('a caller who lost the permission or the role ends it with a sentence, and nothing more is done', async () => {
  const { year, ids } = await drafts(3)
  const staff = await anAccount(world, portal, { role: 'admin' })
  const { attribute } = await price({ year }, {}, staff.token)
  await runUntil(1, attribute!.batchId!)
  await world.db`update roles set menus = array_remove(menus, '/train-manage/class#price') where id = ${portal.roles.admin}`
  await drain()
  const ended = await last(staff.token)
  assert.deepEqual(countsOf(ended), { status: 'failed', total: 3, succeeded: 1, refused: 0 })
  assert.equal(ended.problem!.zh, batchRefusals.noLongerAllowed.zh)
  assert.deepEqual(await pricesOf(ids), [500, 100, 100])
  await world.db`update roles set menus = array_append(menus, '/train-manage/class#price') where id = ${portal.roles.admin}`
  await price({ year }, { price: 900 }, staff.token)
  await world.db`update accounts set status = 'disabled' where id = ${staff.accountId}`
  await drain()
  assert.deepEqual(await pricesOf(ids), [500, 100, 100])
  const [disabled] = await world.db`
    select status, succeeded, problem->>'code' as code from batches where operator_id = ${staff.accountId}
    order by id desc limit 1`
  assert.deepEqual({ ...disabled }, { status: 'failed', succeeded: 0, code: 'batch.noLongerAllowed' })
})

test('the work of a stolen account ends where a colleague gives the account another password', async () => {
  const { year, ids } = await drafts(3)
  const staff = await anAccount(world, portal, { role: 'admin' })
  const { attribute } = await price({ year }, {}, staff.token)
  await runUntil(1, attribute!.batchId!)
  await world.db`update accounts set must_change_password = true where id = ${staff.accountId}`
  await drain()
  assert.deepEqual(await pricesOf(ids), [500, 100, 100])
  const [stopped] = await world.db`
    select status, succeeded, problem->>'code' as code from batches where id = ${attribute!.batchId!}`
  assert.deepEqual({ ...stopped }, { status: 'failed', succeeded: 1, code: 'batch.noLongerAllowed' })
})

test('cancelled it stops, what is done stays done; another’s is not found; few run at the same time', async () => {
  const { year, ids } = await drafts(3)
  const { attribute } = await price({ year })
  const { batchId } = attribute as { batchId: string }
  await runUntil(1, batchId)
  const other = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await world.call(batchCalls.cancel, { batchId }, other.token)).respCode, 404)
  await world.ask(batchCalls.cancel, { batchId }, admin.token)
  await drain()
  assert.deepEqual(countsOf(await last()), { status: 'cancelled', total: 3, succeeded: 1, refused: 0 })
  assert.deepEqual(await pricesOf(ids), [500, 100, 100])
  assert.equal((await world.call(batchCalls.cancel, { batchId }, admin.token)).respCode, 409)
  const answers = []
  for (let i = 0; i <= mostAtOnce; i++) answers.push((await price({ year }, {}, other.token)).respCode)
  assert.deepEqual(answers, [...Array(mostAtOnce).fill(200), 429])
  await drain()
})

test('two at once on the same rows: each row is deleted by one and refused to the other', async () => {
  const { year, ids } = await drafts(6)
  const other = await anAccount(world, portal, { role: 'admin' })
  const begun = []
  for (const { token } of [admin, other]) {
    const { attribute } = await world.call(classCalls.deleteTrain, { filter: { year } }, token)
    begun.push(attribute!.batchId!)
    // Both have counted all six before the first is deleted.
    await runUntil(0, begun.at(-1)!)
  }
  const handler = allJobs.find(({ type }) => type === 'batch.run')!
  await Promise.all(begun.map((batchId) => handler.run(aJob({ input: { batchId } }), world.app)))
  const both = [await last(), await last(other.token)]
  assert.deepEqual(
    both.map(({ status, total }) => [status, total]),
    [
      ['done', 6],
      ['done', 6],
    ],
  )
  assert.equal(both[0]!.succeeded + both[1]!.succeeded, 6)
  assert.equal(both[0]!.refused + both[1]!.refused, 6)
  const [entries] = await world.db`
    select count(*)::int as count from operation_logs where action = 'class.delete' and subject_id = any(${ids})`
  assert.equal(entries!.count, 6)
  await drain()
})

test('more names than are answered at once are a job; as many as that are not', async () => {
  const bankId = await aBank(world, portal)
  const ids: string[] = []
  for (let i = 0; i <= atOnce; i++) ids.push(await aQuestion(world, portal, bankId))
  assert.equal(await world.ask(questionCalls.disabled, { questionIds: ids.slice(1) }, admin.token), null)
  const begun = await world.ask(questionCalls.delete, { questionIds: ids }, admin.token)
  assert.ok(begun?.batchId)
  assert.equal((await last()).total, ids.length)
  await drain()
  assert.equal((await last()).succeeded, ids.length)
  const { total } = await world.ask(questionCalls.find, { bankId }, admin.token)
  assert.equal(total, 0)
})

test('more passes than one person may give wait for a second person, all of them', async () => {
  const { classId } = await aClass(world, portal, { price: 0 })
  const enrolments: string[] = []
  for (let i = 0; i < 12; i++) {
    const learner = await aLearner(world, portal)
    enrolments.push(await anEnrolment(world, portal, { ...learner, classId }))
  }
  await world.ask(enrolmentCalls.passBatchClass, { filter: { classId }, reason: '线下考核' }, admin.token)
  await drain()
  const { proposed, ...batch } = await last()
  assert.deepEqual(countsOf({ proposed, ...batch }), { status: 'done', total: 12, succeeded: 0, refused: 0 })
  assert.equal(proposed, 12)
  const { list } = await world.ask(approvalCalls.findPageList, { kind: 'passes' }, admin.token)
  assert.equal(list[0]!.count, 12)
  const rows = await world.db`select status from enrolments where class_id = ${classId} and status = 'passed'`
  assert.equal(rows.length, 0)
})

test('units and their terms, and a count of what matches', async () => {
  const parentId = await aUnit(world, portal.projectId)
  await aUnit(world, portal.projectId, parentId)
  await aUnit(world, portal.projectId, parentId)
  const filter = { unitId: parentId }
  const { total } = await world.ask(
    batchCalls.count,
    { path: unitCalls.findUnitList.path, filter },
    admin.token,
  )
  assert.equal(total, 3)
  const types = await world.ask(trainTypeCalls.getSelectList, {}, admin.token)
  const answer = await world.ask(
    trainTypeCalls.batchUpdateUnitTrainType,
    { filter, classTypes: [types[0]!.classType], change: { open: false } },
    admin.token,
  )
  assert.ok(answer.batchId)
  await drain()
  assert.deepEqual(countsOf(await last()), { status: 'done', total: 3, succeeded: 3, refused: 0 })
  const [written] = await world.db`select count(*)::int as count from unit_train_types where not open`
  assert.equal(written!.count, 3)
  const unknown = await world.call(batchCalls.count, { path: '/base/none.action', filter }, admin.token)
  assert.equal(unknown.respCode, 404)
})

test('a count that takes longer than a call may is refused in words, and nothing is logged as a failure', async () => {
  const { year } = await drafts(1)
  const logged = mock.method(world.app.log, 'error', () => {})
  const answer = await world.db.begin(async (tx) => {
    await tx`lock table train_classes`
    const path = classCalls.findPageList.path
    return world.call(batchCalls.count, { path, filter: { year } }, admin.token)
  })
  logged.mock.restore()
  assert.deepEqual([answer.respCode, answer.respDesc], [409, batchRefusals.countTooLong.zh])
  assert.equal(logged.mock.callCount(), 0)
})

const sweep = () => allJobs.find(({ type }) => type === 'batch.sweep')!.run(aJob(), world.app)

test('a closed account stops its batches and leaves none, and what is older than its days is deleted', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const { year, ids } = await drafts(1)
  await price({ year }, {}, staff.token)
  await world.db.begin(async (tx) => {
    await tx`update accounts set status = 'deleted' where id = ${staff.accountId}`
    await eraseBatches(tx, staff)
  })
  await drain()
  assert.deepEqual(await pricesOf(ids), [100])
  await sweep()
  const left = await world.db`select from batches where operator_id = ${staff.accountId}`
  assert.equal(left.length, 0)
  const [kept] = await world.db`select count(*)::int as count from batches`
  assert.ok((kept!.count as number) > 0)
  await world.db`update batches set created_at = created_at - interval '8 days'`
  await sweep()
  const [rows] = await world.db`
    select (select count(*) from batch_rows)::int as rows, (select count(*) from batches)::int as batches`
  assert.deepEqual({ ...rows }, { rows: 0, batches: 0 })
})

test('no statement of a sweep deletes more rows than it can in its time, however many a batch has', async () => {
  const { year } = await drafts(1)
  await price({ year })
  await drain()
  await world.db`
    insert into batch_rows (batch_id, row_id) select ${(await last()).batchId}, new_id() from generate_series(1, 12000)`
  await world.db`update batches set created_at = created_at - interval '8 days'`
  await world.db.unsafe(`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 5000 then raise 'too many rows'; end if; return null; end $$;
    create trigger refuse_many after delete on batch_rows referencing old table as gone
      for each statement execute function refuse_many()`)
  await sweep()
  await world.db.unsafe('drop trigger refuse_many on batch_rows; drop function refuse_many()')
  const [left] = await world.db`select count(*)::int as rows from batch_rows`
  assert.equal(left!.rows, 0)
})

test('which rows of a piece match still is asked of the list once', async () => {
  const { year, ids } = await drafts(4)
  const { attribute } = await price({ year })
  let asked = 0
  const kinds = new Map(
    [...batchKinds(allFeatures)].map(([path, kind]) => [
      path,
      {
        ...kind,
        handleList: (ctx: Parameters<typeof kind.handleList>[0]) => (asked++, kind.handleList(ctx)),
      },
    ]),
  )
  const [run] = batchJobs(kinds, rowReasons(kinds.values()), sessionOfWork)
  await run!.run(aJob({ input: { batchId: attribute!.batchId! } }), world.app)
  assert.deepEqual(await pricesOf(ids), [500, 500, 500, 500])
  assert.equal(asked, 2, 'once to count, once for the piece')
})
