import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './tasks.ts'

/** Laws of tests: neither the speed of the machine nor chance makes one red. Benchmarks measure just that speed. */
const files = globSync(['**/*.test.ts', 'test/**/*.ts'], {
  cwd: root,
  exclude: ['node_modules/**', 'test/bench/**', 'test/steady.test.ts'],
}).sort()

test('test files are found', () => assert.ok(files.length > 400))

interface Law {
  refuses: RegExp
  /** Samples of what it refuses. */
  wrong: string[]
  /** Samples of what it lets through. */
  right: string[]
  /** Files, or folders by their closing slash, that may, each with its reason. */
  exceptions: Readonly<Record<string, string>>
}

const laws: Readonly<Record<string, Law>> = {
  'what a test defines on the page it shares with other files can be taken away again': {
    refuses:
      /\bdefineProperty\((?:document|window|globalThis)\b(?:(?!\n\S)(?!configurable: true)[\s\S])*?\n(?=\S|\s*\n|$)/,
    wrong: ["Object.defineProperty(document, 'hidden', { value: false })\n"],
    right: ["Object.defineProperty(document, 'hidden', { value: false, configurable: true })\n"],
    exceptions: { 'test/journeys/': 'a page of a browser, which no other file shares' },
  },
  'a test that moves timers opens no world: jobs set and clear theirs in the same process': {
    refuses: /^(?=[\s\S]*\btimers\.enable\()(?=[\s\S]*\bopenWorld\b)/,
    wrong: ["world = await openWorld()\nt.mock.timers.enable({ apis: ['setInterval'] })"],
    right: ["t.mock.timers.enable({ apis: ['setInterval'] })", 'world = await openWorld()'],
    exceptions: {},
  },
  'a test waits for a condition by `until` or moves a clock of its own, and never waits for a time': {
    refuses:
      /\bsetTimeout\(.*, *[^,()\n]+\)|\bsetTimeout\($|\bsetTimeout\(.*=> *\{$|\bwaitForTimeout\(|'node:timers\/promises'/m,
    wrong: [
      'await new Promise((resolve) => setTimeout(resolve, 25))',
      'setTimeout(() => step(1), delay)',
      'setTimeout(() => {\n  step(1)\n}, 25)',
      'setTimeout(\n  () => step(1),\n  25,\n)',
      'await page.waitForTimeout(500)',
      "import { setTimeout as wait } from 'node:timers/promises'",
    ],
    right: [
      'setTimeout(resolve)',
      "mock.timers.enable({ apis: ['setTimeout'] })",
      'frame: () => setTimeout(() => step(1)),\n})',
    ],
    exceptions: {
      'app/portal.test.ts':
        'shows an absence: no query comes back for a while; longer proves more, shorter fails nothing',
      'test/chaos/': 'clients, kills and lost packets take their time, as people and networks do',
      'test/until.ts': 'is the wait for a condition',
      'web/sw.test.ts': 'the timer in the global of a service worker',
    },
  },
  'no test measures how long something takes, or compares moments of the wall clock': {
    refuses: /\bperformance\.now\b|\bDate\.now\(\)[^,;\n]*?(?:[<%]|(?<!=)>)|[<>]=?\s*Date\.now\(\)/,
    wrong: [
      'assert.ok(performance.now() - begun < 10_000)',
      'const seed = Date.now() % 1_000_000',
      'assert.ok(Date.now() - begun < 1000)',
      'while (end > Date.now()) {}',
    ],
    right: [
      'const signed = (body: string, at = Date.now()) => body',
      'at: new Date(Date.now() - 5 * 60_000).toISOString()',
    ],
    exceptions: {
      'features/study/beat/server/calls.test.ts':
        'what the test itself took may be credited as well: a slow machine allows more',
      'test/chaos/': 'a client gives up after its time',
      'test/mutants/run.ts': 'reports how long a mutant took',
      'test/run.ts': 'reports how long the run took',
      'test/tasks.ts': 'reports how long a file took',
      'test/until.ts': 'gives up after a time that follows the speed of the machine',
    },
  },
  'an element is not compared by `assert.equal`, which draws all that hangs on it when it fails': {
    refuses:
      /\bassert\.\w*[eE]qual\(\s*(?:(?:[\w.]+\.)?(?:queryBy\w+|getBy\w+|querySelector|closest)\((?:[^()]|\([^()]*\))*\)!?|document\.activeElement),/,
    wrong: [
      "assert.equal(screen.queryByText('x'), null)",
      "assert.equal(page.querySelector('.k-tag')!, tag)",
      'assert.notEqual(document.activeElement, field)',
    ],
    right: [
      "assert.ok(!screen.queryByText('x'))",
      "assert.equal(screen.getByText('x').textContent, 'x')",
      'assert.ok(document.activeElement === field)',
    ],
    exceptions: {},
  },
  'whatever chance decides is drawn from TEST_SEED by `dice.ts`': {
    refuses: /\bMath\.random\b|\brandomInt\b|\brandomBytes\b|^import (?!type ).* from 'fast-check'/m,
    wrong: [
      'const j = Math.floor(Math.random() * 3)',
      "import { randomInt } from 'node:crypto'",
      'const key = randomBytes(32)',
      "import fc from 'fast-check'",
      "import fc, { type Arbitrary } from 'fast-check'",
    ],
    right: [
      "import { fc, seed } from '../test/dice.ts'",
      "import type { Arbitrary } from 'fast-check'",
      'const id = randomUUID()',
    ],
    exceptions: {
      'test/dice.ts': 'draws the seed where none is given, and configures properties',
      'test/endpoints/people.ts': 'login names that only differ decide nothing',
      'test/harness.ts': 'names of databases, which many processes create at once',
      'test/run.ts': 'draws TEST_SEED',
    },
  },
}

/** A file without its comments. */
const code = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const covers = (place: string, file: string) =>
  file === place || (place.endsWith('/') && file.startsWith(place))

for (const [title, { refuses, wrong, right, exceptions }] of Object.entries(laws)) {
  test(title, () => {
    assert.deepEqual(
      wrong.filter((text) => !refuses.test(text)),
      [],
    )
    assert.deepEqual(
      right.filter((text) => refuses.test(text)),
      [],
    )
    const found = files.filter((file) => refuses.test(code(file)))
    const places = Object.keys(exceptions)
    assert.deepEqual(
      found.filter((file) => !places.some((place) => covers(place, file))),
      [],
    )
    assert.deepEqual(
      places.filter((place) => !found.some((file) => covers(place, file))),
      [],
      'an exception that nothing needs',
    )
  })
}
