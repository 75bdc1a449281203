import { randomInt } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/embedded.ts'
import { findChromium } from './chromium.ts'
import { buildTemplate } from './harness.ts'
import {
  type Finished,
  isRed,
  repeatFailed,
  type Result,
  root,
  runTasks,
  shards,
  shuffled,
  type Task,
  testFile,
  together,
  tool,
} from './tasks.ts'
import { slowness } from './until.ts'

/**
 * `npm test` is what every change must pass; `npm test -- all` is everything. `npm test -- types house` runs the floors
 * named, `npm test -- features/order/rules.test.ts` one file, `npm test -- looks` every page in every look. TEST_SEED
 * draws an earlier run's order and share again. Nothing is skipped silently: what cannot run counts as failed and
 * reports what is missing.
 */
process.chdir(root)
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'jixu-compile-cache')

/** Cores for each of the two that run side by side, types and lint: each of their threads reads all types itself. */
const coresOfCheck = String(Math.max(1, Math.floor(availableParallelism() / 2)))
process.env.GOMAXPROCS ??= coresOfCheck

const requested = process.argv.slice(2)
const seed = Number(process.env.TEST_SEED) || randomInt(1, 2 ** 31)
process.env.TEST_SEED = String(seed)

const pureTests = ['contract/**/*.test.ts', 'features/**/rules.test.ts']
const webTests = ['web/**/*.test.ts', 'features/**/web/**/*.test.ts']
const houseTests = [
  'test/house.test.ts',
  'test/floor.test.ts',
  'test/words.test.ts',
  'test/steady.test.ts',
  'test/supply.test.ts',
  'test/schema.test.ts',
  'test/tasks.test.ts',
]
const serverTests = [
  'server/**/*.test.ts',
  'features/**/server/**/*.test.ts',
  'sandbox/**/*.test.ts',
  'db/**/*.test.ts',
  'test/race.test.ts',
  'test/invariants/*.test.ts',
  'app/**/*.test.ts',
]
const sweepTests = ['test/endpoints/*.test.ts']
const dateTests = ['test/dates/*.test.ts']
const chaosTests = ['test/chaos/*.test.ts']
const journeyTests = ['test/journeys/*.test.ts']
const walkTest = 'test/walk/walk.test.ts'

/** Journeys that must succeed whatever was changed; the others belong to `all`. */
const everyRunsJourneys = [
  'test/journeys/mainJob.test.ts',
  'test/journeys/payOnPhone.test.ts',
  'test/journeys/roster.test.ts',
  'test/journeys/exam.test.ts',
  'test/journeys/refunds.test.ts',
  'test/journeys/frame.test.ts',
  'test/journeys/managerLogin.test.ts',
  'test/journeys/pageFiles.test.ts',
]

/** Files that grow with every call or page, and in how many parts they run. */
const parts: Record<string, number> = {
  'test/endpoints/matrix.test.ts': 6,
  'test/endpoints/narrowed.test.ts': 6,
  'test/endpoints/badInput.test.ts': 6,
  [walkTest]: 4,
}

/** Tests of the machine more than of the code: the face model, copies of a portal, crashes of PostgreSQL. */
const machineTests = ['db/backup.test.ts', 'server/channels/face.test.ts', 'server/embedded.test.ts']

/** Files that change or measure their whole process: its environment, its memory, its signals, its pauses. */
const ownProcess = new Set([
  'app/start.test.ts',
  'db/backup/dump.test.ts',
  'features/import/server/hostile.test.ts',
  'features/resource/server/calls.test.ts',
  'features/resource/server/routes.test.ts',
  'features/resource/upload/server/calls.test.ts',
  'server/hungDatabase.test.ts',
])

function find(patterns: readonly string[]): string[] {
  const found = patterns.flatMap((pattern) => globSync(pattern)).sort()
  if (found.length === 0) throw new Error(`No test file matches ${patterns.join(', ')}`)
  return found
}

