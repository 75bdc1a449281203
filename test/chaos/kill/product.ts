import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serversOf } from '../../../server/dataFolder.ts'
import { connect, type Pool } from '../../../server/db.ts'
import { addressOfRunning } from '../../../server/embedded.ts'
import { slowness } from '../../until.ts'

const entry = fileURLToPath(new URL('../../../app/start.ts', import.meta.url))

/** Victims of a round. */
export const victims = ['server', 'database', 'both'] as const
export type Victim = (typeof victims)[number]

/** One run of the product, from its start to its end. */
export interface Run {
  pid: number
  /** Milliseconds from its start until it served; null when it ended before. */
  ready: Promise<number | null>
  ended: Promise<void>
  isOver(): boolean
  /** Its last words. */
  output(): string
}

/** The product as a customer starts it, a process of its own on one data folder and one port. */
export interface Product {
  address: string
  start(): Run
  /** Kills parts of a run without warning, and returns when all of it that has to end has ended. */
  kill(run: Run, victim: Victim): Promise<void>
  /** Kills a run that is still starting: its server, or a database that may be the one it has just found there. */
  killStarting(run: Run, victim: Victim): Promise<void>
  /** Ends a run in order; returns its exit code. */
  stop(run: Run): Promise<number | null>
  /** A look into the database of the run under way, past the product. */
  look<T>(see: (db: Pool) => Promise<T>): Promise<T>
  /** Ends whatever is left of it. */
  clear(): Promise<void>
}

/** Milliseconds the product may take to notice that its database is gone, and to end in order. */
const timeout = 20_000 * slowness()

export function aProduct(dataFolder: string, port: number): Product {
  const database = join(dataFolder, 'postgres')
  const codes = new WeakMap<Run, Promise<number | null>>()
  const children = new Set<ChildProcess>()

  async function killPostmaster(): Promise<void> {
    for (const { pid, isPostmaster } of await serversOf(database)) if (isPostmaster) signal(pid)
  }

  return {
    address: `http://127.0.0.1:${port}`,
    start() {
      const begun = performance.now()
      const child = spawn(process.execPath, [entry], {
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DATA_DIR: dataFolder,
          CAPTCHA: 'off',
          LOG_LEVEL: 'warn',
          TRUST_PROXY: '127.0.0.1',
          // The outside systems of these tests are on this machine.
          PUSH_INNER: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.add(child)
      let output = ''
      let isOver = false
      const code = new Promise<number | null>((done) => child.on('exit', done)).finally(() => {
        isOver = true
        children.delete(child)
      })
      const ready = new Promise<number | null>((done) => {
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk: Buffer) => {
            output = (output + chunk.toString()).slice(-8000)
            if (output.includes('Jixu is ready')) done(performance.now() - begun)
          })
        }
        child.on('exit', () => done(null))
      })
      const run: Run = {
        pid: child.pid!,
        ready,
        ended: code.then(() => {}),
        isOver: () => isOver,
        output: () => output,
      }
      codes.set(run, code)
      return run
    },
    async kill(run, victim) {
      if (victim !== 'server') await killPostmaster()
      if (victim !== 'database') signal(run.pid)
      const late = wait(timeout, 'late' as const, { ref: false })
      if ((await Promise.race([run.ended, late])) === 'late') {
        signal(run.pid)
        throw new Error(`The server went on for ${timeout / 1000} s without its database: ${run.output()}`)
      }
    },
    async killStarting(run, victim) {
      if (victim !== 'server') await killPostmaster()
      // Without one it either gives up or starts its own; both are right.
      if (victim === 'database') await Promise.race([run.ready, run.ended])
      if (!run.isOver()) signal(run.pid)
      await run.ended
    },
    async stop(run) {
      if (!run.isOver()) process.kill(run.pid, 'SIGTERM')
      const late = wait(timeout, 'late' as const, { ref: false })
      const code = await Promise.race([codes.get(run)!, late])
      if (code !== 'late') return code
      signal(run.pid)
      throw new Error(`The server did not end within ${timeout / 1000} s of being told to`)
    },
    async look(see) {
      const db = connect((await addressOfRunning(database))!, { max: 2, seconds: 0 })
      try {
        return await see(db)
      } finally {
        await db.end({ timeout: 1 })
      }
    },
    async clear() {
      for (const child of children) child.kill('SIGKILL')
      for (const { pid } of await serversOf(database)) signal(pid)
      for (let tries = 0; tries < 100 && (await serversOf(database)).length > 0; tries++) await wait(50)
    },
  }
}

/** Starts a product and waits until it serves; throws with its last words when it does not. */
export async function started(product: Product): Promise<{ run: Run; milliseconds: number }> {
  const run = product.start()
  const milliseconds = await run.ready
  if (milliseconds === null) throw new Error(`The product did not start again: ${run.output()}`)
  return { run, milliseconds }
}

/** Ends a process of ours immediately; one that has just ended by itself is no matter. */
function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
