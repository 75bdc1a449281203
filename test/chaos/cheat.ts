import { parseArgs } from 'node:util'
import { seededRandom } from '../../db/seed/content/random.ts'
import { aTemplate } from '../build/certificate.ts'
import { aClass } from '../build/class.ts'
import { aQuestion } from '../build/exam.ts'
import { runJob } from '../build/job.ts'
import { aPortal } from '../build/portal.ts'
import { aStudent } from '../build/study.ts'
import { stopClock } from '../clock.ts'
import { closeAll } from '../closing.ts'
import { openWorld, type World } from '../harness.ts'
import { aCheat, type Cheat } from './cheat/cheater.ts'
import { cheats, honest, pinAt, turn, type Way } from './cheat/ways.ts'

interface CheatOptions {
  /** People for each way to cheat, and as many honest ones; at least two, as some use what is another's. */
  learners: number
  seed: number
  say(line: string): void
}

/** One way and what came of it; seconds. */
interface CheatResult {
  name: string
  /** The most and the least that anybody was credited, and seen by them. */
  most: number
  least: number
  seen: number
  passed: number
  certificates: number
  faults: string[]
}

/** Time of a run: as long as the honest ones' video. */
const seconds = 600
/** Requests at one time: what is beyond two batches of beats would be sent away. */
const concurrency = 400
/** Moments are stored to the microsecond, and seconds counted to the millisecond. */
const tolerance = 0.002

async function begin(world: World, way: Way, many: number, from: number, seed: number): Promise<Cheat[]> {
  const portal = await aPortal(world, { settings: { ...way.settings } })
  const built = await aClass(world, portal, {
    courses: [{ videos: way.videos ?? [7200] }],
    certificateTemplateId: await aTemplate(world, portal.projectId),
  })
  if (way.isPinned)
    await aQuestion(world, portal, null, {
      resourceId: built.resourceIds[0]!,
      atSecond: pinAt,
      mustPass: true,
    })
  const friends: Cheat[] = []
  for (let i = 0; i < many; i++) {
    const n = from + i
    friends.push(
      aCheat(world, await aStudent(world, portal, { built }), { n, random: seededRandom(seed + n), friends }),
    )
  }
  return friends
}

