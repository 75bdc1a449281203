import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { pino } from 'pino'
import type { InputOf } from '../../../contract/call.ts'
import { cellsOf } from '../../../test/build/import.ts'
import { runJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import type { Failure } from '../../../server/failure.ts'
import { enqueue, type JobHandler, startJobs } from '../../../server/jobs.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { exceptionLogCalls, exceptionLogExports } from '../contract.ts'
import { keptDays, keptTraces, newBrowserCauses, pace } from '../rules.ts'
import { describe } from './described.ts'
import { openRecorder } from './recorder.ts'

const menu = '/exception-manage/list'
const register = '/customer/exception-register'
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [menu, register] })
  admin = await anAccount(world, portal, { role: 'admin' })
  await breakIssues()
})

/** From now on nobody can write an issue down: the database breaks off, and names a number. */
async function breakIssues(): Promise<void> {
  await world.db.unsafe(`
    create function broken() returns trigger language plpgsql as
      $$ begin raise exception 'row % of 13912345678 is broken', new.note; end $$;
    create trigger broken before insert on exception_registers for each row execute function broken()`)
}

const listed = async (by: BuiltAccount, input: InputOf<typeof exceptionLogCalls.findPageList> = {}) =>
  (await world.ask(exceptionLogCalls.findPageList, input, by.token)).list

/** Waits until so many errors of a project are written down. */
const written = (projectId: string, times: number) =>
  until(async () => {
    const [row] = await world.db`
      select coalesce(sum(times), 0)::int as times from exception_logs where project_id = ${projectId}`
    return row!.times === times
  })

/** Fails once on the server; returns the reference that the answer has. */
async function fail(by: BuiltAccount, accountId: string, note = 'note 1'): Promise<string> {
  const issue = { accountId, kind: 'hours', note } as const
  const { respCode, traceId } = await world.call(supportCaseCalls.register, issue, by.token)
  assert.equal(respCode, -1)
  return traceId!
}

const failure = (error: unknown, more: Partial<Failure> = {}): Failure => ({
  source: 'server',
  traceId: 'trace',
  place: '/api/x',
  error,
  projectId: portal.projectId,
  accountId: null,
  ...more,
})

test('an unexpected error is written down with its reference, its call and whose it was, and no number', async () => {
  const { accountId } = await aLearner(world, portal)
  const traceId = await fail(admin, accountId, '7777')
  await written(portal.projectId, 1)
  const [row] = await listed(admin, { keyword: traceId })
  assert.equal(row!.place, '/api/base/exception-register/save.action')
  assert.equal(row!.kind, 'PostgresError P0001')
  assert.equal(row!.message, 'row 7777 of 139****5678 is broken')
  assert.deepEqual([row!.source, row!.traceId, row!.isOfProject], ['server', traceId, true])
  const detail = await world.ask(exceptionLogCalls.find, { id: row!.id }, admin.token)
  assert.equal(detail.accountId, admin.accountId)
  assert.match(detail.stack, /^at .*\n/)
  assert.doesNotMatch(detail.stack, /file:\/\/|13912345678/)
  assert.deepEqual(
    (await listed(admin, { keyword: 'REGISTER/Save' })).map(({ id }) => id),
    [row!.id],
    'found by a part of its path',
  )
  for (const input of [{ keyword: traceId.slice(1) }, { source: 'job' }, { kind: 'TypeError' }] as const)
    assert.deepEqual(await listed(admin, input), [])
  assert.equal((await listed(admin, { kind: 'postgreserror p0001' })).length, 1)
})

