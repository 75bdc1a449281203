import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { connect } from '../../server/db.ts'
import { readEnvironment } from '../../server/environment.ts'
import { embeddedVersion } from '../../server/nativePostgres.ts'
import { openSecrets } from '../../server/secrets.ts'
import { openDatabase } from '../../test/harness.ts'
import { accountOf } from '../account.ts'
import { backUp } from '../backup.ts'
import { migrate } from '../migrate.ts'
import { restore } from '../restore.ts'
import { freePort } from '../../test/freePort.ts'

const exec = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'jixu-dump-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const at = (DATABASE_URL: string) =>
  readEnvironment({ DATA_DIR: join(folder, 'data'), DATABASE_URL, SECRET_KEY: 'cd'.repeat(32) })
const noKeys = async () => ''

const majorIn = (text: string) => Number(/(\d+)/.exec(text)![1])

/** Starts the server of these programs in a folder of its own; returns how to make an empty database on it. */
async function startServer(bin: string): Promise<() => Promise<string>> {
  const home = mkdtempSync(join(tmpdir(), 'jixu-older-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(home, 65534, 65534)
  const run = (program: string, ...args: string[]) => {
    const words = [join(bin, program), ...args]
    const prefix = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
    const [first, ...rest] = [...prefix, ...words]
    return exec(first!, rest, { cwd: home })
  }
  const data = join(home, 'data')
  const port = await freePort()
  after(async () => {
    await run('pg_ctl', 'stop', '--mode=immediate', `--pgdata=${data}`)
    rmSync(home, { recursive: true, force: true })
  })
  await run('initdb', `--pgdata=${data}`, '--username=jixu', '--encoding=UTF8', '--locale=C', '--no-sync')
  const options = `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c fsync=off`
  await run(
    'pg_ctl',
    'start',
    '--wait',
    `--pgdata=${data}`,
    `--options=${options}`,
    `--log=${join(home, 'log')}`,
  )
  const url = (name: string) => `postgres://jixu:jixu@127.0.0.1:${port}/${name}`
  let count = 0
  return async () => {
    const admin = connect(url('postgres'), { max: 1 })
    await admin.unsafe(`create database empty_${++count}`)
    await admin.end()
    return url(`empty_${count}`)
  }
}

/** Returns a maker of empty databases that the pg_dump on the PATH reads; null where there is neither. */
async function emptyDatabases(): Promise<(() => Promise<string>) | null> {
  const version = await exec('pg_dump', ['--version']).catch(() => null)
  if (!version) return null
  const major = majorIn(version.stdout)
  if (major >= majorIn(await embeddedVersion())) return () => openDatabase('empty')
  const bin = `/usr/lib/postgresql/${major}/bin`
  return existsSync(join(bin, 'initdb')) ? startServer(bin) : null
}

test('without the tools of PostgreSQL it is refused with what to do', async () => {
  const source = await openDatabase('empty')
  const db = connect(source, { max: 1 })
  await migrate(db)
  await db.end()
  const path = process.env.PATH
  process.env.PATH = ''
  try {
    await assert.rejects(
      backUp(at(source), join(folder, 'nothing')),
      /pg_dump is not there: .*put them on the PATH/,
    )
  } finally {
    process.env.PATH = path
  }
})

test('a database of its own server is saved and loaded by the tools of PostgreSQL, all of it or nothing', async (t) => {
  const empty = await emptyDatabases()
  // A stranger's machine has no tools of PostgreSQL; what is not tested there is said aloud.
  if (!empty) {
    t.diagnostic('NOT TESTED: there is no pg_dump on the PATH that an empty database could be made for')
    return
  }
  const [source, target] = [await empty(), await empty()]
  const db = connect(source, { max: 1 })
  await migrate(db)
  await db`insert into projects default values`
  await db.end()
  const made = await backUp(at(source), join(folder, 'dumps'))
  const files = join(folder, 'dumped')
  const refused = async (what: RegExp) => {
    await assert.rejects(restore(at(target), made, files, noKeys), what)
    assert.ok(!existsSync(files), 'nothing is in the way of the next try')
  }
  const path = process.env.PATH
  process.env.PATH = ''
  await refused(/pg_restore is not there/).finally(() => (process.env.PATH = path))
  const name = join(made, 'manifest.json')
  const manifest = readFileSync(name, 'utf8')
  writeFileSync(name, manifest.replace(/"postgres": "[^"]*"/, '"postgres": "99.1"'))
  await refused(/taken from PostgreSQL 99; the server of DATABASE_URL is of version \d+/)
  writeFileSync(name, manifest)
  const there = connect(target, { max: 1 })
  await there`create view projects as select 1 as one`
  await refused(/pg_restore failed: .*projects/s)
  await there`drop view projects`
  await there.end()
  assert.match(await restore(at(target), made, files, noKeys), /operation log is whole: 0 entries/)
  await assert.rejects(restore(at(target), made, join(folder, 'twice'), noKeys), /DATABASE_URL is not empty/)
  const owner = connect(target, { max: 1 })
  const account = await accountOf(owner, target, at(target), openSecrets(at(target)))
  assert.deepEqual(account.missing, [], 'rights are not in a dump; the next start gives them')
  const { username } = new URL(account.url)
  await owner.unsafe(`drop owned by "${username}" cascade; drop role "${username}"`)
  await owner.end()
})
