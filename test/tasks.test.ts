import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { type Outcome, root } from './tasks.ts'

test('a file that something holds open fails in its time although its tests have ended', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-tasks-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [held, runner] = [join(folder, 'held.test.js'), join(folder, 'run.mjs')]
  writeFileSync(held, `require('node:test').test('ends', () => {}); setInterval(() => {}, 1000)`)
  writeFileSync(
    runner,
    `import { testFile } from ${JSON.stringify(join(root, 'test/tasks.ts'))}
    const outcome = await testFile('held', ${JSON.stringify(relative(root, held))}, [], 2000).run(1)
    process.stdout.write(JSON.stringify(outcome))`,
  )
  // A run inside of a run does nothing; it knows by the environment.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const output = execFileSync(process.execPath, [runner], { env, encoding: 'utf8', timeout: 60_000 })
  const { passed, failures } = JSON.parse(output) as Outcome
  assert.equal(passed, 1)
  assert.equal(failures.length, 1)
  assert.match(failures[0]!, /held\.test\.js[\s\S]*timeout/)
})