test('an error of the server names the page that asked, without what its path says about people, in list and sheet', async () => {
  const own = await aPortal(world, { menus: [menu, register] })
  const by = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own)
  const failOn = async (page?: string) => {
    const { statusCode } = await world.portal.http.inject({
      method: 'POST',
      url: `/api${supportCaseCalls.register.path}`,
      headers: { token: by.token, ...(page === undefined ? {} : { page }) },
      payload: { accountId, kind: 'hours', note: 'note 1' },
    })
    assert.equal(statusCode, 200)
  }
  const pageAfter = async (times: number) => {
    await written(own.projectId, times)
    const [row] = await listed(by)
    return row!.page
  }
  await failOn()
  assert.equal(await pageAfter(1), null)
  await failOn('/customer/exception-register?name=zhang')
  assert.equal(await pageAfter(2), '/customer/exception-register')
  await failOn('https://elsewhere.example/')
  assert.equal(await pageAfter(3), '/customer/exception-register', 'what is no path is no page')
  await failOn(`/customer/13912345678/${accountId}/%E5%BC%A0%E4%B8%89`)
  assert.equal(await pageAfter(4), '/customer/…/…/…')
  const sheet = await world.portal.http.inject({
    method: 'POST',
    url: `/api${exceptionLogExports.exportExceptionLog.path}`,
    headers: { token: by.token },
    payload: {},
  })
  const [head, ...rows] = cellsOf(sheet.rawPayload)
  assert.deepEqual(
    rows.map((row) => row[head!.indexOf('所在页面')]),
    ['/customer/…/…/…'],
  )
})

test('errors of one cause are one row that counts, and it is found by each of its newest references', async () => {
  const own = await aPortal(world, { menus: [menu, register] })
  const by = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own)
  const traces: string[] = []
  for (let n = 0; n < keptTraces + 2; n++) traces.push(await fail(by, accountId, `note ${n}`))
  await written(own.projectId, traces.length)
  const rows = await listed(by)
  assert.equal(rows.length, 1)
  const { traceIds } = await world.ask(exceptionLogCalls.find, { id: rows[0]!.id }, by.token)
  assert.deepEqual(traceIds, traces.toReversed().slice(0, keptTraces))
  for (const keyword of traceIds) assert.equal((await listed(by, { keyword })).length, 1)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await world.db`
    update exception_logs set first_at = ${yesterday}, last_at = ${yesterday}, opened_at = ${yesterday}
    where project_id = ${own.projectId}`
  await fail(by, accountId, 'note 0')
  await written(own.projectId, traces.length + 1)
  const [one, ...others] = await listed(by)
  assert.deepEqual([one!.times, one!.firstAt, others], [traces.length + 1, yesterday, []])
  assert.deepEqual(await listed(by, { to: one!.lastAt }), [])
  assert.deepEqual(await listed(by, { from: one!.lastAt }), [one])
  assert.equal((await listed(by, { sort: '-times' })).length, 1)
})

test('an error of a browser is found by the number it showed, resolved, and comes back', async () => {
  const own = await aPortal(world, { menus: [menu] })
  const by = await anAccount(world, own, { role: 'admin' })
  const learner = await aLearner(world, own)
  const report = async (traceId: string, more: object = {}) =>
    world.call(
      exceptionLogCalls.report,
      {
        traceId,
        page: '/my',
        kind: 'TypeError',
        message: 'no photo of 13912345678',
        stack: 'TypeError: no\n    at draw (https://portal.example/assets/MyPage-a1b2c3d4.js:1:234)',
        ...more,
      },
      learner.token,
    )
  const [first, second, third] = [1, 2, 3].map((n) => `5a2c9f0e-0000-4000-8000-00000000000${n}`)
  assert.equal((await report(first!)).respCode, 200)
  await written(own.projectId, 1)
  const [row] = await listed(by, { keyword: first! })
  assert.deepEqual(
    [row!.source, row!.place, row!.page, row!.kind, row!.message, row!.status],
    ['browser', '/my', '/my', 'TypeError', 'no photo of 139****5678', 'open'],
  )
  assert.match(row!.release, /^\d+\.\d+\.\d+/)
  const detail = await world.ask(exceptionLogCalls.find, { id: row!.id }, by.token)
  assert.deepEqual(
    [detail.accountId, detail.stack],
    [learner.accountId, 'at draw (/assets/MyPage-a1b2c3d4.js:1:234)'],
  )
  // Another release has other names of files.
  await report(second!, {
    stack: 'TypeError: no\n    at draw (https://portal.example/assets/MyPage-ffff0000.js:9:1)',
  })
  await written(own.projectId, 2)
  const stateOf = async () => (await listed(by)).map(({ status, times }) => [status, times])
  assert.deepEqual(await stateOf(), [['open', 2]])
  await world.ask(exceptionLogCalls.resolve, { id: row!.id }, by.token)
  assert.deepEqual(await stateOf(), [['resolved', 2]])
  assert.equal((await world.call(exceptionLogCalls.resolve, { id: row!.id }, by.token)).respCode, 409)
  assert.deepEqual(await listed(by, { status: ['open', 'returned'] }), [])
  await report(third!)
  await written(own.projectId, 3)
  assert.deepEqual(await stateOf(), [['returned', 3]])
  assert.equal((await listed(by, { keyword: third!, status: ['returned'] })).length, 1)
  const [logged] = await world.db`
    select after from operation_logs where action = 'error.resolve' and subject_id = ${row!.id}`
  assert.deepEqual(logged!.after, { status: 'resolved', place: '/my' })
  for (const wrong of [{ page: '/my?card=1' }, { page: 'my' }, { traceId: 'x' }])
    assert.equal((await report(first!, wrong)).respCode, 422)
})

