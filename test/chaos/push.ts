import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Random, seededRandom } from '../../db/seed/content/random.ts'
import type { Pool } from '../../server/db.ts'
import { readEnvironment } from '../../server/environment.ts'
import { openSecrets } from '../../server/secrets.ts'
import { moveClock } from '../clock.ts'
import { freePort } from '../freePort.ts'
import { slowness } from '../until.ts'
import { aProduct, type Product, started, victims } from './kill/product.ts'

const secret = 'a-secret-of-the-chaos-receiver'

export interface PushOptions {
  /** Pushes that wait, and the learners they are of. */
  waiting: number
  learners: number
  kills: number
  seed: number
  say(line: string): void
}

/** Result of it all; `faults` is empty when each push arrived once, by its key, in order for its learner. */
export interface PushReport {
  faults: string[]
  pushes: number
  messages: number
  /** Messages under a key that had been taken: answers that were lost, and senders that were killed. */
  repeated: number
  /** Tries that met nobody. */
  missed: number
  kills: number
  /** Real seconds from the return of the receiver until the last push was delivered. */
  seconds: number
  /** Seconds that a due job of another lane was seen to wait at most: before anything was pushed, and beside the pushes. */
  othersWaited: { quiet: number; beside: number }
}

/** The outside system: it takes each key once, keeps the order in which it did, and loses some answers. */
interface Outside {
  taken: Map<string, { learner: string; nth: number }>
  /** Numbers of what was taken, by learner, in the order in which it was. */
  order: Map<string, number[]>
  messages: number
  wrong: string[]
  open(): Promise<void>
  close(): Promise<void>
}

function anOutside(port: number, random: Random): Outside {
  let server: Server | null = null
  const outside: Outside = {
    taken: new Map(),
    order: new Map(),
    messages: 0,
    wrong: [],
    async open() {
      server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const body = Buffer.concat(chunks).toString('utf8')
          const timestamp = String(request.headers['x-push-timestamp'])
          const right = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
          const key = String(request.headers['idempotency-key'])
          outside.messages++
          if (request.headers['x-push-signature'] !== `sha256=${right}`)
            outside.wrong.push(`${key} is not signed`)
          const { learner, nth } = JSON.parse(body) as { learner: string; nth: number }
          if (!outside.taken.has(key)) {
            outside.taken.set(key, { learner, nth })
            outside.order.set(learner, [...(outside.order.get(learner) ?? []), nth])
          }
          const draw = random.next()
          // It was taken, and nobody hears of it; or the system is busy with what it has taken.
          if (draw < 0.01) request.socket.destroy()
          else response.writeHead(draw < 0.02 ? 503 : 200).end('{}')
        })
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async close() {
      server?.closeAllConnections()
      server?.close()
    },
  }
  return outside
}

/** Lets pushes wait for the receiver of the demo's project, in order for each learner; gives the project. */
async function queue(db: Pool, dataFolder: string, address: string, options: PushOptions): Promise<string> {
  const secrets = openSecrets(readEnvironment({ DATA_DIR: dataFolder }))
  const [project] = await db<{ id: string }[]>`select id from projects order by id limit 1`
  const projectId = project!.id
  const sealed = secrets.seal('push_receivers.secret', projectId, secret)
  const fields = [
    { field: 'learnerId', key: 'learner' },
    { field: 'year', key: 'nth' },
  ]
  await db`
    update push_receivers set address = ${address}, secret_sealed = ${sealed}, fields = ${db.json(fields)}
    where project_id = ${projectId}`
  await db`delete from pushes where project_id = ${projectId}`
  // The year says which of a learner's it is: the body has it.
  await db`
    insert into pushes (project_id, account_id, event, title, year, class_type, hours_tenths)
    select ${projectId}, a.id, 'hours', '演练', n, 'public', 10
    from (select id, row_number() over (order by id) as place from accounts
      where project_id = ${projectId} and exists (select from students s where s.account_id = accounts.id)
      order by id limit ${options.learners}) a
    cross join generate_series(1, ${Math.ceil(options.waiting / options.learners)}) n
    order by n, a.place limit ${options.waiting}`
  return projectId
}