const pagesEntry = 'test/pages.ts'
const needsWindow = (file: string) =>
  /from '[./]+\/test\/(window|rendered|office)\.ts'/.test(readFileSync(file, 'utf8'))

const each = (patterns: readonly string[]) =>
  find(patterns).flatMap((file) => {
    if (parts[file]) return shards(file, parts[file])
    return needsWindow(file) ? testFile(file, pagesEntry, [file]) : testFile(file, file)
  })

/** Draws one part of each file in parts by the seed: six seeds in a row draw all. */
const drawn = (patterns: readonly string[]) =>
  find(patterns).map((file) =>
    parts[file] ? shards(file, parts[file])[seed % parts[file]]! : testFile(file, file),
  )

/** Files in an order that the seed draws, so many in a process. */
function batches(name: string, files: readonly string[], size: number, entry?: string): Task[] {
  const count = Math.ceil(files.length / size)
  const order = shuffled(files, seed)
  return Array.from({ length: count }, (_, i) =>
    together(
      `${name} ${i + 1}/${count}`,
      order.filter((_, at) => at % count === i),
      entry,
    ),
  )
}

const floors: Record<string, () => Task[]> = {
  types: () => [
    tool('types', 'tsc', '--noEmit', '-p', '.', '--checkers', coresOfCheck),
    tool('types of the worker', 'tsc', '--noEmit', '-p', 'tsconfig.worker.json'),
  ],
  lint: () => [tool('lint', 'oxlint')],
  format: () => [tool('format', 'biome', 'format', '.')],
  journeys: () => everyRunsJourneys.map((file) => testFile(file, file)),
  sweeps: () => drawn(sweepTests),
  server: () => {
    const files = find(serverTests).filter((file) => !machineTests.includes(file) && !needsWindow(file))
    const alone = files.filter((file) => ownProcess.has(file))
    const shared = files.filter((file) => !ownProcess.has(file))
    return [...alone.map((file) => testFile(file, file)), ...batches('server', shared, 12)]
  },
  house: () => each(houseTests),
  web: () => {
    const pages = find([...webTests, 'app/**/*.test.ts']).filter(needsWindow)
    const others = find([...pureTests, ...webTests]).filter((file) => !needsWindow(file))
    return [...batches('pages', pages, 45, pagesEntry), together('rules and browser code', others)]
  },
}
/** Tasks that `all` runs beside them. */
const rest: Record<string, () => Task[]> = {
  'other journeys': () => each(journeyTests).filter(({ name }) => !everyRunsJourneys.includes(name)),
  walk: () => shards(walkTest, parts[walkTest]!),
  'whole sweeps': () => each(sweepTests),
  machine: () => each(machineTests),
  dates: () => each(dateTests),
  chaos: () => each(chaosTests),
}
/** Only on demand. */
const more: Record<string, () => Task[]> = {
  looks: () => shards(walkTest, parts[walkTest]!, '--every-look'),
}
const known: Record<string, () => Task[]> = { ...floors, ...rest, ...more }

/** Nothing else begins before these are green: they are quick, and what follows would fail with them. */
const first = ['types', 'lint', 'format']
const needsNoDatabase = [...first, 'web']
const needsBrowser = ['journeys', 'other journeys', 'walk', 'looks']

const all = requested.includes('all')
const files = requested.filter((name) => name !== 'all' && !(name in known))
const lost = files.find((name) => !(existsSync(name) && name.endsWith('.test.ts')))
if (lost) {
  process.stderr.write(
    `There is neither a floor nor a test file "${lost}"; floors are all, ${Object.keys(known).join(', ')}.\n`,
  )
  process.exit(1)
}
/** The floors of this run, the longest first. */
const running = Object.keys(known).filter((floor) => {
  if (all) return floor in floors ? floor !== 'sweeps' : floor in rest
  return requested.length === 0 ? floor in floors : requested.includes(floor)
})