test('only who sees an error resolves it, and an error of another cause is another row', async () => {
  const own = await aPortal(world, { menus: [menu] })
  const by = await anAccount(world, own, { role: 'admin' })
  const recorder = openRecorder(world.app)
  for (const message of ['one', 'other'])
    recorder.report(failure(new Error(message), { projectId: own.projectId }))
  await recorder.close()
  const rows = await listed(by)
  assert.equal(rows.length, 2)
  const { id } = rows[0]!
  assert.equal((await world.call(exceptionLogCalls.resolve, { id }, admin.token)).respCode, 404)
  const learner = await aLearner(world, own)
  assert.equal((await world.call(exceptionLogCalls.resolve, { id }, learner.token)).respCode, 403)
})

test('a new cause alarms those who read the list, once, and again when it comes back after it was resolved', async () => {
  const own = await aPortal(world, { menus: [menu] })
  const by = await anAccount(world, own, { role: 'admin' })
  const recorder = openRecorder(world.app)
  const told = async () => {
    await runJob(world, 'message.watch')
    const rows = await world.db`
      select params from messages where account_id = ${by.accountId} and kind = 'message.errorAlarm' order by id`
    return rows.map(({ params }) => params as unknown)
  }
  const seen = () => failure(new Error('new'), { projectId: own.projectId, place: '/api/new' })
  recorder.report(seen())
  await recorder.close()
  assert.deepEqual(await told(), [{ errors: 1, place: '/api/new' }])
  assert.equal((await told()).length, 1)

  const [first] = await listed(by)
  await world.ask(exceptionLogCalls.resolve, { id: first!.id }, by.token)
  // What was told is an hour ago, after which the same cause is told again.
  await world.db`
    update message_alarms set raised_at = raised_at - interval '2 hours' where project_id = ${own.projectId}`
  assert.equal((await told()).length, 1, 'resolved it is no news')
  const later = openRecorder(world.app)
  later.report(seen())
  await later.close()
  assert.deepEqual(
    (await listed(by)).map(({ status }) => status),
    ['returned'],
  )
  assert.deepEqual(await told(), [
    { errors: 1, place: '/api/new' },
    { errors: 1, place: '/api/new' },
  ])
})

test('causes that are open or came back wait for those who may resolve them, as many as the list has', async () => {
  const own = await aPortal(world, { menus: [menu] })
  const by = await anAccount(world, own, { role: 'admin' })
  const recorder = openRecorder(world.app)
  for (const place of ['/api/a', '/api/b'])
    recorder.report(failure(new Error(place), { projectId: own.projectId, place }))
  await recorder.close()
  const waiting = async ({ token }: BuiltAccount) =>
    (await world.ask(workQueueCalls.findMine, {}, token)).find(({ code }) => code === 'error.open')
  const open = { status: ['open', 'returned'] } satisfies InputOf<typeof exceptionLogCalls.findPageList>
  const rows = await listed(by, open)
  const work = await waiting(by)
  assert.deepEqual([rows.length, work!.count], [2, 2])
  assert.equal(work!.address, `${menu}?status=${open.status.join(',')}`)
  await world.ask(exceptionLogCalls.resolve, { id: rows[0]!.id }, by.token)
  assert.equal((await waiting(by))!.count, 1)
  const manager = await anAccount(world, own, { role: 'unit' })
  await world.db`update roles set menus = array[${menu}] where id = ${own.roles.unit}`
  assert.equal(await waiting(manager), undefined, 'an error of nobody of the unit')
  const stranger = await anAccount(world, await aPortal(world, { menus: [] }), { role: 'admin' })
  assert.equal(await waiting(stranger), undefined)
})