const openOnes = (db: Pool, projectId: string) =>
  db<{ waiting: number; failed: number }[]>`
    select count(*) filter (where status = 'waiting')::int as waiting,
      count(*) filter (where status = 'failed')::int as failed from pushes where project_id = ${projectId}`

/** Due jobs of the lanes that people wait for. */
async function othersDue(db: Pool): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from jobs
    where lane in ('time', 'money', 'code', 'message') and status = 'queued' and run_at <= moment()`
  return rows.map(({ id }) => id)
}

/** Watches how long due jobs of other lanes wait, by the machine's clock: the database's jumps. */
function watchOthers(product: Product) {
  const seen = new Map<string, number>()
  const watch = {
    /** Seconds of the longest wait that was seen. */
    longest: 0,
    async look() {
      const due = await product.look(othersDue)
      for (const id of seen.keys()) if (!due.includes(id)) seen.delete(id)
      for (const id of due) {
        const since = seen.get(id) ?? performance.now()
        seen.set(id, since)
        watch.longest = Math.max(watch.longest, (performance.now() - since) / 1000)
      }
    },
    /** For a product that was killed: while there is none, nothing of it works. */
    forget: () => seen.clear(),
  }
  return watch
}

/**
 * Returns the fault of work of other lanes that waited beside the pushes, null for none: thrice what it waited without
 * them, and a few looks at it, are no sign of the pushes.
 */
export function faultOfWaiting({ quiet, beside }: PushReport['othersWaited']): string | null {
  const most = 3 * quiet + 5 * slowness()
  if (beside <= most) return null
  const [seconds, before, bound] = [beside, quiet, most].map((each) => each.toFixed(1))
  return `work of other lanes waited ${seconds} s beside the pushes, more than ${bound} s; without them it was ${before} s`
}

/** Moves the clock on by seconds, from where it is. */
async function pass(db: Pool, seconds: number): Promise<void> {
  const [row] = await db<{ shift: string }[]>`
    select (moment() - now() + make_interval(secs => ${seconds}))::text as shift`
  await moveClock(db, row!.shift)
}

/**
 * Lets results wait while their receiver is away for an hour of the database's clock, brings it back and kills the
 * product in its midst, until all has arrived. Gives what did not arrive once and in order, which is nothing in a sound
 * product.
 */
export async function pushAll(options: PushOptions): Promise<PushReport> {
  const { waiting, kills, seed, say } = options
  const folder = mkdtempSync(join(tmpdir(), 'jixu-chaos-'))
  const dataFolder = join(folder, 'data')
  const product: Product = aProduct(dataFolder, await freePort())
  const random = seededRandom(seed)
  const port = await freePort()
  const outside = anOutside(port, seededRandom(seed + 1))
  const report: PushReport = {
    faults: [],
    pushes: waiting,
    messages: 0,
    repeated: 0,
    missed: 0,
    kills: 0,
    seconds: 0,
    othersWaited: { quiet: 0, beside: 0 },
  }
  const { faults } = report
  try {
    let { run } = await started(product)
    /** Lets so many times five minutes pass, as long as a receiver rests at most. */
    const letPass = async (times: number, others: ReturnType<typeof watchOthers>) => {
      for (let i = 0; i < times; i++) {
        await wait(1000 * slowness())
        await others.look()
        await product.look(async (db) => {
          const [job] = await db`select 1 from jobs where type = 'push.send' and status = 'queued'`
          if (!job) await db`insert into jobs (type, lane) values ('push.send', 'push')`
          await pass(db, 300)
        })
      }
    }
    const quiet = watchOthers(product)
    await letPass(6, quiet)
    report.othersWaited.quiet = quiet.longest
    const projectId = await product.look((db) => queue(db, dataFolder, `http://127.0.0.1:${port}/`, options))
    const others = watchOthers(product)
    await letPass(12, others)
    report.missed = await product.look(async (db) => {
      const [row] = await db`select count(*)::int as count from push_tries`
      return row!.count as number
    })
    say(`Away for an hour: ${report.missed} tries for ${waiting} pushes, none lost`)
    await outside.open()
    const begun = performance.now()
    const killAt = Array.from({ length: kills }, () =>
      Math.floor(waiting * (0.1 + 0.8 * random.next())),
    ).sort((a, b) => a - b)
    for (let still = 0; ; ) {
      const taken = outside.taken.size
      await others.look()
      const open = await product.look(async (db) => (await openOnes(db, projectId))[0]!)
      if (open.failed > 0) faults.push(`${open.failed} were given up`)
      if (open.waiting === 0 || faults.length > 0) break
      if (killAt.length > 0 && outside.taken.size >= killAt[0]!) {
        killAt.shift()
        const victim = random.pick(victims)
        others.forget()
        await product.kill(run, victim)
        ;({ run } = await started(product))
        report.kills++
        say(`${victim} killed after ${outside.taken.size} of ${waiting}`)
      }
      await wait(500)
      // What waits for its turn is let have it.
      if (outside.taken.size === taken) await product.look((db) => pass(db, 15))
      still = outside.taken.size === taken ? still + 1 : 0
      if (still > 120 * slowness()) {
        faults.push(`nothing moves: ${JSON.stringify(open)}`)
        break
      }
    }
    report.seconds = Math.round((performance.now() - begun) / 1000)
    report.othersWaited.beside = others.longest
    faults.push(...[faultOfWaiting(report.othersWaited)].filter((fault) => fault !== null))
    const rows = await product.look(
      (db) => db<{ id: string; year: number; accountId: string }[]>`
      select id, year, account_id from pushes where project_id = ${projectId}`,
    )
    for (const { id } of rows) if (!outside.taken.has(id)) faults.push(`${id} did not arrive`)
    if (outside.taken.size !== rows.length)
      faults.push(`${outside.taken.size} keys for ${rows.length} pushes`)
    for (const [learner, numbers] of outside.order)
      if (numbers.some((nth, at) => nth !== at + 1)) faults.push(`${learner} has ${numbers.join(' ')}`)
    faults.push(...outside.wrong)
    report.messages = outside.messages
    report.repeated = outside.messages - outside.taken.size
    const code = await product.stop(run)
    if (code !== 0) faults.push(`asked to stop, the server ended with ${code}: ${run.output()}`)
  } catch (error) {
    faults.push((error as Error).stack ?? String(error))
  } finally {
    await outside.close()
    await product.clear()
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    else writeFileSync(join(folder, 'evidence.txt'), faults.join('\n'))
  }
  if (faults.length > 0) say(`The data folder and the evidence are in ${folder}`)
  return report
}

