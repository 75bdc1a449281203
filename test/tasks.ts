import { spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { seededRandom } from '../db/seed/content/random.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** One piece of work of a test run: a test file, a shard of one, many small files together, or a tool. */
export interface Task {
  name: string
  run(seed: number): Promise<Outcome>
}

export interface Outcome {
  passed: number
  /** What failed, in words for the end of a long run. */
  failures: string[]
}

/** A finished task with what it took. */
export interface Finished extends Outcome {
  name: string
  seconds: number
}

/** A tool as one check: its exit code decides. */
export function tool(name: string, command: string, ...args: string[]): Task {
  return {
    name,
    run: () =>
      new Promise((resolve) => {
        const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root })
        let output = ''
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
        }
        const end = (failure: string | null) =>
          resolve({ passed: failure ? 0 : 1, failures: failure ? [`${failure}\n${output}`] : [] })
        child.on('error', (error) => end(`${command} cannot run: ${error.message}`))
        child.on('close', (code) => end(code === 0 ? null : `${command} ended with ${code}`))
      }),
  }
}

/** Milliseconds. No test and no file takes as long, even on a machine that does much else; one that hangs ends by it. */
const longest = { test: 900_000, file: 1_800_000 }
/** Node's summary of every run; diagnostics of tests go with the output. */
const closingLine =
  /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$|^Randomized test order seed/

/**
 * A test file in a process of its own; with TEST_SHUFFLE its tests too run in the order the seed draws.
 * What a test leaves out counts as failed.
 */
export function testFile(name: string, file: string, argv: string[] = [], longestFile = longest.file): Task {
  return {
    name,
    run: (seed) =>
      new Promise((resolve) => {
        const outcome: Outcome = { passed: 0, failures: [] }
        const stream = run({
          files: [join(root, file)],
          argv,
          concurrency: 1,
          timeout: longest.test,
          // A file whose tests have ended stays as long as anything in it is open.
          signal: AbortSignal.timeout(longestFile),
          ...(process.env.TEST_SHUFFLE ? { randomSeed: seed } : {}),
        })
        stream.on('test:pass', (event) => {
          if (event.details.type === 'suite') return
          if (event.skip || event.todo) outcome.failures.push(`${event.name}: was left out`)
          else outcome.passed++
        })
        stream.on('test:fail', ({ name: title, file: at, line, details }) => {
          if (details.type === 'suite') return
          const place = `${relative(root, at ?? file)}${line ? `:${line}` : ''}`
          outcome.failures.push(`${title} (${place})\n  ${inspect(details.error.cause ?? details.error)}`)
        })
        stream.on('test:stdout', ({ message }) => void process.stdout.write(message))
        stream.on('test:stderr', ({ message }) => void process.stderr.write(message))
        stream.on('test:diagnostic', ({ message }) => {
          if (!closingLine.test(message)) process.stdout.write(`  ${name}: ${message}\n`)
        })
        stream.on('end', () => resolve(outcome))
        stream.resume()
      }),
  }
}

/** Small files in one process: importing what they share costs once. */
export function together(name: string, files: readonly string[]): Task {
  return testFile(`${name} (${files.length} files)`, 'test/together.ts', [...files])
}

/** A test file in so many parts that each takes its share of the calls or pages. */
export function shards(file: string, count: number, ...argv: string[]): Task[] {
  return Array.from({ length: count }, (_, i) =>
    testFile(`${file} ${i + 1}/${count}`, file, [`--shard=${i + 1}/${count}`, ...argv]),
  )
}

/** Runs tasks, so many at a time, in the order given, and reports each as it ends. */
export async function runTasks(
  tasks: readonly Task[],
  options: { atOnce: number; seed: number; onEnd(finished: Finished): void },
): Promise<void> {
  const waiting = [...tasks]
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const start = performance.now()
      const outcome = await task
        .run(options.seed)
        .catch((error: unknown) => ({ passed: 0, failures: [`${task!.name}: ${inspect(error)}`] }))
      const seconds = (performance.now() - start) / 1000
      if (outcome.passed === 0 && outcome.failures.length === 0)
        outcome.failures.push(`${task.name}: no test ran`)
      options.onEnd({ name: task.name, seconds, ...outcome })
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, worker))
}

/** A list in the order that a seed draws. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = seededRandom(seed)
  return list
    .map((item) => [random.next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item)
}
