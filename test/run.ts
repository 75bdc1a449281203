import { randomInt } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/embedded.ts'
import { findChromium } from './chromium.ts'
import { buildTemplate } from './harness.ts'
import {
  type Finished,
  root,
  runTasks,
  shards,
  shuffled,
  type Task,
  testFile,
  together,
  tool,
} from './tasks.ts'

/**
 * `npm test` runs every floor; `npm test -- types house` those named; `npm test -- features/order/rules.test.ts` one
 * file; `npm test -- walk` every page in every look. TEST_SEED draws an earlier run's order again. Nothing is skipped
 * silently: what cannot run counts as failed and reports what is missing.
 */
process.chdir(root)
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'jixu-compile-cache')

const pureTests = ['contract/**/*.test.ts', 'features/**/rules.test.ts']
const webTests = ['web/**/*.test.ts', 'features/**/web/**/*.test.ts']
const houseTests = [
  'test/house.test.ts',
  'test/floor.test.ts',
  'test/words.test.ts',
  'test/supply.test.ts',
  'test/schema.test.ts',
  'test/tasks.test.ts',
]
const serverTests = [
  'server/**/*.test.ts',
  'features/**/server/**/*.test.ts',
  'db/**/*.test.ts',
  'test/endpoints/*.test.ts',
  'test/race.test.ts',
  'test/invariants/*.test.ts',
  'app/**/*.test.ts',
]
const chaosTests = ['test/chaos/*.test.ts']
const journeyTests = ['test/journeys/*.test.ts']
const walkTest = 'test/walk/walk.test.ts'

/** Files that grow with every call or page, and in how many parts they run. */
const parts: Record<string, number> = {
  'test/endpoints/matrix.test.ts': 4,
  'test/endpoints/narrowed.test.ts': 3,
  'test/endpoints/badInput.test.ts': 2,
  [walkTest]: 4,
}

function find(patterns: readonly string[]): string[] {
  const found = patterns.flatMap((pattern) => globSync(pattern)).sort()
  if (found.length === 0) throw new Error(`No test file matches ${patterns.join(', ')}`)
  return found
}

const each = (patterns: readonly string[]) =>
  find(patterns).flatMap((file) => (parts[file] ? shards(file, parts[file]) : testFile(file, file)))

/** What needs no window runs in one process; a window is a process's own. */
const needsWindow = (file: string) =>
  /from '[./]+\/test\/(window|rendered|office)\.ts'/.test(readFileSync(file, 'utf8'))
const small = find([...pureTests, ...webTests])
const [windowless, withWindow] = [small.filter((file) => !needsWindow(file)), small.filter(needsWindow)]

const floors: Record<string, () => Task[]> = {
  types: () => [
    tool('types', 'tsc', '--noEmit', '-p', '.'),
    tool('types of the worker', 'tsc', '--noEmit', '-p', 'tsconfig.worker.json'),
  ],
  lint: () => [tool('lint', 'oxlint')],
  format: () => [tool('format', 'biome', 'format', '.')],
  house: () => each(houseTests),
  web: () => [
    together('pure rules, contract, web', windowless),
    ...withWindow.map((file) => testFile(file, file)),
  ],
  chaos: () => each(chaosTests),
  server: () => each(serverTests),
  journeys: () => [...each(journeyTests), ...shards(walkTest, parts[walkTest]!)],
}
/** Only on demand. */
const more: Record<string, () => Task[]> = {
  walk: () => shards(walkTest, parts[walkTest]!, '--every-look'),
}

/** What runs side by side: tools beside the server's tests, browsers by themselves. */
const stages: { floors: string[]; atOnce: number }[][] = [
  [
    { floors: ['types', 'lint', 'format', 'house', 'web', 'chaos'], atOnce: 1 },
    { floors: ['server'], atOnce: 2 },
  ],
  [{ floors: ['journeys', 'walk'], atOnce: 2 }],
]

const needsDatabase = ['house', 'server', 'chaos', 'journeys', 'walk']
const needsBrowser = ['journeys', 'walk']

const requested = process.argv.slice(2)
const named = requested.filter((name) => name in floors || name in more)
const single = requested.filter((name) => !named.includes(name))
const lost = single.find((name) => !(existsSync(name) && name.endsWith('.test.ts')))
if (lost) {
  process.stderr.write(
    `There is neither a floor nor a test file "${lost}"; floors are ${[...Object.keys(floors), ...Object.keys(more)].join(', ')}.\n`,
  )
  process.exit(1)
}
const isRequested = (floor: string) => (requested.length === 0 ? floor in floors : named.includes(floor))

const seed = Number(process.env.TEST_SEED) || randomInt(1, 2 ** 31)
process.env.TEST_SEED = String(seed)
process.stdout.write(`TEST_SEED=${seed} draws this order again\n`)

const finished: Finished[] = []
function onEnd(task: Finished): void {
  finished.push(task)
  const sign = task.failures.length === 0 ? '✔' : '✖'
  const count = `${task.passed} passed${task.failures.length > 0 ? `, ${task.failures.length} failed` : ''}`
  process.stdout.write(`${sign} ${task.seconds.toFixed(1).padStart(6)} s  ${task.name}: ${count}\n`)
  for (const failure of task.failures) process.stdout.write(`    ${failure.replaceAll('\n', '\n    ')}\n`)
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

async function runAll(): Promise<void> {
  if (single.length > 0) {
    const tasks = single.flatMap((file) => each([file]))
    await runTasks(tasks, { atOnce: 1, seed, onEnd })
  }
  for (const stage of stages) {
    const floorsOf = (names: string[]) => names.filter(isRequested)
    if (stage.flatMap((lane) => floorsOf(lane.floors)).some((floor) => needsBrowser.includes(floor)))
      await prepareBrowser()
    await Promise.all(
      stage.map((lane) => {
        const tasks = floorsOf(lane.floors).flatMap((floor) =>
          shuffled((floors[floor] ?? more[floor])!(), seed),
        )
        return runTasks(tasks, { atOnce: lane.atOnce, seed, onEnd })
      }),
    )
  }
}

const start = performance.now()
const failure = await (async () => {
  if (single.some((file) => /test\/(journeys|walk)\//.test(file))) await prepareBrowser()
  const anyDatabase = single.length > 0 || needsDatabase.some(isRequested)
  await (anyDatabase ? withDatabase(runAll) : runAll())
})().catch((error: unknown) => (error as Error).stack ?? String(error))

process.stdout.write('\nThe ten slowest:\n')
for (const task of finished.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10))
  process.stdout.write(`${task.seconds.toFixed(1).padStart(8)} s  ${task.name}\n`)
const failures = [...finished.flatMap((task) => task.failures), ...(failure ? [failure] : [])]
for (const one of failures) process.stdout.write(`\n✖ ${one}\n`)
const passed = finished.reduce((sum, task) => sum + task.passed, 0)
const minutes = ((performance.now() - start) / 60_000).toFixed(1)
process.stdout.write(`\nTEST_SEED=${seed}, ${minutes} min\n${passed} passed, ${failures.length} failed\n`)
process.exit(failures.length === 0 && passed > 0 ? 0 : 1)