test('a refusal is no error, and neither is a request that is malformed', async () => {
  const own = await aPortal(world, { menus: [menu, register] })
  const by = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own)
  const send = (input: object) => world.call(supportCaseCalls.register, input as never, by.token)
  assert.equal((await send({ accountId, kind: 'hours', note: '' })).respCode, 422)
  assert.equal((await send({ accountId: own.unitId, kind: 'hours', note: 'nobody' })).respCode, 404)
  const { http } = world.portal
  const url = `/api${supportCaseCalls.register.path}`
  const headers = { token: by.token, 'content-type': 'application/json' }
  assert.equal((await http.inject({ method: 'POST', url, headers, payload: '{' })).json().respCode, 422)
  await fail(by, accountId)
  await written(own.projectId, 1)
  assert.deepEqual(
    (await listed(by)).map(({ kind, times }) => [kind, times]),
    [['PostgresError P0001', 1]],
  )
})

test('a project sees its own errors, a unit those its people met, and those of no project who manages projects', async () => {
  const root = await aPortal(world, { menus: [menu, register, '/project-manage/list'] })
  const made = await aPortal(world, { menus: [menu, register, '/project-manage/list'] })
  await world.db`update projects set parent_id = ${root.projectId} where id = ${made.projectId}`
  const plain = await aPortal(world, { menus: [menu] })
  await world.db`update roles set menus = ${[menu, register]} where id = ${root.roles.unit}`
  const of = (of: BuiltPortal) => anAccount(world, of, { role: 'admin' })
  const [keeper, below, other] = [await of(root), await of(made), await of(plain)]
  const manager = await anAccount(world, root, { role: 'unit' })
  const beside = await anAccount(world, root, { role: 'unit', unitId: await aUnit(world, root.projectId) })
  const { accountId } = await aLearner(world, root)
  await fail(manager, accountId)
  const recorder = openRecorder(world.app)
  recorder.report(failure(new Error('of nobody'), { projectId: null }))
  await recorder.close()
  await written(root.projectId, 1)
  const messages = async (by: BuiltAccount) => (await listed(by)).map(({ message }) => message).sort()
  assert.deepEqual(await messages(keeper), ['of nobody', 'row note 1 of 139****5678 is broken'])
  assert.deepEqual(await messages(manager), ['row note 1 of 139****5678 is broken'])
  assert.deepEqual(await messages(beside), [])
  assert.deepEqual(await messages(below), [], 'a project that was made from another is not the portal')
  assert.deepEqual(await messages(other), [])
  const both = await listed(keeper)
  const [ofNobody, ofUnit] = [false, true].map((isOf) => both.find(({ isOfProject }) => isOfProject === isOf))
  for (const [by, row, code] of [
    [keeper, ofNobody, 200],
    [manager, ofUnit, 200],
    [manager, ofNobody, 404],
    [beside, ofUnit, 404],
    [below, ofNobody, 404],
    [other, ofUnit, 404],
  ] as const) {
    assert.equal((await world.call(exceptionLogCalls.find, { id: row!.id }, by.token)).respCode, code)
  }
})

test('a job that is given up is written down, and one that is tried again is not', async () => {
  const handler = (type: string, mostTries: number): JobHandler => ({
    type,
    lane: 'time',
    mostTries,
    async run() {
      throw new TypeError(`${type} of 13912345678 failed`)
    },
  })
  const recorder = openRecorder(world.app)
  const { report } = recorder
  const jobs = startJobs(world.app, [handler('job.last', 1), handler('job.again', 2)], { report })
  const { projectId } = portal
  const operatorId = admin.accountId
  const last = await enqueue(world.db, { type: 'job.last', lane: 'time', projectId, operatorId })
  await enqueue(world.db, { type: 'job.again', lane: 'time', projectId, operatorId })
  const over = async () => {
    const states =
      await world.db`select status from jobs where type like 'job.%' and tries = 1 order by status`
    return states.map(({ status }) => status).join() === 'failed,queued'
  }
  await until(over)
  await jobs.stop()
  await recorder.close()
  const rows = await listed(admin, { source: 'job' })
  assert.deepEqual(
    rows.map(({ place, kind, message, traceId }) => [place, kind, message, traceId]),
    [['job.last', 'TypeError', 'job.last of 139****5678 failed', last]],
  )
  const { accountId } = await world.ask(exceptionLogCalls.find, { id: rows[0]!.id }, admin.token)
  assert.equal(accountId, operatorId)
})