const finished: Result[] = []
function onEnd({ name }: Task, { results, output }: Finished): void {
  finished.push(...results)
  const count = (results: readonly Result[]) => {
    const passed = results.reduce((sum, result) => sum + result.passed, 0)
    const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
    return `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
  }
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  const failed = results.filter(({ failures }) => failures.length > 0)
  const sign = failed.length === 0 ? '✔' : '✖'
  process.stdout.write(`${sign} ${seconds.toFixed(1).padStart(6)} s  ${name}: ${count(results)}\n`)
  for (const { name: file, failures } of failed)
    for (const { title, text } of failures)
      process.stdout.write(`    ${file} › ${title}\n    ${text.replaceAll('\n', '\n    ')}\n`)
  if (failed.length > 0 || files.length > 0) process.stdout.write(output)
}

/** A PostgreSQL of the run's own, with the template that tests clone, and a folder for what they share. */
async function withDatabase(work: () => Promise<void>): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return work()
  const folder = mkdtempSync(join(tmpdir(), 'jixu-test-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), fast: true })
  try {
    await buildTemplate(server.url)
    process.env.TEST_DATABASE_URL = server.url
    process.env.TEST_FOLDER = folder
    await work()
  } finally {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function prepareBrowser(): Promise<void> {
  const { buildPages, isBuilt } = await import('../app/build.ts')
  if (!isBuilt()) await buildPages()
  process.env.CHROMIUM_PATH = await findChromium()
}

const tasksOf = (names: readonly string[]) => names.flatMap((name) => known[name]!())
/** Number of failed files that run once more; with more of them the run is red anyway. */
const mayRepeat = process.env.STRICT ? 0 : 3
const flaky: string[] = []

async function runAll(): Promise<void> {
  const atOnce = availableParallelism()
  await runTasks(tasksOf(running.filter((name) => first.includes(name))), { atOnce, seed, onEnd })
  if (finished.some(isRed)) return
  const inBrowser = (file: string) => /test\/(journeys|walk)\//.test(file)
  if (files.some(inBrowser) || running.some((floor) => needsBrowser.includes(floor))) await prepareBrowser()
  if (files.length > 0) await runTasks(each(files), { atOnce: 1, seed, onEnd })
  await runTasks(tasksOf(running.filter((name) => !first.includes(name))), {
    atOnce: atOnce + 1,
    seed,
    onEnd,
  })
  flaky.push(...(await repeatFailed(finished, { most: mayRepeat, seed })))
}

/** CPU seconds of this process and of all that it started and that have ended; undefined where /proc is not there. */
function cpuSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return
  const ticks = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ').slice(11, 15)
  return ticks.reduce((sum, each) => sum + Number(each), 0) / 100
}

process.stdout.write(`TEST_SEED=${seed} draws this order again\n`)
slowness()
const start = performance.now()
const fault = await (files.length > 0 || running.some((floor) => !needsNoDatabase.includes(floor))
  ? withDatabase(runAll)
  : runAll()
).catch((error: unknown) => (error as Error).stack ?? String(error))

process.stdout.write('\nThe ten slowest:\n')
for (const { name, seconds } of finished.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${name}\n`)
const failures = finished.flatMap(({ name, failures }) =>
  failures.map(({ title, text }) => `${name} › ${title}\n${text}`),
)
if (fault) failures.push(fault)
for (const one of failures) process.stdout.write(`\n✖ ${one}\n`)
for (const one of flaky) process.stdout.write(`FLAKY ${one} (${seed})\n`)
const passed = finished.reduce((sum, result) => sum + result.passed, 0)
const minutes = ((performance.now() - start) / 60_000).toFixed(1)
const cpu = cpuSeconds()
const cost = cpu === undefined ? '' : `, ${(cpu / 60).toFixed(1)} CPU-min`
process.stdout.write(`\nTEST_SEED=${seed}, ${minutes} min${cost}\n`)
process.stdout.write(`${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
