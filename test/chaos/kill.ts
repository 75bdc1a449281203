import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Random, seededRandom } from '../../db/seed/content/random.ts'
import { audit, overcounted } from './kill/audit.ts'
import { buyOn } from './kill/buyer.ts'
import { aClient, type Trouble } from './kill/client.ts'
import { type Ledger, openLedger } from './kill/ledger.ts'
import { aProduct, started, type Victim, victims } from './kill/product.ts'
import { reconcile } from './kill/reconcile.ts'
import { aSchool, type School } from './kill/school.ts'
import { sitOn } from './kill/sitter.ts'
import { type Life, studyOn } from './kill/watcher.ts'
import { freePort } from '../freePort.ts'
import { until } from '../until.ts'

export interface KillOptions {
  rounds: number
  /** Number of learners who live meanwhile. */
  people: number
  seed: number
  /** True once enough was done to end; by itself a slow machine would end with little. */
  isEnough?(ledger: Ledger): boolean
  /** Called at the end of every round. */
  say(line: string): void
}

/** Result of it all; `faults` is empty when nothing was lost and nothing was done twice. */
export interface KillReport {
  faults: string[]
  rounds: number
  /** Milliseconds from each start after a kill until it served. */
  ready: number[]
  retries: number
  /** Seconds by the product's clock until every payment and every result had come to its end. */
  reconciled: number
  ledger: Ledger
}

/** Roles among a hundred learners. */
const crowd = { steady: 20, passing: 40, buyers: 24, sitters: 16 }

export const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((item) => [random.next(), item] as const)
    .toSorted((a, b) => a[0] - b[0])
    .map(([, item]) => item)

/** Sets the crowd going; returns what is done when everybody has been answered for the last time. */
function letLive(
  people: number,
  lifeOf: (n: number) => Life,
  school: School,
  random: Random,
  ledger: Ledger,
): Promise<unknown> {
  const some = (share: number) => ({ length: Math.round((people * share) / 100) })
  const lives: ((life: Life) => Promise<void>)[] = [
    ...Array.from(some(crowd.steady), () => (life: Life) => studyOn(life, [school.long])),
    ...Array.from(some(crowd.passing), () => {
      const order = [...shuffled(random, school.short), school.long]
      return (life: Life) => studyOn(life, order)
    }),
    ...Array.from(some(crowd.buyers), () => {
      const order = shuffled(random, school.priced)
      return (life: Life) => buyOn(life, order)
    }),
    ...Array.from(some(crowd.sitters), () => {
      const order = shuffled(random, school.examined)
      return (life: Life) => sitOn(life, order)
    }),
  ]
  return Promise.all(
    lives.map((live, n) =>
      live(lifeOf(n)).catch((error: unknown) => ledger.fault(`learner ${n}: ${(error as Error).message}`)),
    ),
  )
}

