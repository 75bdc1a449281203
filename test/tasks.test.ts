import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Finished, type Result, root } from './tasks.ts'

/** Writes test files, runs code that has them and `./tasks.ts`, and returns what it writes as JSON. */
function runTests<T>(t: TestContext, files: Record<string, string>, code: string): T {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-tasks-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const at = (name: string) => relative(root, join(folder, name))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const runner = join(folder, 'run.mjs')
  writeFileSync(
    runner,
    `import { repeatFailed, runTasks, testFile, together } from ${JSON.stringify(join(root, 'test/tasks.ts'))}
    const files = ${JSON.stringify(Object.keys(files).map(at))}
    ${code}`,
  )
  // A run inside of a run does nothing; it knows by the environment.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  return JSON.parse(execFileSync(process.execPath, [runner], { cwd: root, env, encoding: 'utf8' })) as T
}

test('a file that something holds open fails in its time although its tests have ended', (t) => {
  const held = `require('node:test').test('ends', () => {}); setInterval(() => {}, 1000)`
  const { results } = runTests<Finished>(
    t,
    { 'held.test.js': held },
    `process.stdout.write(JSON.stringify(await testFile('held', files[0], [], 2000).run(1)))`,
  )
  const { passed, failures } = results[0]!
  assert.equal(passed, 1)
  assert.equal(failures.length, 1)
  assert.match(failures[0]!.text, /held\.test\.js[\s\S]*timeout/)
})

const green = `import { test } from 'node:test'; test('is green', () => {})`
const red = `import { test } from 'node:test'; test('is red', () => { throw new Error('a fault') })`
/** Fails in its first process, and in no other. */
const once = `import { test } from 'node:test'
  import { existsSync, writeFileSync } from 'node:fs'
  const mark = new URL('./mark', import.meta.url)
  test('fails once', () => { if (!existsSync(mark)) { writeFileSync(mark, ''); throw new Error('by chance') } })`
const broken = `import { nothing } from './nowhere.mjs'`

/** Runs files together and repeats what failed, at most so many. */
const repeating = (most: number) => `
  const finished = []
  await runTasks([together('all', files)], { atOnce: 1, seed: 1, onEnd: (_, { results }) => finished.push(...results) })
  const flaky = await repeatFailed(finished, { most: ${most}, seed: 1 })
  process.stdout.write(JSON.stringify({ finished, flaky }))`

interface Repeated {
  finished: Result[]
  flaky: string[]
}

test('what failed among others runs once more by itself: green then, it passed and is named', (t) => {
  const files = { 'a.test.mjs': green, 'b.test.mjs': once, 'c.test.mjs': red, 'd.test.mjs': broken }
  const { finished, flaky } = runTests<Repeated>(t, files, repeating(3))
  assert.deepEqual(
    finished.map(({ passed, failures }) => [passed, failures.length]),
    [
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ],
  )
  assert.equal(flaky.length, 1)
  assert.match(flaky[0]!, /b\.test\.mjs › fails once$/)
})

test('where more files failed than may run once more, none does', (t) => {
  const { finished, flaky } = runTests<Repeated>(t, { 'a.test.mjs': once, 'b.test.mjs': red }, repeating(1))
  assert.deepEqual(
    finished.map(({ failures }) => failures.length),
    [1, 1],
  )
  assert.deepEqual(flaky, [])
})

const ends = (when: string) => `import { test } from 'node:test'
  import { existsSync, writeFileSync } from 'node:fs'
  const mark = new URL('./mark', import.meta.url)
  test('ends its process', () => { if (${when}) { writeFileSync(mark, ''); process.exit(3) } })`

test('a process that ends early is one failure, and each of its files runs by itself', (t) => {
  const files = { 'a.test.mjs': green, 'b.test.mjs': ends('true'), 'c.test.mjs': green, 'd.test.mjs': green }
  const { finished, flaky } = runTests<Repeated>(t, files, repeating(1))
  assert.deepEqual(
    finished.map(({ passed }) => passed),
    [3],
  )
  assert.match(finished[0]!.failures[0]!.title, /^\.\..*b\.test\.mjs › /)
  assert.deepEqual(flaky, [])
})

test('a process that ended early by chance is named, and all its files have passed', (t) => {
  const files = { 'a.test.mjs': green, 'b.test.mjs': ends('!existsSync(mark)'), 'c.test.mjs': green }
  const { finished, flaky } = runTests<Repeated>(t, files, repeating(1))
  assert.deepEqual(
    finished.map(({ passed, failures }) => [passed, failures.length]),
    [[3, 0]],
  )
  assert.equal(flaky.length, 1)
  assert.match(flaky[0]!, /^all \(3 files\) › /)
})
