import { spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { seededRandom } from '../db/seed/content/random.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** One piece of work of a test run: a test file, a shard of one, many files in one process, or a tool. */
export interface Task {
  name: string
  run(seed: number): Promise<Finished>
}

/** A finished task: one result for each of its files, and what it printed. */
export interface Finished {
  results: Result[]
  output: string
}

/** The outcome of a test file, a shard of one, or a tool. */
export interface Result {
  name: string
  seconds: number
  passed: number
  failures: Failure[]
  /** Runs it by itself; undefined where a second run could not end otherwise. */
  again?: Task
}

export interface Failure {
  title: string
  /** Text of the failures, for the end of a long run. */
  text: string
}

/** A tool as one check: its exit code decides. */
export function tool(name: string, command: string, ...args: string[]): Task {
  return {
    name,
    run: () =>
      new Promise((resolve) => {
        const start = performance.now()
        const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root })
        let output = ''
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
        }
        const end = (fault: string | null) => {
          const failures = fault ? [{ title: name, text: `${fault}\n${output}` }] : []
          const seconds = (performance.now() - start) / 1000
          resolve({ results: [{ name, seconds, passed: fault ? 0 : 1, failures }], output: '' })
        }
        child.on('error', (error) => end(`${command} cannot run: ${error.message}`))
        child.on('close', (code) => end(code === 0 ? null : `${command} ended with ${code}`))
      }),
  }
}

/** Milliseconds. No test and no process takes as long, even on a machine that does much else; one that hangs ends by it. */
const longest = { test: 900_000, process: 1_800_000 }
/** Node's summary of every run; diagnostics of tests go with the output. */
const closingLine =
  /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$|^Randomized test order seed/

/**
 * A test file in a process of its own; with TEST_SHUFFLE its tests too run in the order the seed draws.
 * What a test leaves out counts as failed.
 */
export function testFile(
  name: string,
  file: string,
  argv: string[] = [],
  longestProcess = longest.process,
): Task {
  const task: Task = {
    name,
    async run(seed) {
      const start = performance.now()
      const result: Result = { name, seconds: 0, passed: 0, failures: [], again: task }
      const output = await runProcess(file, argv, seed, longestProcess, { resultOf: () => result })
      result.seconds = (performance.now() - start) / 1000
      return { results: [result], output }
    },
  }
  return task
}

/** Runs test files one after the other, as one result. */
function oneByOne(name: string, tasks: readonly Task[]): Task {
  return {
    name,
    async run(seed) {
      const sum: Result = { name, seconds: 0, passed: 0, failures: [] }
      for (const task of tasks) {
        const [result] = (await task.run(seed)).results
        sum.seconds += result!.seconds
        sum.passed += result!.passed
        sum.failures.push(
          ...result!.failures.map(({ title, text }) => ({ title: `${task.name} › ${title}`, text })),
        )
      }
      return { results: [sum], output: '' }
    },
  }
}

/**
 * Test files in one process, which imports what they share once; one that fails runs again by itself. Where the process
 * ends early, that is one failure, and the files that had not ended run again.
 */
export function together(title: string, files: readonly string[], entry = 'test/together.ts'): Task {
  const name = `${title} (${files.length} files)`
  const alone = (file: string) => testFile(file, entry, [file])
  return {
    name,
    async run(seed) {
      const start = performance.now()
      const ended = new Set<string>()
      const results = new Map(
        files.map((file): [string, Result] => [
          file,
          { name: file, seconds: 0, passed: 0, failures: [], again: alone(file) },
        ]),
      )
      const early: Result = { name, seconds: 0, passed: 0, failures: [] }
      const output = await runProcess(entry, [...files], seed, longest.process, {
        resultOf: (suite) => results.get(suite) ?? early,
        onSuite: (suite) => ended.add(suite),
      })
      const whole = [...results.values()]
      if (!isRed(early)) return { results: whole, output }
      early.seconds = (performance.now() - start) / 1000
      const open = files.filter((file) => !ended.has(file))
      const left = open.length > 0 ? open : files
      early.again = oneByOne(name, left.map(alone))
      return { results: [...whole.filter((result) => !left.includes(result.name)), early], output }
    },
  }
}

