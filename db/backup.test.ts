import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connect } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'
import { readEnvironment } from '../server/environment.ts'
import { audit } from '../test/chaos/kill/audit.ts'
import { aClient } from '../test/chaos/kill/client.ts'
import { openLedger, type Snapshot } from '../test/chaos/kill/ledger.ts'
import { aProduct, type Product } from '../test/chaos/kill/product.ts'
import { aSchool } from '../test/chaos/kill/school.ts'
import { type Life, studyOn } from '../test/chaos/kill/watcher.ts'
import { until } from '../test/until.ts'
import { backUp } from './backup.ts'
import { copyServer } from './backup/server.ts'
import type { Manifest } from './backup/parts.ts'
import { restore } from './restore.ts'
import { seededRandom } from './seed/content/random.ts'
import { freePort } from '../test/freePort.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-backup-'))
const data = join(folder, 'data')
let product: Product
let made: string
let acknowledged: Snapshot

const inFolder = (DATA_DIR: string) => readEnvironment({ DATA_DIR })
const keyOf = async () => readFileSync(join(data, 'secret.key'), 'utf8')
const manifestOf = (backup: string) =>
  JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as Manifest

/** Kills a backup as soon as it has copied a part of the database; another one where it ended sooner than the kill. */
async function killHalfway(target: string): Promise<void> {
  const isHalf = () =>
    existsSync(target) &&
    readdirSync(target).some(
      (name) => name.endsWith('.part') && existsSync(join(target, name, 'postgres/base')),
    )
  await until(async () => {
    rmSync(target, { recursive: true, force: true })
    const child = spawn(process.execPath, [fileURLToPath(new URL('./backup.ts', import.meta.url)), target], {
      env: { PATH: process.env.PATH, DATA_DIR: data },
      stdio: 'ignore',
    })
    const ended = new Promise((done) => child.on('exit', done))
    await until(() => isHalf() || child.exitCode !== null)
    child.kill('SIGKILL')
    await ended
    return isHalf()
  })
}

before(async () => {
  product = aProduct(data, await freePort())
  const run = product.start()
  assert.ok((await run.ready) !== null, run.output())
  const school = await product.look(aSchool)
  mkdirSync(join(data, 'files'), { recursive: true })
  writeFileSync(join(data, 'files/chaos.mp4'), 'a film')
  const ledger = openLedger()
  let goesOn = true
  const lives = Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const client = aClient(product.address, school.tokens[n]!, seededRandom(n), { retries: 0 })
      const life: Life = { client, ledger, goesOn: () => goesOn }
      return studyOn(life, [school.long])
    }),
  )
  await until(() => ledger.beats > 24 && ledger.copy().watched.length > 5)
  const moments: [string, Snapshot][] = []
  const watching = setInterval(() => moments.push([new Date().toISOString(), ledger.copy()]), 20)
  // Another one where the copy was so quick that no beat was written meanwhile.
  await until(async () => {
    moments.push([new Date().toISOString(), ledger.copy()])
    const before = ledger.beats
    made = await backUp(inFolder(data), mkdtempSync(join(folder, 'kept-')))
    return ledger.beats > before
  })
  clearInterval(watching)
  const { endedAt } = manifestOf(made)
  acknowledged = moments.findLast(([at]) => at <= endedAt)![1]
  await killHalfway(join(folder, 'killed'))
  goesOn = false
  await lives
  assert.deepEqual(ledger.faults, [])
  assert.equal(await product.stop(run), 0)
})
after(async () => {
  await product.clear()
  rmSync(folder, { recursive: true, force: true })
})

test('taken while beats are written, it restores with everything acknowledged before its end, and starts', async () => {
  const target = join(folder, 'restored')
  const figures = await restore(inFolder(target), made, target, keyOf)
  assert.match(figures, /operation log is whole: \d+ entries/)
  assert.match(figures, /Every file that a row names is there/)
  const server = await startEmbedded({ folder: join(target, 'postgres') })
  const db = connect(server.url, { max: 1, seconds: 0 })
  try {
    assert.deepEqual(await audit(db, acknowledged), [])
    assert.ok(acknowledged.watched.length > 5)
  } finally {
    await db.end()
    await server.stop()
  }
  const again = aProduct(target, await freePort())
  const run = again.start()
  assert.ok((await run.ready) !== null, run.output())
  assert.equal(await again.stop(run), 0)
  await again.clear()
})

test('the keys are not in it, and nobody but its owner reads it', () => {
  const key = readFileSync(join(data, 'secret.key'), 'utf8').trim()
  const { parts } = manifestOf(made)
  assert.ok(Object.keys(parts).length > 100)
  assert.deepEqual(
    Object.keys(parts).filter((path) => readFileSync(join(made, path)).includes(key)),
    [],
  )
  assert.ok(!readFileSync(join(made, 'manifest.json'), 'utf8').includes(key))
})