/** Runs something for all, so many at one time. */
async function forAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const left = [...tasks]
  const work = async () => {
    for (let task = left.pop(); task; task = left.pop()) await task()
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

/** Study that a check still allows, in seconds, of those who have one drawn; of others without a bound. */
async function boundByChecks(world: World, cheat: Cheat): Promise<number> {
  const [row] = await world.db`
    select max(capture_left_ms) as ms from play_leases where enrolment_id = ${cheat.enrolmentId}`
  return row!.ms === null ? Infinity : (row!.ms as number) / 1000
}

async function judge(world: World, way: Way, all: readonly Cheat[]): Promise<CheatResult> {
  const rows = await world.db<{ accountId: string; ms: number; passed: boolean; certificates: number }[]>`
    select e.account_id, coalesce(sum(w.accepted_ms), 0)::int as ms, bool_or(e.passed_at is not null) as passed,
      (select count(*)::int from certificates c where c.account_id = e.account_id) as certificates
    from enrolments e left join watch_coverages w on w.enrolment_id = e.id
    where e.account_id = any(${all.map(({ accountId }) => accountId)}::uuid[]) group by e.account_id`
  const credited = new Map(rows.map(({ accountId, ms }) => [accountId, ms / 1000]))
  const of = (cheat: Cheat) => credited.get(cheat.accountId)!
  const passed = rows.filter((row) => row.passed).length
  const certificates = rows.reduce((sum, row) => sum + row.certificates, 0)
  const isHonest = way === honest
  const faults = all
    .filter((cheat) =>
      isHonest
        ? of(cheat) < seconds * 0.99 || of(cheat) > seconds + 2
        : of(cheat) > Math.min(cheat.seen + 2, cheat.most) + tolerance,
    )
    .map(
      (cheat) =>
        `${way.name}: number ${cheat.n} was credited ${of(cheat)} s, saw ${cheat.seen} s, bound ${cheat.most} s`,
    )
  if (!isHonest && passed + certificates > 0)
    faults.push(`${way.name}: ${passed} passed, ${certificates} certificates`)
  if (isHonest && certificates < all.length)
    faults.push(`${way.name}: ${certificates} certificates for ${all.length}`)
  return {
    name: way.name,
    most: Math.max(...all.map(of)),
    least: Math.min(...all.map(of)),
    seen: Math.max(...all.map(({ seen }) => seen)),
    passed,
    certificates,
    faults,
  }
}

/** Faults in how a way was answered: it was not tried as it should be, or refused for another reason. */
function judgeAnswers(way: Way, all: readonly Cheat[]): string[] {
  const outcomes = new Set(all.flatMap((cheat) => [...cheat.outcomes]))
  const faults = way.expected
    .filter((outcome) => !outcomes.has(outcome))
    .map((outcome) => `${way.name}: never answered “${outcome}”, but ${[...outcomes].join(', ')}`)
  if (way === honest) return faults
  const accepted = all.reduce((sum, { notes }) => sum + notes.accepted, 0)
  // A picture passes once, for the first who sends it.
  const due = way.settings?.captureKind === 'photo' ? 1 : 0
  if (accepted !== due) faults.push(`${way.name}: ${accepted} checks were met instead of ${due}`)
  return faults
}

/**
 * Tries every way to cheat by so many people on the complete server, while as many honest ones study, for ten minutes of a
 * clock that the run moves. What anybody earned beyond what they saw is a fault, as are passes and certificates, and what
 * the honest ones lost.
 */
export async function cheatAll({ learners, seed, say }: CheatOptions): Promise<CheatResult[]> {
  const world = await openWorld({ works: false, connections: 12 })
  const ways = [...cheats, honest]
  const all: Cheat[][] = []
  for (const [i, way] of ways.entries()) all.push(await begin(world, way, learners, 1 + i * learners, seed))
  await world.db`update sessions set idle_until = moment() + interval '1 day', expires_at = moment() + interval '1 day'`
  await stopClock(world.db)
  const each = (work: (way: Way, cheat: Cheat) => Promise<unknown> | undefined) =>
    forAll(ways.flatMap((way, i) => all[i]!.map((cheat) => async () => work(way, cheat))))
  await each((way, cheat) => way.begin?.(cheat))
  for (const [i, way] of ways.entries()) {
    if (way === honest || !way.settings?.captureKind) continue
    for (const cheat of all[i]!) cheat.most = await boundByChecks(world, cheat)
  }
  for (let at = turn; at <= seconds; at += turn) {
    await stopClock(world.db, `${turn} seconds`)
    world.portal.gate.forget()
    for (const cheat of all.flat()) cheat.at = at
    await each((way, cheat) => way.step(cheat))
    if (at % 60 === 0) say(`${at} of ${seconds} s`)
  }
  await each((way, cheat) => way.end?.(cheat))
  await runJob(world, 'study.roll-up')
  const results: CheatResult[] = []
  for (const [i, way] of ways.entries()) {
    const result = await judge(world, way, all[i]!)
    results.push(result)
    result.faults.push(...judgeAnswers(way, all[i]!))
  }
  return results
}

/** `npm run chaos -- cheat [--learners 100] [--seed N]`. */
export async function run(options: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: options,
    options: { learners: { type: 'string' }, seed: { type: 'string' } },
  })
  const learners = Number(values.learners ?? 100)
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(
    `${cheats.length} ways to cheat by ${learners} learners each, and ${learners} honest ones, seed ${seed}`,
  )
  try {
    const results = await cheatAll({ learners, seed, say })
    say(`${'seconds: least'.padStart(14)} ${'most'.padStart(9)} ${'seen'.padStart(6)}  passed  certificates`)
    for (const { name, least, most, seen, passed, certificates } of results) {
      say(
        `${least.toFixed(3).padStart(14)} ${most.toFixed(3).padStart(9)} ${String(seen).padStart(6)} ${String(passed).padStart(7)} ${String(certificates).padStart(13)}  ${name}`,
      )
    }
    const faults = results.flatMap((result) => result.faults)
    say(faults.length === 0 ? 'Nothing earned that was not seen' : faults.slice(0, 40).join('\n'))
    return faults.length === 0
  } finally {
    await closeAll()
  }
}
