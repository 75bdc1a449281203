import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { sayFault, verifyLog } from '../features/operationLog/server/verify.ts'
import { assertUsable, connect, type Pool } from '../server/db.ts'
import { type Environment, OperatorError, readEnvironment } from '../server/environment.ts'
import { embeddedVersion } from '../server/nativePostgres.ts'
import { openSecrets, type Secrets } from '../server/secrets.ts'
import { assertReadable, load } from './backup/dump.ts'
import { assertWhole, type Manifest, readManifest, system, writePart } from './backup/parts.ts'
import { migrate, missingSteps } from './migrate.ts'
import { reachDatabase } from './reach.ts'
import { placeOf, sealedPlaces } from './rotate.ts'

/** The keys as they are written in a key file or in SECRET_KEY. */
const keysIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Opens the keys; refuses those that are not the backup's. */
function openKeys(keys: readonly string[], environment: Environment, { check }: Manifest): Secrets {
  if (keys.length === 0 || keys.some((key) => !/^[0-9a-f]{64}$/i.test(key)))
    throw new OperatorError('A key has 64 hexadecimal digits; give the file secret.key, or set SECRET_KEY.')
  const secrets = openSecrets({ ...environment, secretKey: keys.join(',') })
  let opened: string | null = null
  try {
    opened = secrets.open('backup.check', check.clear, Buffer.from(check.sealed, 'base64'))
  } catch {
    // Another key: one sentence serves it and an incomplete list.
  }
  const index = secrets.blindIndex('backup.check', check.clear).toString('base64')
  if (opened !== check.clear || index !== check.index)
    throw new OperatorError(
      'These keys are not the ones this backup was made with: they do not open what it sealed. Give all of them, in their order.',
    )
  return secrets
}

/** Refuses a folder that holds something; one that is not there is fine. */
async function assertEmpty(folder: string): Promise<void> {
  const present = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new OperatorError(`${folder} is no folder that can be restored into (${error.code}).`)
  })
  if (present.length > 0)
    throw new OperatorError(
      `${folder} is not empty; name an empty or a new folder, so that nothing is overwritten.`,
    )
}

const majorOf = (version: string) => Number.parseInt(version, 10)

/** Refuses a database that is not empty, and one of an older server than the backup was taken from. */
async function assertTakes(url: string, manifest: Manifest): Promise<void> {
  const db = connect(url, { max: 1 })
  try {
    await assertUsable(db)
    const [row] = await db`
      select count(*) as tables, current_setting('server_version') as version from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`
    if (majorOf(row!.version as string) < majorOf(manifest.postgres))
      throw new OperatorError(
        `The backup was taken from PostgreSQL ${majorOf(manifest.postgres)}; the server of DATABASE_URL is of version ${majorOf(row!.version as string)}. Use one of the same version or newer.`,
      )
    if ((row!.tables as number) > 0)
      throw new OperatorError(
        'The database of DATABASE_URL is not empty; create a new one, so that nothing is overwritten.',
      )
  } finally {
    await db.end({ timeout: 5 })
  }
}

/** Refuses the files of an embedded server that the one of this program cannot run. */
async function assertRuns(manifest: Manifest): Promise<void> {
  if (manifest.system && manifest.system !== system)
    throw new OperatorError(
      `The backup holds the files of a database on ${manifest.system}, which ${system} cannot run; restore it on such a machine.`,
    )
  const own = await embeddedVersion()
  if (majorOf(own) !== majorOf(manifest.postgres))
    throw new OperatorError(
      `The backup holds the files of PostgreSQL ${majorOf(manifest.postgres)}, and this program brings ${majorOf(own)}; restore it with version ${manifest.version}.`,
    )
}

/** One value of each sealed column, opened; refuses when the keys do not open it. */
async function openSamples(db: Pool, secrets: Secrets): Promise<number> {
  let opened = 0
  for (const [name, key] of Object.entries(sealedPlaces)) {
    const [table, column] = name.split('.') as [string, string]
    const [row] = await db`select (${db.unsafe(key)})::text as key, ${db(column)} as sealed from ${db(table)}
        where ${db(column)} is not null limit 1`
    if (!row) continue
    try {
      secrets.open(placeOf(name), row.key as string, row.sealed as Buffer)
    } catch (error) {
      throw new OperatorError(`The keys do not open ${name}: ${(error as Error).message}.`)
    }
    opened++
  }
  return opened
}

/** Files that rows name and that are not there. */
async function missingFiles(db: Pool, folder: string): Promise<string[]> {
  const columns = await db`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'file_key' order by 1`
  const missing: string[] = []
  for (const { table } of columns) {
    for (const {
      fileKey,
    } of await db`select file_key from ${db(table as string)} where file_key is not null`)
      if (!existsSync(join(folder, 'files', fileKey as string)))
        missing.push(`${table as string}: ${fileKey as string}`)
  }
  return missing
}