test('what lies beside it in its folder stays as it is', async () => {
  const target = join(folder, 'shared')
  mkdirSync(join(target, 'other'), { recursive: true })
  const neighbours: [path: string, mode: number][] = [
    ['other/tool.sh', 0o755],
    ['jixu-downloads.part', 0o644],
    ['other', 0o755],
    ['.', 0o755],
  ]
  for (const [path, mode] of neighbours) {
    if (!existsSync(join(target, path))) writeFileSync(join(target, path), '')
    chmodSync(join(target, path), mode)
  }
  const one = await backUp(inFolder(data), target)
  for (const [path, mode] of neighbours) assert.equal(statSync(join(target, path)).mode & 0o777, mode, path)
  const ownModes = ['', 'manifest.json', 'postgres', 'postgres/PG_VERSION', 'files/chaos.mp4'].map(
    (path) => statSync(join(one, path)).mode & 0o077,
  )
  assert.deepEqual(ownModes, [0, 0, 0, 0, 0])
})

test('it lasts longer than a connection is used', async () => {
  const server = await startEmbedded({ folder: join(data, 'postgres') })
  // Every connection is renewed after a second, as it is within the hour otherwise.
  const url = `${server.url}?max_lifetime=1`
  const other = connect(url, { max: 1 })
  try {
    const sessionOf = async () => (await other`select pg_backend_pid() as pid`)[0]!.pid as number
    const first = await sessionOf()
    const { parts } = await copyServer(url, join(data, 'postgres'), join(folder, 'long'), () =>
      until(async () => (await sessionOf()) !== first),
    )
    assert.ok(parts.backup_label)
  } finally {
    await other.end()
    await server.stop()
  }
})

test('killed halfway it leaves nothing that can be restored, and the next one clears it away', async () => {
  const target = join(folder, 'killed')
  const [left, ...others] = readdirSync(target).filter(
    (name) => /^jixu-\d{4}-/.test(name) && !name.endsWith('.lock'),
  )
  assert.deepEqual([left!.endsWith('.part'), others], [true, []])
  const there = join(folder, 'never')
  await assert.rejects(restore(inFolder(there), join(target, left!), there, keyOf), /no complete backup/)
  assert.ok(!existsSync(there))
  await backUp(inFolder(data), target)
  const [whole, ...rest] = readdirSync(target).filter(
    (name) => /^jixu-\d{4}-/.test(name) && !name.endsWith('.lock'),
  )
  assert.deepEqual([whole!.endsWith('.part'), rest], [false, []])
})

test('what is damaged, newer, under another key or over something that is there is refused and writes nothing', async () => {
  const copy = join(folder, 'copy')
  cpSync(made, copy, { recursive: true })
  const target = join(folder, 'refused')
  const refused = async (what: RegExp, keys = keyOf, into = target) => {
    await assert.rejects(restore(inFolder(into), copy, into, keys), what)
    assert.ok(!existsSync(target))
  }
  await refused(/not the ones this backup was made with/, async () => 'ab'.repeat(32))
  await refused(/64 hexadecimal digits/, async () => 'secret')
  await refused(/is not empty/, keyOf, dirname(made))
  const manifest = manifestOf(copy)
  const put = (changes: object) =>
    writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, ...changes }))
  put({ migrations: [...manifest.migrations, { name: '9999-later.sql', checksum: '' }] })
  await refused(/newer than this program \(9999-later\.sql\)/)
  put({ migrations: [...manifest.migrations, { name: 'functions 999.0.0', checksum: '' }] })
  await refused(/newer than this program \(functions 999\.0\.0\)/)
  put({ migrations: [{ name: '0001-start.sql', checksum: '' }] })
  await refused(/set up before the first release/)
  put({ migrations: [{ name: '0001-baseline.sql', checksum: 'of other tables' }] })
  await refused(/set up by another 0001-baseline\.sql/)
  put({ postgres: '17.9' })
  await refused(/files of PostgreSQL 17, and this program brings \d+/)
  put({ system: 'sunos sparc' })
  await refused(/on sunos sparc, which .* cannot run/)
  put({ format: 2 })
  await refused(/program that this one does not know/)
  put({ parts: { ...manifest.parts, '../outside': { bytes: 0, sha256: '' } } })
  await refused(/outside itself/)
  put({})
  appendFileSync(join(copy, 'postgres/PG_VERSION'), 'x')
  await refused(/postgres\/PG_VERSION is not as it was written/)
  rmSync(join(copy, 'postgres/PG_VERSION'))
  await refused(/postgres\/PG_VERSION is missing/)
  await assert.rejects(backUp(inFolder(data), join(data, 'backups')), /folder elsewhere/)
})
