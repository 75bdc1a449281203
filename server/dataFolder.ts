import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, readlink, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { OperatorError } from './environment.ts'
import { makePrivate } from './privateFolder.ts'

const exec = promisify(execFile)
const isLinux = process.platform === 'linux'

/** A claim file identifies its process only by its name, so that it is never half written. */
interface Claim {
  file: string
  pid: number
  /** Time the process began, since its number is used again; '0' where the system does not provide it. */
  start: string
  /** The boot, container and machine whose process numbers these are. */
  place: string
}

const beat = 2_000
const held = new Set<string>()

interface DataFolderLock {
  /** Number of its entries that other people of the machine could read until now. */
  opened: number
  release(): Promise<void>
}

/**
 * Claims a data folder exclusively for this process, and closes it to others of the machine. A second process is refused
 * with an OperatorError that names the first, also from another container on the same folder; the claim of a process
 * that is gone is cleared away.
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  let opened: number
  try {
    // What a link names is closed, not the link.
    folder = await realpath(folder).catch(() => folder)
    opened = await makePrivate(folder)
  } catch (error) {
    throw new OperatorError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
  const release = await lockFolder(folder, {
    called: `The data folder ${folder}`,
    instead: 'stop it first, or set DATA_DIR to another folder',
  })
  return { opened, release }
}

/** Name of the folder in refusals of a claim, and advice where another process has it. */
interface Named {
  called: string
  instead: string
}

/** Claims a folder that is there as `lockDataFolder` does, and leaves everything else in it as it is; returns the release. */
export async function lockFolder(folder: string, named: Named): Promise<() => Promise<void>> {
  folder = await realpath(folder)
  const place = await placeOfProcesses()
  const start = (await startOf(process.pid)) ?? '0'
  const file = join(folder, `jixu-${process.pid}-${start}-${place}.lock`)
  if (held.has(file)) throw inUse(named, { file, pid: process.pid, start, place }, place)
  held.add(file)
  let beating: NodeJS.Timeout | undefined
  async function release(): Promise<void> {
    clearInterval(beating)
    await rm(file, { force: true })
    held.delete(file)
  }
  try {
    await writeFile(file, '')
    beating = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), beat).unref()
    // Anyone who claims looks at the others only after its own claim is there to be seen: of two, one sees the other.
    for (let others = await livingOthers(folder, file, place); others.length > 0; ) {
      for (const other of others) {
        const settled = (await readFile(join(folder, other.file), 'utf8').catch(() => '')) === 'held'
        if (settled || other.file < basename(file)) throw inUse(named, other, place)
      }
      await wait(20)
      others = await livingOthers(folder, file, place)
    }
    await writeFile(file, 'held')
    return release
  } catch (error) {
    await release().catch(() => {})
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`${named.called} cannot be written: ${(error as Error).message}`)
  }
}

function inUse({ called, instead }: Named, { pid, place }: Claim, here: string): OperatorError {
  const where = place === here ? '' : ' of another container or machine'
  return new OperatorError(`${called} is in use by process ${pid}${where}; ${instead}.`)
}

async function livingOthers(folder: string, own: string, here: string): Promise<Claim[]> {
  const living: Claim[] = []
  for (const file of await readdir(folder)) {
    const [, pid, start, place] = /^jixu-(\d+)-(\d+)-([0-9a-f]+)\.lock$/.exec(file) ?? []
    if (!pid || !start || !place || file === basename(own)) continue
    const claim = { file, pid: Number(pid), start, place }
    const lives = place === here ? await isAlive(claim) : await beats(join(folder, file))
    if (lives) living.push(claim)
    else await rm(join(folder, file), { force: true })
  }
  return living
}

async function isAlive({ pid, start }: Claim): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return start === '0' || (await startOf(pid)) === start
}

/** True if a holder whose process cannot be seen from here still touches its claim. */
async function beats(file: string): Promise<boolean> {
  const touched = async () => (await stat(file).catch(() => null))?.mtimeMs
  const first = await touched()
  if (first === undefined || Date.now() - first > 15 * beat) return false
  for (const until = Date.now() + 3 * beat; Date.now() < until; await wait(beat / 8)) {
    const now = await touched()
    if (now !== first) return now !== undefined
  }
  return false
}

/** Start of a process in ticks since boot; null when it is gone or the system does not provide it. */
async function startOf(pid: number): Promise<string | null> {
  const line = isLinux ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null) : null
  // Field 22 is counted from after the name, which may itself contain spaces and brackets.
  return line ? (line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null) : null
}

async function placeOfProcesses(): Promise<string> {
  const boot = isLinux ? await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '') : ''
  const container = isLinux ? await readlink('/proc/self/ns/pid').catch(() => '') : ''
  return createHash('sha256').update(`${boot} ${container} ${hostname()}`).digest('hex').slice(0, 12)
}

/** The processes of PostgreSQL that serve a folder, no matter who started them: the postmaster and its children. */
export async function serversOf(folder: string): Promise<{ pid: number; isPostmaster: boolean }[]> {
  if (!isLinux) return namedByPidFile(folder)
  const home = await stat(folder).catch(() => null)
  if (!home) return []
  const found = await Promise.all(
    (await readdir('/proc')).map(async (name) => {
      const pid = Number(name)
      if (!Number.isInteger(pid)) return []
      const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
      if (!/(^|\/)postgres(:|$)/.test(words[0]!)) return []
      const cwd = await stat(`/proc/${pid}/cwd`).catch(() => null)
      // By number, not by name: the same folder may have been reached through a link. Containers may hide it.
      const isHere = cwd ? cwd.dev === home.dev && cwd.ino === home.ino : words.includes(folder)
      return isHere ? [{ pid, isPostmaster: !words[0]!.startsWith('postgres:') }] : []
    }),
  )
  return found.flat()
}

async function namedByPidFile(folder: string): Promise<{ pid: number; isPostmaster: boolean }[]> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return []
  const isWindows = process.platform === 'win32'
  const { stdout } = await (isWindows
    ? exec('tasklist', ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'])
    : exec('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  ).catch(() => ({ stdout: '' }))
  const isOurs = stdout.includes('postgres') && (isWindows || stdout.includes(folder))
  return isOurs ? [{ pid, isPostmaster: true }] : []
}