/** Kills the product again and again under load, and audits it after every start and at the end. */
export async function killRounds({
  rounds,
  people,
  seed,
  isEnough = () => true,
  say,
}: KillOptions): Promise<KillReport> {
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'jixu-chaos-'))
  const product = aProduct(join(folder, 'data'), await freePort())
  const ledger = openLedger()
  const trouble: Trouble = { retries: 0 }
  const ready: number[] = []
  const { faults } = ledger
  let reconciled = 0
  try {
    let { run } = await started(product)
    const school = await product.look(aSchool)
    let goesOn = true
    const lifeOf = (n: number): Life => ({
      client: aClient(product.address, school.tokens[n]!, seededRandom(seed * 1000 + n), trouble),
      ledger,
      goesOn: () => goesOn && faults.length === 0,
    })
    const lives = letLive(people, lifeOf, school, random, ledger)
    const done = () => ledger.beats + ledger.orders.size + ledger.confirmed.size + ledger.sat.size
    const deck: Victim[] = []
    for (let round = 1; round <= rounds && faults.length === 0; round++) {
      if (deck.length === 0) deck.push(...shuffled(random, victims))
      const victim = deck.pop()!
      const [first, work] = [done(), random.int(5, 90)]
      await until(() => faults.length > 0 || done() - first >= work)
      const before = ledger.copy()
      await product.kill(run, victim)
      // Now and then it is killed again while it starts, in the midst of recovery.
      const again = random.next() < 0.2
      if (again) {
        const early = product.start()
        await Promise.race([wait(random.int(50, 900)), early.ready])
        await product.killStarting(early, random.pick(victims))
      }
      const next = await started(product)
      run = next.run
      ready.push(next.milliseconds)
      const wrong = await product.look((db) => audit(db, before))
      faults.push(...wrong.map((line) => `round ${round}, ${victim} killed: ${line}`))
      say(
        `${String(round).padStart(3)}  ${`${victim} killed${again ? ', twice' : ''}`.padEnd(24)} ` +
          `after ${String(work).padStart(2)} answers, back in ${String(Math.round(next.milliseconds)).padStart(4)} ms: ` +
          `${ledger.beats} beats, ${ledger.orders.size} orders, ${ledger.confirmed.size} payments, ` +
          `${ledger.passed.size} passed, ${ledger.sat.size} exams, ${faults.length} faults`,
      )
    }
    await until(() => faults.length > 0 || isEnough(ledger))
    goesOn = false
    await lives
    reconciled = await reconcile(product, faults)
    const last = ledger.copy()
    faults.push(...(await product.look((db) => audit(db, last))))
    faults.push(...(await product.look((db) => overcounted(db, last))))
    const code = await product.stop(run)
    if (code !== 0) faults.push(`told to stop, the server ended with ${code}: ${run.output()}`)
  } catch (error) {
    faults.push((error as Error).stack ?? String(error))
  } finally {
    await product.clear()
    if (faults.length === 0) rmSync(folder, { recursive: true, force: true })
    else writeFileSync(join(folder, 'evidence.txt'), faults.join('\n'))
  }
  if (faults.length > 0) say(`The data folder and the evidence are kept in ${folder}`)
  return { faults, rounds: ready.length, ready, retries: trouble.retries, reconciled, ledger }
}

function table({ rounds, ready, retries, reconciled, ledger, faults }: KillReport): string {
  const sorted = ready.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  const orders = [...ledger.orders.values()]
  const sat = [...ledger.sat.values()]
  const seconds = [...ledger.watched.values()]
    .flatMap((row) => row.ranges)
    .reduce((sum, [from, to]) => sum + (to - from) / 1000, 0)
  const lines: [string, string | number][] = [
    ['kills survived', rounds],
    ['ready again, median / worst', `${at(0.5)} / ${at(1)} ms`],
    ['attempts without an answer', retries],
    ['beats acknowledged', ledger.beats],
    ['seconds acknowledged', Math.round(seconds)],
    ['classes passed', ledger.passed.size],
    ['orders acknowledged', orders.length],
    ['payments confirmed at checkout', ledger.confirmed.size],
    ['orders said to be paid', orders.filter((order) => order.reported === 'paid').length],
    ['answers acknowledged', sat.reduce((sum, { answers }) => sum + Object.keys(answers).length, 0)],
    ['exams submitted', sat.filter((one) => one.ended).length],
    ['all settled after', `${reconciled} s`],
    ['lost or done twice', faults.length],
  ]
  return lines.map(([name, value]) => `${name.padEnd(30)} ${value}`).join('\n')
}

/** `npm run chaos -- kill [--rounds 30] [--people 100] [--seed N]`; returns whether nothing was lost. */
export async function run(options: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: options,
    options: {
      rounds: { type: 'string', default: '30' },
      people: { type: 'string', default: '100' },
      seed: { type: 'string' },
    },
  })
  const [rounds, people] = [Number(values.rounds), Number(values.people)]
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  if (![rounds, people, seed].every(Number.isInteger) || rounds < 1 || people < 1 || people > 100) {
    say('--rounds is a whole number from 1, --people one to 100, --seed a whole number.')
    return false
  }
  say(`${rounds} rounds, seed ${seed} (--seed ${seed} draws the same again)`)
  const report = await killRounds({ rounds, people, seed, say })
  say(`\n${table(report)}`)
  for (const fault of report.faults.slice(0, 50)) say(`\n${fault}`)
  return report.faults.length === 0
}
