import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { serversOf } from './dataFolder.ts'
import { connect } from './db.ts'
import { OperatorError } from './environment.ts'
import { findPrograms, type Programs, signalServer } from './nativePostgres.ts'

/** A running database of our own. */
interface Embedded {
  url: string
  pid: number
  /** Ends it cleanly: running statements are cut, everything committed is on disk. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** The database's own folder. */
  folder: string
  /** Called with each line of the server's output; never a statement or a value of a row. */
  log?: (line: string) => void
  /** Only for tests: trades safety at power loss for speed. */
  fast?: boolean
  /** False starts as nobody when root, as where user namespaces are forbidden. */
  namespaces?: boolean
  /** Called when the server exits unexpectedly; null when a signal ended it. */
  onExit?: (code: number | null) => void
}

/** The error message in the output of a server program. */
function reason(output: string): string {
  const at = Math.max(
    output.lastIndexOf('FATAL:'),
    output.lastIndexOf('PANIC:'),
    output.lastIndexOf('initdb: error:'),
  )
  return output.slice(Math.max(at, 0)).trim().split('\n').slice(0, 3).join(' ').replaceAll('\t', '')
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

/**
 * Creates the database in a temporary folder and moves it when complete: an interrupted start leaves no partial one.
 */
async function create(programs: Programs, folder: string, fast: boolean): Promise<void> {
  const prefix = `${basename(folder)}.part-`
  for (const name of await readdir(dirname(folder))) {
    // An interrupted initdb may still be at work there for a second; what it leaves goes at the next creation.
    if (name.startsWith(prefix)) await remove(join(dirname(folder), name)).catch(() => {})
  }
  const part = await mkdtemp(join(dirname(folder), prefix))
  const secret = join(part, 'secret')
  try {
    await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
    for (const path of programs.owner ? [part, secret] : [])
      await chown(path, programs.owner!.uid, programs.owner!.gid)
    const initdb = programs.run('initdb', [
      `--pgdata=${join(part, 'data')}`,
      '--username=jixu',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(fast ? ['--no-sync'] : []),
    ])
    let output = ''
    initdb.stderr!.on('data', (chunk: Buffer) => (output += chunk))
    const code = await new Promise((done, fail) => initdb.on('error', fail).on('close', done))
    if (code !== 0) throw new Error(reason(output) || `initdb ended with ${code}`)
    await rename(secret, join(part, 'data/jixu.secret'))
    await rename(join(part, 'data'), folder)
  } catch (error) {
    throw new OperatorError(`The database folder ${folder} cannot be created: ${(error as Error).message}`)
  } finally {
    await remove(part)
  }
}

function assertComplete(folder: string, present: string[]): void {
  for (const name of ['PG_VERSION', 'jixu.secret']) {
    if (present.includes(name)) continue
    throw new OperatorError(
      `The database folder ${folder} holds files but no ${name}; restore it from a backup, or move it away to begin again.`,
    )
  }
}

/** Ends what a killed process of ours left running on the folder, also sessions whose postmaster was killed. */
async function clear(folder: string): Promise<void> {
  for (const [signal, timeout] of [
    ['INT', 10_000],
    ['QUIT', 5_000],
    ['KILL', 5_000],
  ] as const) {
    let left = await serversOf(folder)
    // INT stops only the postmaster; to its children it means something else.
    const reported = signal === 'INT' ? left.filter((server) => server.isPostmaster) : left
    for (const { pid } of reported) await signalServer(pid, signal)
    for (const until = Date.now() + timeout; reported.length > 0 && Date.now() < until; await wait(20)) {
      left = await serversOf(folder)
      if (left.length === 0) break
    }
    if (left.length === 0) break
  }
  const [survivor] = await serversOf(folder)
  if (survivor)
    throw new OperatorError(`Process ${survivor.pid} uses ${folder} and does not end; end it first.`)
  // No server is left, so what the file names is a number used again by another program.
  await rm(join(folder, 'postmaster.pid'), { force: true })
  // A server that was killed leaves its socket.
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name), { force: true })
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.on('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

const settings = {
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements are their caller's to log: here they would bring people's data into the log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  // After a crash all files are synced before recovery: one call for all of them, not thousands one by one.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}
const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** One run of the server program. */
interface Run {
  pid: number | undefined
  /** Last output, to be asked for once it is over. */
  output(): Promise<string>
  isOver(): boolean
  stop(): Promise<void>
  /** Calls back when it ends without having been stopped; at once when it has ended already. */
  watch(onExit: (code: number | null) => void): void
}

/** Bytes of a folder beyond which the address of a socket in it is longer than systems take. */
const longestFolder = 85

const loopback = '127.0.0.1'

/**
 * Host of the address of a server in a folder: a socket beside its data, which costs less than a port, or the loopback where
 * the folder's name is too long for it or reads as several.
 */
const hostOf = (folder: string) =>
  process.platform !== 'win32' && Buffer.byteLength(folder) <= longestFolder && !/[,"]/.test(folder)
    ? folder
    : loopback

const urlOf = (host: string, port: string | number, secret: string) =>
  `postgres://jixu:${secret}@${encodeURIComponent(host)}:${port}/postgres`

function launch(
  programs: Programs,
  folder: string,
  { host, port }: { host: string; port: number },
  options: EmbeddedOptions,
): Run {
  const sockets = { unix_socket_directories: host === folder ? folder : '' }
  const chosen = { ...settings, ...sockets, ...(options.fast ? unsafeSettings : {}) }
  const flags = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = programs.run('postgres', ['-D', folder, '-h', '127.0.0.1', '-p', String(port), ...flags])
  let output = ''
  createInterface(child.stderr!).on('line', (line) => {
    output = `${output}${line}\n`.slice(-4000)
    options.log?.(line)
  })
  // When our own process exits abruptly, the server is at least signalled to stop.
  const leave = () => void child.kill('SIGINT')
  process.on('exit', leave)
  let isOver = false
  let stopping = false
  const closed = new Promise((done) => child.on('close', done))
  const ended = new Promise<number | null>((done) => {
    child.on('exit', done)
    child.on('error', (error) => {
      output = error.message
      done(null)
    })
  }).finally(() => {
    isOver = true
    process.off('exit', leave)
  })
  return {
    pid: child.pid,
    async output() {
      // Its last output may arrive after its exit; sessions that outlive it would keep the pipe open for longer.
      await Promise.race([closed, wait(500)])
      return output
    },
    isOver: () => isOver,
    watch: (onExit) => void ended.then((code) => stopping || onExit(code)),
    async stop() {
      stopping = true
      if (isOver || !child.pid) return
      await signalServer(child.pid, 'INT')
      const late = setTimeout(() => void signalServer(child.pid!, 'QUIT'), 10_000)
      await ended
      clearTimeout(late)
    },
  }
}

/** Waits until the server serves, however long recovery takes; returns the reason when it ended instead. */
async function failureOf(run: Run, folder: string): Promise<string | null> {
  while (!run.isOver()) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === run.pid && lines[7]?.trim() === 'ready') return null
    await wait(10)
  }
  return reason(await run.output())
}

async function assertAnswers(url: string): Promise<void> {
  const db = connect(url, { max: 1 })
  try {
    await db`select 1`
  } catch (error) {
    throw new OperatorError(`The embedded database does not answer: ${(error as Error).message}`)
  } finally {
    await db.end({ timeout: 1 })
  }
}

/** The owner's address at a server that runs on a folder, started by whichever process; null when none does. */
export async function addressOfRunning(folder: string): Promise<string | null> {
  if ((await serversOf(folder)).length === 0) return null
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (lines[7]?.trim() !== 'ready')
    throw new OperatorError(`The database in ${folder} is starting or stopping; try again when it runs.`)
  const secret = await readFile(join(folder, 'jixu.secret'), 'utf8')
  return urlOf(lines[4] || loopback, lines[3]!, secret)
}

/**
 * Starts PostgreSQL in a folder, creating it the first time. A server left over from a process that was killed is
 * stopped first; its committed data is recovered. Refuses with an OperatorError that says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const folder = resolve(options.folder)
  await mkdir(dirname(folder), { recursive: true })
  const programs = await findPrograms(folder, options.namespaces ?? true)
  await clear(folder)
  const present = await readdir(folder).catch(() => [])
  if (present.length === 0) await create(programs, folder, options.fast ?? false)
  else assertComplete(folder, present)
  const secret = await readFile(join(folder, 'jixu.secret'), 'utf8')
  let failure: string | null = null
  let host = hostOf(folder)
  for (let tries = 0; tries < 20; tries++) {
    const port = await freePort()
    const url = urlOf(host, port, secret)
    const run = launch(programs, folder, { host, port }, options)
    failure = await failureOf(run, folder)
    if (failure === null) {
      try {
        await assertAnswers(url)
      } catch (error) {
        await run.stop()
        throw error
      }
      run.watch((code) => options.onExit?.(code))
      return { url, pid: run.pid!, stop: run.stop }
    }
    // Not every file system has sockets.
    if (/could not create any Unix-domain sockets/.test(failure) && host !== loopback) {
      host = loopback
      continue
    }
    // Another program was quicker to take the port, or the last sessions of a killed server are still ending.
    if (!/could not create any TCP\/IP sockets|pre-existing shared memory block/.test(failure)) break
    await wait(250)
  }
  throw new OperatorError(`The embedded database did not start: ${failure}`)
}