/** `npm run chaos -- push [--pushes 10000] [--learners 150] [--kills 3] [--seed N]`; returns whether each arrived once, in order. */
export async function run(options: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: options,
    options: {
      pushes: { type: 'string', default: '10000' },
      learners: { type: 'string', default: '150' },
      kills: { type: 'string', default: '3' },
      seed: { type: 'string' },
    },
  })
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const [waiting, learners, kills] = [values.pushes, values.learners, values.kills].map(Number) as [
    number,
    number,
    number,
  ]
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  if (![waiting, learners, kills, seed].every(Number.isInteger) || waiting < 1 || learners < 1 || kills < 0) {
    say('--pushes and --learners are whole numbers from 1, --kills and --seed whole numbers.')
    return false
  }
  say(`${waiting} pushes of ${learners} learners, seed ${seed}`)
  const {
    faults,
    messages,
    repeated,
    missed,
    kills: killed,
    seconds,
    othersWaited,
  } = await pushAll({
    waiting,
    learners,
    kills,
    seed,
    say,
  })
  say(
    `\n${waiting} pushes in ${seconds} s: ${messages} messages, ${repeated} of them under a key that had been taken; ` +
      `${missed} tries while the receiver was away; ${killed} kills; work of other lanes waited ` +
      `${othersWaited.beside.toFixed(1)} s at most, ${othersWaited.quiet.toFixed(1)} s without the pushes; ` +
      `${faults.length} faults (seed ${seed})`,
  )
  for (const fault of faults.slice(0, 50)) say(`\n${fault}`)
  return faults.length === 0
}