test('a storm of errors is a few rows a minute: the rest waits, or stays in the log alone', async () => {
  const own = await aPortal(world)
  const counted = async () => {
    const [row] = await world.db<{ rows: number; times: number }[]>`
      select count(*)::int as rows, coalesce(sum(times), 0)::int as times from exception_logs
      where project_id = ${own.projectId}`
    return row!
  }
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const recorder = openRecorder({ db: world.app.db, log })
  const { projectId } = own
  for (let n = 0; n < 3 * pace.waiting; n++)
    for (let time = 0; time < 2; time++)
      recorder.report(failure(new Error('storm'), { projectId, place: `/api/place-${n}` }))
  await until(async () => (await counted()).rows > 0)
  assert.equal((await counted()).rows, pace.rows)
  await recorder.close()
  assert.deepEqual(await counted(), { rows: pace.waiting, times: 2 * pace.waiting })
  assert.match(lines.join(), /"errors":400,.*not written down/)
})

test('the server’s own errors have places that no browser takes, and new causes of browsers end with the day’s', async () => {
  const own = await aPortal(world, { menus: [menu] })
  const by = await anAccount(world, own, { role: 'admin' })
  const { projectId } = own
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const browser = (word: string, place = '/my') =>
    failure(new Error(word), { source: 'browser', projectId, place, page: place })
  const first = openRecorder({ db: world.app.db, log })
  for (let n = 0; n < 2 * pace.waiting; n++) first.report(browser(letters(n)))
  for (const place of ['/api/one', '/api/other'])
    first.report(failure(new Error('of the server'), { projectId, place }))
  await first.close()
  assert.equal((await listed(by, { source: 'server' })).length, 2)
  await world.db`
    insert into exception_logs (project_id, source, place, trace_ids, kind, message, stack, fingerprint, times,
      first_at, last_at, opened_at, release)
    select ${projectId}, 'browser', '/', '{x}', 'Error', 'x', '', decode(md5(n::text), 'hex'), 1, moment(), moment(),
      moment(), '1.0.0' from generate_series(1, ${newBrowserCauses - pace.waiting - 1}) n`
  const second = openRecorder({ db: world.app.db, log })
  for (const word of ['a', 'new', 'newer', 'newest']) second.report(browser(word))
  second.report(failure(new Error('new'), { projectId, place: '/api/new' }))
  await second.close()
  const count = async (source: string) => {
    const [row] = await world.db`
      select count(*)::int as rows, sum(times)::int as times from exception_logs
      where project_id = ${projectId} and source = ${source}`
    return [row!.rows, row!.times]
  }
  assert.deepEqual(await count('browser'), [newBrowserCauses, newBrowserCauses + 1], 'known ones count on')
  assert.deepEqual(await count('server'), [3, 3])
  assert.equal(lines.filter((line) => /"errors":2,.*were dropped/.test(line)).length, 1)
  await world.db`
    update exception_logs set first_at = moment() - interval '1 day' where project_id = ${projectId}`
  const next = openRecorder({ db: world.app.db, log })
  next.report(browser('newest'))
  await next.close()
  assert.equal((await count('browser'))[0], newBrowserCauses + 1)
})

