import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { startEmbedded } from '../server/embedded.ts'
import { findChromium } from './chromium.ts'
import { buildTemplate } from './harness.ts'

/**
 * `npm test` runs every floor; `npm test -- types house` runs those named.
 * Nothing is skipped silently: what cannot run counts as failed and says what is missing.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

interface Count {
  passed: number
  failed: number
}

/** What failed, told once more where a long run ends. */
const failures: string[] = []

/** A tool as one check: its exit code decides. */
function tool(command: string, ...args: string[]): Promise<Count> {
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { stdio: 'inherit' })
    child.on('error', (error) => {
      failures.push(`${command} cannot run: ${error.message}`)
      resolve({ passed: 0, failed: 1 })
    })
    child.on('exit', (code) => {
      if (code !== 0) failures.push(`${command} ended with ${code}`)
      resolve(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
    })
  })
}

/** Test files on Node's own runner, each in a process of its own. */
function files(patterns: string[], concurrency: number): Promise<Count> {
  const found = patterns.flatMap((pattern) => globSync(pattern)).sort()
  if (found.length === 0) {
    failures.push(`No test file matches ${patterns.join(', ')}`)
    return Promise.resolve({ passed: 0, failed: 1 })
  }
  return new Promise((resolve) => {
    const count = { passed: 0, failed: 0 }
    const stream = run({ files: found.map((file) => join(root, file)), concurrency, timeout: 600_000 })
    stream.on('test:pass', (event) => {
      if (event.details.type === 'suite') return
      if (event.skip || event.todo) {
        count.failed++
        failures.push(`${event.name}: was left out`)
      } else count.passed++
    })
    stream.on('test:fail', ({ name, file, line, details }) => {
      if (details.type === 'suite') return
      count.failed++
      failures.push(`${name} (${relative(root, file ?? '')}:${line})\n  ${inspect(details.error.cause)}`)
    })
    stream
      .compose(spec)
      .on('end', () => resolve(count))
      .pipe(process.stdout, { end: false })
  })
}

/** A PostgreSQL of the test run's own, with the template every test clones. */
async function withDatabase(work: () => Promise<Count>): Promise<Count> {
  if (process.env.TEST_DATABASE_URL) return work()
  const folder = mkdtempSync(join(tmpdir(), 'jixu-test-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres'), fast: true })
  try {
    await buildTemplate(server.url)
    process.env.TEST_DATABASE_URL = server.url
    return await work()
  } finally {
    delete process.env.TEST_DATABASE_URL
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const serverTests = [
  'contract/**/*.test.ts',
  'server/**/*.test.ts',
  'features/**/rules.test.ts',
  'features/**/server/**/*.test.ts',
  'db/**/*.test.ts',
  'test/doors/*.test.ts',
  'test/invariants/*.test.ts',
  'app/**/*.test.ts',
]

const floors: Record<string, () => Promise<Count>> = {
  types: () => tool('tsc', '--noEmit', '-p', '.'),
  lint: () => tool('oxlint'),
  format: () => tool('biome', 'format', '.'),
  house: () => withDatabase(() => files(['test/house.test.ts', 'test/schema.test.ts'], 1)),
  server: () => withDatabase(() => files(serverTests, 2)),
  web: () => files(['web/**/*.test.ts', 'features/**/web/**/*.test.ts'], 2),
  chaos: () => files(['test/chaos/*.test.ts'], 1),
  async journeys() {
    const { buildPages, isBuilt } = await import('../app/build.ts')
    if (!isBuilt()) await buildPages()
    process.env.CHROMIUM_PATH = await findChromium()
    return withDatabase(() => files(['test/journeys/*.test.ts'], 1))
  },
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in floors))
if (unknown) {
  process.stderr.write(`There is no floor "${unknown}"; there are ${Object.keys(floors).join(', ')}.\n`)
  process.exit(1)
}

const total = { passed: 0, failed: 0 }
for (const [name, floor] of Object.entries(floors)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const start = performance.now()
  process.stdout.write(`\n── ${name}\n`)
  const count = await floor().catch((error: unknown) => {
    failures.push(`${name}: ${(error as Error).stack}`)
    return { passed: 0, failed: 1 }
  })
  total.passed += count.passed
  total.failed += count.failed
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`── ${name}: ${count.passed} passed, ${count.failed} failed in ${seconds} s\n`)
}
for (const failure of failures) process.stdout.write(`\n✖ ${failure}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
