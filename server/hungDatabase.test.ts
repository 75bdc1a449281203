import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { after, before, test, type TestContext } from 'node:test'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { attemptCalls } from '../features/exam/attempt/contract.ts'
import { signUpCalls } from '../features/signUp/contract.ts'
import { aLearner, anAccount, aPortal } from '../test/build/portal.ts'
import { aSignUpInput, signUpMenus } from '../test/build/signUp.ts'
import { openDatabase, openWorld, type World } from '../test/harness.ts'
import { memoryInUse } from '../test/memory.ts'
import { aProxy } from '../test/proxy.ts'
import { until } from '../test/until.ts'
import { connect, statementSeconds } from './db.ts'
import { shedLoad } from './overload.ts'

let world: World
let proxy: Awaited<ReturnType<typeof aProxy>>
let address: string
let token: string
before(async () => {
  const server = new URL(await openDatabase('empty'))
  proxy = await aProxy(Number(server.port))
  world = await openWorld({
    through(url) {
      const there = new URL(url)
      there.host = `127.0.0.1:${proxy.port}`
      return there.href
    },
  })
  const portal = await aPortal(world)
  token = (await aLearner(world, portal)).token
  await world.portal.http.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(world.portal.http.server.address() as AddressInfo).port}`
})
after(async () => {
  proxy.goOn()
  await world.close()
  await proxy.close()
})

interface Answer {
  status: number
  respCode: number
  retryAfter: string | null
}

/** A call that reads its answer from the database every time. */
async function ask(): Promise<Answer> {
  const response = await fetch(`${address}/api${attemptCalls.findMyClassExam.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: '{}',
  })
  const { respCode } = (await response.json()) as { respCode: number }
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, respCode, retryAfter }
}

async function readiness(): Promise<{ status: number; body: { status: string } }> {
  const response = await fetch(`${address}/readyz`)
  const body = (await response.json()) as { status: string }
  return { status: response.status, body }
}

function assertShed(answers: readonly Answer[]): void {
  for (const { status, respCode, retryAfter } of answers)
    assert.deepEqual([status, respCode, retryAfter], [503, 503, '3'])
}

const isWell = async () => (await ask()).status === 200

test('behind a hung database calls are refused, memory stays, and it recovers by itself', async () => {
  await until(isWell)
  const { opened } = proxy
  proxy.hang()
  assertShed(await Promise.all(Array.from({ length: 100 }, ask)))
  const ready = await readiness()
  assert.deepEqual([ready.status, ready.body.status], [503, 'database hung'])
  const before = memoryInUse()
  for (let round = 0; round < 20; round++) assertShed(await Promise.all(Array.from({ length: 50 }, ask)))
  const more = (memoryInUse() - before) / 2 ** 20
  assert.ok(more < 100, `${more} MB more`)
  proxy.goOn()
  await until(isWell)
  assert.equal((await readiness()).status, 200)
  assert.ok(proxy.opened - opened <= 16, 'no storm of connections')
})

test('/readyz alone finds a hung database out', async () => {
  proxy.hang()
  const ready = await readiness()
  assert.deepEqual([ready.status, ready.body.status], [503, 'database hung'])
  proxy.goOn()
  await until(isWell)
})

test('when every connection waits for one lock, the others are refused, until a statement has had its time', async () => {
  const held = Promise.withResolvers<void>()
  const holding = world.db.begin(async (tx) => {
    await tx`lock table enrolments`
    await held.promise
  })
  await until(async () => {
    const [row] =
      await world.db`select count(*) as n from pg_locks where mode = 'AccessExclusiveLock' and granted
      and relation = 'enrolments'::regclass`
    return (row!.n as number) > 0
  })
  assertShed(await Promise.all(Array.from({ length: 30 }, ask)))
  held.resolve()
  await holding
  await until(isWell)
})