/** Runs a process of tests and sorts what it reports by the outermost suite; resolves to what it printed. */
async function runProcess(
  file: string,
  argv: string[],
  seed: number,
  longestProcess: number,
  { resultOf, onSuite }: { resultOf(suite: string): Result; onSuite?(suite: string): void },
): Promise<string> {
  let output = ''
  let suite = ''
  const stream = run({
    files: [join(root, file)],
    argv,
    concurrency: 1,
    timeout: longest.test,
    // A process whose tests have ended stays as long as anything in it is open.
    signal: AbortSignal.timeout(longestProcess),
    ...(process.env.TEST_SHUFFLE ? { randomSeed: seed } : {}),
  })
  const endSuite = (result: Result, milliseconds: number) => {
    result.seconds = milliseconds / 1000
    onSuite?.(suite)
  }
  stream.on('test:start', ({ nesting, name }) => {
    if (nesting === 0) suite = name
  })
  stream.on('test:pass', ({ name, skip, todo, nesting, details }) => {
    const result = resultOf(suite)
    if (details.type === 'suite') {
      if (nesting === 0) endSuite(result, details.duration_ms)
    } else if (skip || todo) result.failures.push({ title: name, text: 'was left out' })
    else result.passed++
  })
  stream.on('test:fail', ({ name, file: at, line, nesting, details }) => {
    const result = resultOf(suite)
    if (details.type === 'suite') {
      if (nesting === 0) endSuite(result, details.duration_ms)
      // One whose tests failed repeats them; one whose file could not be imported has none.
      if ((details.error as { failureType?: string }).failureType === 'subtestsFailed') return
    }
    const place = `${relative(root, at ?? file)}${line ? `:${line}` : ''}`
    const text = `(${place})\n  ${inspect(details.error.cause ?? details.error)}`
    result.failures.push({ title: name, text })
  })
  for (const event of ['test:stdout', 'test:stderr'] as const)
    stream.on(event, ({ message }) => void (output += message))
  stream.on('test:diagnostic', ({ message }) => {
    if (!closingLine.test(message)) output += `${message}\n`
  })
  await new Promise<void>((resolve) => {
    stream.on('end', resolve)
    stream.resume()
  })
  return output
}

/** A test file in so many parts that each takes its share of the calls or pages. */
export function shards(file: string, count: number, ...argv: string[]): Task[] {
  return Array.from({ length: count }, (_, i) =>
    testFile(`${file} ${i + 1}/${count}`, file, [`--shard=${i + 1}/${count}`, ...argv]),
  )
}

/** Runs tasks, so many at a time, in the order given, and reports each as it ends. A file without a test failed. */
export async function runTasks(
  tasks: readonly Task[],
  options: { atOnce: number; seed: number; onEnd(task: Task, finished: Finished): void },
): Promise<void> {
  const waiting = [...tasks]
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { name } = task
      const finished = await task.run(options.seed).catch((error: unknown): Finished => {
        const failures = [{ title: name, text: inspect(error) }]
        return { results: [{ name, seconds: 0, passed: 0, failures }], output: '' }
      })
      for (const { name: file, passed, failures } of finished.results) {
        if (passed + failures.length === 0) failures.push({ title: file, text: 'no test ran' })
      }
      options.onEnd(task, finished)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, worker))
}

export const isRed = ({ failures }: Result): boolean => failures.length > 0

/**
 * Runs the files that failed once more, each by itself, unless they are more than `most`; that outcome counts. Returns
 * what had failed in those that are green then, as `file › title`.
 */
export async function repeatFailed(
  finished: readonly Result[],
  options: { most: number; seed: number },
): Promise<string[]> {
  const red = finished.filter(isRed)
  if (red.length > options.most) return []
  const flaky: string[] = []
  for (const result of red) {
    if (!result.again) continue
    const { name, failures } = result
    const [second] = (await result.again.run(options.seed)).results
    if (second!.passed + second!.failures.length === 0) continue
    Object.assign(result, second)
    if (!isRed(second!)) flaky.push(...failures.map(({ title }) => `${name} › ${title}`))
  }
  return flaky
}

/** A list in the order that a seed draws. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = seededRandom(seed)
  return list
    .map((item) => [random.next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}