/** Verifies what was restored as `npm run db -- audit` does, and counts it. */
async function examine(db: Pool, secrets: Secrets, folder: string): Promise<string> {
  await assertUsable(db)
  await migrate(db)
  const { entries, chains, faults } = await verifyLog(db)
  if (faults.length > 0)
    throw new OperatorError(
      ['The operation log is not whole in this backup.', ...faults.map(sayFault)].join('\n'),
    )
  const sealed = await openSamples(db, secrets)
  const missing = await missingFiles(db, folder)
  const [count] = await db`
    select (select count(*) from accounts) as accounts, (select count(*) from enrolments) as enrolments,
      (select count(*) from enrolments where status = 'passed') as passed,
      (select coalesce(sum(hours_tenths), 0) from hour_entries) as tenths,
      (select count(*) from orders) as orders`
  const { accounts, enrolments, passed, tenths, orders } = count as Record<string, number>
  return [
    `The operation log is whole: ${entries} entries in ${chains} chains.`,
    `${accounts} accounts, ${enrolments} enrolments (${passed} passed, ${(tenths! / 10).toFixed(1)} hours), ${orders} orders.`,
    `The keys open all ${sealed} sealed columns that hold something.`,
    missing.length === 0
      ? 'Every file that a row names is there.'
      : `${missing.length} files that rows name are missing, as they were in the backup: ${missing.slice(0, 5).join(', ')}`,
  ].join('\n')
}

/**
 * Restores a backup into an empty folder, and one of a DATABASE_URL into that empty database; then starts it, verifies
 * it, and returns the figures. Refuses before anything is written what is incomplete, damaged, newer than this program,
 * sealed by other keys, or of a database that the one here cannot take.
 */
export async function restore(
  given: Environment,
  backup: string,
  target: string,
  readKeys: () => Promise<string>,
): Promise<string> {
  const from = resolve(backup)
  const folder = resolve(target)
  const manifest = await readManifest(from)
  try {
    missingSteps(manifest.migrations)
  } catch (error) {
    throw new OperatorError(`The backup is of version ${manifest.version}. ${(error as Error).message}`)
  }
  if (manifest.kind === 'folder' && given.databaseUrl)
    throw new OperatorError('This backup is of an embedded database; restore it without DATABASE_URL.')
  if (manifest.kind === 'dump' && !given.databaseUrl)
    throw new OperatorError(
      'This backup is of a database of its own server; set DATABASE_URL to an empty one.',
    )
  await assertEmpty(folder)
  const keys = given.secretKey ? keysIn(given.secretKey) : keysIn(await readKeys())
  const environment = { ...given, dataFolder: folder }
  const secrets = openKeys(keys, environment, manifest)
  const ownerUrl = given.databaseOwnerUrl ?? given.databaseUrl
  const dumped = join(from, 'database.dump')
  if (!ownerUrl) await assertRuns(manifest)
  await assertWhole(from, manifest.parts)
  if (ownerUrl) {
    await assertTakes(ownerUrl, manifest)
    await assertReadable(ownerUrl, dumped)
  }

  await mkdir(dirname(folder), { recursive: true })
  const part = await mkdtemp(join(dirname(folder), `${basename(folder)}.part-`))
  try {
    for (const path of manifest.folders) await mkdir(join(part, path), { recursive: true, mode: 0o700 })
    for (const path of Object.keys(manifest.parts)) {
      if (path === 'database.dump') continue
      await mkdir(dirname(join(part, path)), { recursive: true, mode: 0o700 })
      await cp(join(from, path), join(part, path))
    }
    if (!given.secretKey) await writePart(join(part, 'secret.key'), keys.join('\n'))
    // All of it or nothing: what refuses leaves the database as empty as the folder, for the next try.
    if (ownerUrl) await load(ownerUrl, dumped)
    if (existsSync(folder)) await rmdir(folder)
    await rename(part, folder)
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
  const { url, close } = await reachDatabase(environment)
  const db = connect(url, { max: 2, seconds: 0 })
  try {
    return await examine(db, secrets, folder)
  } finally {
    await db.end({ timeout: 5 })
    await close()
  }
}

/** Asks the person at the terminal for the key file. */
async function askForKeys(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new OperatorError(
      'The key is not in the backup: set SECRET_KEY, or give the file secret.key as third word.',
    )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await readFile(
      (await terminal.question('The key is not in the backup. Path of the key file: ')).trim(),
      'utf8',
    )
  } finally {
    terminal.close()
  }
}

/** `npm run restore -- BACKUP FOLDER [KEYFILE]`: a backup into an empty data folder, verified and counted. */
if (import.meta.main) {
  try {
    const [backup, target, keyFile] = process.argv.slice(2)
    if (!backup || !target) throw new OperatorError('Usage: npm run restore -- BACKUP FOLDER [KEYFILE]')
    const figures = await restore(readEnvironment(process.env), backup, target, () =>
      keyFile ? readFile(keyFile, 'utf8') : askForKeys(),
    )
    process.stdout.write(
      `${figures}\nRestored into ${resolve(target)}: start with DATA_DIR=${resolve(target)}\n`,
    )
  } catch (error) {
    const isOurs = error instanceof OperatorError || (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isOurs) throw error
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