test('what was refused while it waited for a lock changes nothing once it gets it', async () => {
  const portal = await aPortal(world, { menus: signUpMenus })
  const admin = await anAccount(world, portal, { role: 'admin' })
  const save = async () => {
    const { status } = await fetch(`${address}/api${signUpCalls.save.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: admin.token },
      body: JSON.stringify(aSignUpInput()),
    })
    return status
  }
  assert.equal(await save(), 200)
  await world.db.begin(async (tx) => {
    await tx`lock table sign_ups in share mode`
    const statuses = await Promise.all(Array.from({ length: 30 }, save))
    assert.deepEqual([...new Set(statuses)], [503])
  })
  await until(async () => {
    const [row] = await world.db`
      select count(*) as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and (state <> 'idle' or wait_event_type = 'Lock')`
    return row!.n === 0
  })
  const [made] = await world.db`select count(*) as n from sign_ups where project_id = ${portal.projectId}`
  assert.equal(made!.n, 1)
  await until(isWell)
})

test('a statement of a call ends after five seconds, one of a job may take longer', async () => {
  const calls = connect(world.databaseUrl, { max: 1, seconds: statementSeconds.call })
  const [call] = await calls`select current_setting('statement_timeout') as is`
  await calls.end()
  assert.equal(call!.is, '5s')
  assert.ok(statementSeconds.job > statementSeconds.call)
  await assert.rejects(
    world.app.db.begin(async (tx) => {
      await tx`set local statement_timeout = 50`
      await tx`select pg_sleep(10)`
    }),
    { code: '57014' },
  )
})

/** A server of a few routes that sheds, on a database behind the proxy; its log lines. */
async function aServer(t: TestContext, pool: { max: number; maxPending?: number; now?: () => number }) {
  const url = new URL(world.databaseUrl)
  url.host = `127.0.0.1:${proxy.port}`
  const db = connect(url.href, { max: pool.max })
  await db`select 1`
  const lines: string[] = []
  const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const http = fastify({ loggerInstance: log })
  shedLoad(http, db, (_request, reply) => reply.code(503).send({ status: 'shed' }), pool)
  const released = Promise.withResolvers<void>()
  let began = 0
  http.get('/api/wait', async () => {
    began++
    await released.promise
    return { status: 'late' }
  })
  http.get('/api/query', async () => {
    await db`select 1`
    return { status: 'answered' }
  })
  const films: PassThrough[] = []
  http.get('/media/film', (_request, reply) => {
    const film = new PassThrough()
    films.push(film)
    film.write('begun, ')
    return reply.send(film)
  })
  http.post('/upload/film', (request, reply) => reply.send({ letters: (request.body as string).length }))
  http.addContentTypeParser('text/film', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const endFilms = () => films.splice(0).forEach((film) => film.end('ended'))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const uploads: (() => void)[] = []
  /** Sends a body piece by piece, for as long as one wants, once the server knows of it; answers with the status. */
  async function slowUpload() {
    const headers = { 'content-type': 'text/film' }
    const upload = request({ port, path: '/upload/film', method: 'POST', headers })
    const answer = new Promise<number>((done, fail) =>
      upload.on('error', fail).on('response', (response) => done(response.resume().statusCode!)),
    )
    upload.flushHeaders()
    await once(http.server, 'request')
    const timer = setInterval(() => upload.write('a piece'), 10)
    const end = () => {
      clearInterval(timer)
      upload.end()
    }
    uploads.push(end)
    return { answer, end }
  }
  t.after(async () => {
    proxy.goOn()
    released.resolve()
    endFilms()
    for (const end of uploads) end()
    await http.close()
    await db.end()
  })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  return { get, slowUpload, lines, endFilms, release: released.resolve, began: () => began }
}

test('no more calls are under way than may be; what streams its answer or still arrives waits for others', async (t) => {
  const { slowUpload, get, release, began } = await aServer(t, { max: 1, maxPending: 3, now: () => 0 })
  const upload = await slowUpload()
  const films = [await get('/media/film'), await get('/media/film')]
  assert.deepEqual(
    films.map(({ status }) => status),
    [200, 200],
  )
  /** Calls made so far; `isTaken` returns whether one more is let in. */
  const calls: Promise<Response>[] = []
  async function isTaken(): Promise<boolean> {
    const before = began()
    let isRefused = false
    const call = get('/api/wait').then((answer) => {
      isRefused = answer.status === 503
      return answer
    })
    await until(async () => isRefused || began() > before)
    if (!isRefused) calls.push(call)
    return !isRefused
  }
  // The two that are answered leave room as soon as that was seen; the upload before them hides nothing.
  await until(isTaken)
  await until(isTaken)
  assert.equal(await isTaken(), false)
  release()
  assert.deepEqual(
    (await Promise.all(calls)).map(({ status }) => status),
    [200, 200],
  )
  upload.end()
  assert.equal(await upload.answer, 200)
  for (const film of films) await film.body?.cancel()
})

test('while the database is hung a stream goes on, and what was shed answers nobody later', async (t) => {
  const { get, lines, endFilms, release } = await aServer(t, { max: 1 })
  const film = await get('/media/film')
  proxy.hang()
  const shed = await get('/api/wait')
  assert.deepEqual([shed.status, await shed.json()], [503, { status: 'shed' }])
  endFilms()
  assert.equal(await film.text(), 'begun, ended')
  release()
  proxy.goOn()
  await until(async () => (await get('/api/query')).status === 200)
  const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
  assert.deepEqual(messages, [
    'the database does not answer; calls are refused until it does',
    'the database answers again',
  ])
})
