import type { Step } from './migrate.ts'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockFolder } from '../server/dataFolder.ts'
import { assertUsable, connect } from '../server/db.ts'
import { addressOfRunning } from '../server/embedded.ts'
import { type Environment, OperatorError, readEnvironment } from '../server/environment.ts'
import { openSecrets } from '../server/secrets.ts'
import { dump } from './backup/dump.ts'
import {
  copyPart,
  describePart,
  type Manifest,
  type Part,
  system,
  treeOf,
  writeManifest,
} from './backup/parts.ts'
import { copyServer } from './backup/server.ts'
import { reachDatabase } from './reach.ts'
import { version } from '../server/version.ts'

/** Files beside the database; the keys are not among them. */
const fileFolders = ['files', 'uploads']

/** Copies of the files: each call takes what is new or has changed since the one before. */
function fileCopies(from: string, to: string) {
  const parts: Record<string, Part> = {}
  const folders = new Set<string>()
  const finished = new Map<string, string>()
  async function take(): Promise<void> {
    for (const name of fileFolders) {
      const tree = await treeOf(join(from, name))
      for (const folder of [name, ...tree.folders.map((path) => `${name}/${path}`)]) folders.add(folder)
      for (const path of tree.files.map((file) => `${name}/${file}`)) {
        const state = await stateOf(join(from, path))
        if (!state || finished.get(path) === state) continue
        const part = await copyPart(join(from, path), join(to, path))
        if (!part) continue
        parts[path] = part
        finished.set(path, state)
      }
    }
  }
  return { take, parts, folders }
}

async function stateOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found && `${found.size} ${found.mtimeMs}`
}

/** The database for a backup: as it runs, or started for it. */
async function reach(environment: Environment): Promise<{ url: string; close(): Promise<void> }> {
  const running = environment.databaseUrl
    ? null
    : await addressOfRunning(join(environment.dataFolder, 'postgres'))
  return running ? { url: running, close: async () => {} } : reachDatabase(environment)
}

/**
 * Takes a backup into a folder of its own below `target`, also while the product runs; returns that folder. What is
 * interrupted leaves nothing that a restore would accept, and the next backup clears it away.
 */
export async function backUp(environment: Environment, target: string): Promise<string> {
  const folder = resolve(target)
  if (`${folder}/`.startsWith(`${environment.dataFolder}/`))
    throw new OperatorError(
      'The backup would lie in the data folder it saves; name a folder elsewhere, best on another disk.',
    )
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A folder that was there is the operator's, with neighbours of the backup in it: nothing but the claim is written.
  const release = await lockFolder(folder, {
    called: `The folder ${folder}`,
    instead: 'wait for its end, or name another folder',
  })
  const begunAt = new Date().toISOString()
  const name = `jixu-${begunAt.slice(0, 19).replaceAll(':', '-')}`
  const part = join(folder, `${name}.part`)
  try {
    for (const left of await readdir(folder))
      if (/^jixu-\d{4}-\d\d-\d\dT[\d-]{8}\.part$/.test(left))
        await rm(join(folder, left), { recursive: true, force: true })
    await mkdir(part, { mode: 0o700 })
    const { url, close } = await reach(environment)
    const db = connect(url, { max: 1, seconds: 30 })
    try {
      await assertUsable(db)
      const [about] = await db`
        select current_setting('server_version') as postgres, json_agg(json_build_object('name', name, 'checksum', checksum) order by name) as migrations
        from migrations`
      const secrets = openSecrets(environment)
      const files = fileCopies(environment.dataFolder, part)
      // Most of them go now. A file is written before the row that names it and removed after it: looking once more
      // before and after the database's end finds those that its rows name.
      await files.take()
      const parts: Record<string, Part> = {}
      const folders: string[] = []
      let endedAt = new Date().toISOString()
      if (environment.databaseUrl) {
        await dump(url, join(part, 'database.dump'))
        parts['database.dump'] = await describePart(join(part, 'database.dump'))
      } else {
        const home = join(environment.dataFolder, 'postgres')
        const copied = await copyServer(url, home, join(part, 'postgres'), async () => {
          await files.take()
          endedAt = new Date().toISOString()
        })
        for (const [path, one] of Object.entries(copied.parts)) parts[`postgres/${path}`] = one
        folders.push(...copied.folders.map((path) => `postgres/${path}`))
      }
      await files.take()
      const manifest: Manifest = {
        format: 1,
        kind: environment.databaseUrl ? 'dump' : 'folder',
        version,
        postgres: about!.postgres as string,
        system,
        migrations: about!.migrations as Step[],
        begunAt,
        endedAt,
        check: {
          clear: begunAt,
          sealed: secrets.seal('backup.check', begunAt, begunAt).toString('base64'),
          index: secrets.blindIndex('backup.check', begunAt).toString('base64'),
        },
        folders: [...folders, ...files.folders],
        parts: { ...parts, ...files.parts },
      }
      await writeManifest(part, manifest)
      await rename(part, join(folder, name))
      return join(folder, name)
    } finally {
      await db.end({ timeout: 5 })
      await close()
    }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    await release()
  }
}

/** `npm run backup -- FOLDER`: a backup of database and files into a new folder there. */
if (import.meta.main) {
  try {
    const [target] = process.argv.slice(2)
    if (!target) throw new OperatorError('Usage: npm run backup -- FOLDER; the backup is a new folder in it.')
    const environment = readEnvironment(process.env)
    const made = await backUp(environment, target)
    const key = environment.secretKey ? 'SECRET_KEY' : join(environment.dataFolder, 'secret.key')
    process.stdout.write(
      `The backup is ${made}.\nThe key (${key}) is not in it: keep a copy elsewhere. Without it nobody opens the sealed columns.\n`,
    )
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