test('what addresses say about people is not kept: numbers, codes, queries and e-mail addresses', async () => {
  const seen = (page: string, stack = '', message = 'm') =>
    describe({
      source: 'browser',
      place: page,
      page,
      error: Object.assign(new Error(message), { stack: `Error: m\n${stack}` }),
    })
  for (const [page, route] of [
    ['/p/13800138000/110101199003074514', '/p/…/…'],
    ['/check/x7Kq-2_LmPz9AbCd', '/check/…'],
    ['/check/onlyletters', '/check/…'],
    ['/u/zhang.san@example.com', '/u/…'],
    ['/u/zhang%40example.com', '/u/…'],
    ['/o/0190b6f0-7c1a-7e3b-9d4f-1a2b3c4d5e6f', '/o/…'],
    ['/p/%E5%BC%A0%E4%B8%89', '/p/…'],
    ['/a?mobile=13800138000#x', '/a'],
    ['/v2/classSelectCenter', '/v2/classSelectCenter'],
    ['/student-manage/student', '/student-manage/student'],
    ['/index2', '/index2'],
    ['/', '/'],
  ] as const) {
    const found = seen(page)
    assert.deepEqual([found.place, found.page], [route, route])
  }
  const print = (page: string) => seen(page).fingerprint.toString('hex')
  assert.equal(print('/check/x7Kq-2_LmPz9AbCd'), print('/check/B7Kq-2_LmPz9AbCd'), 'one cause is one row')
  const { stack, message } = seen(
    '/my',
    [
      '    at draw (https://portal.example/a.js?mobile=13800138000&name=zhang,(x):1:2)',
      '    at https://portal.example/check/x7Kq-2_LmPz9AbCd?name=zhang#top:3:4',
      'draw@https://portal.example/assets/MyPage-a1b2c3d4.js?name=zhang:5:6',
    ].join('\n'),
    'no zhang.san@example.com at https://portal.example/x?name=zhang, nor /y?name=zhang',
  )
  assert.equal(stack, 'at draw (/a.js:1:2)\nat /check/…:3:4\ndraw@/assets/MyPage-a1b2c3d4.js:5:6')
  assert.equal(message, 'no ***@example.com at https://portal.example/x nor /y')
  const { place } = describe({ source: 'server', place: '/check/:code', error: new Error('m') })
  assert.equal(place, '/check/:code')
})

test('an error that cannot be written down now fails nothing, and is written later', async () => {
  const own = await aPortal(world, { menus: [menu, register] })
  const by = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const recorder = openRecorder({ db: world.app.db, log })
  const report = (traceId: string) =>
    recorder.report(failure(new Error('no table'), { projectId: own.projectId, traceId }))
  await world.db`alter table exception_logs rename to put_away`
  try {
    await fail(by, accountId)
    report('one')
    await until(async () => lines.length > 0)
    report('two')
  } finally {
    await world.db`alter table put_away rename to exception_logs`
  }
  await recorder.close()
  const [row] = await listed(by, { keyword: 'one' })
  assert.deepEqual([row!.times, row!.traceId], [2, 'two'])
})

test('errors that differ in numbers and names alone are the same, and nothing that was thrown breaks the recorder', () => {
  const print = (error: unknown, place = '/a') =>
    describe({ source: 'server', place, error }).fingerprint.toString('hex')
  const thrown = (message: string) => {
    const error = new Error(message)
    error.stack = `Error: ${message}\n    at one (file:///one.ts:1:1)`
    return error
  }
  assert.equal(print(thrown('row 7 of "a"')), print(thrown('row 12 of "b"')))
  assert.notEqual(print(thrown('row 7')), print(thrown('column 7')))
  assert.notEqual(print(thrown('row 7')), print(thrown('row 7'), '/b'))
  const failed = describe({
    source: 'server',
    place: '/a',
    error: new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
  })
  assert.deepEqual([failed.kind, failed.message], ['TypeError', 'fetch failed: connect ECONNREFUSED'])
  for (const error of ['text', undefined, null, 0, Symbol('s'), { message: 'm' }, new Error('\0\ud800')])
    assert.doesNotMatch(describe({ source: 'job', place: 'j', error }).message, /\0|\ud800/)
})

test('errors that have not been seen for long are deleted', async () => {
  const own = await aPortal(world, { menus: [menu] })
  const by = await anAccount(world, own, { role: 'admin' })
  const recorder = openRecorder(world.app)
  for (const place of ['old', 'kept'])
    recorder.report(failure(new Error(place), { projectId: own.projectId, place }))
  await recorder.close()
  await world.db`
    update exception_logs set last_at = moment() - make_interval(days => ${keptDays} + case place when 'old' then 1 else -1 end)
    where project_id = ${own.projectId}`
  await runJob(world, 'exceptionLog.sweep')
  assert.deepEqual(
    (await listed(by)).map(({ place }) => place),
    ['kept'],
  )
})
