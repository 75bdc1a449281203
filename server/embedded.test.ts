import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lockDataFolder } from './dataFolder.ts'
import { connect } from './db.ts'
import { startEmbedded } from './embedded.ts'

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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A process that holds the folder, starts the database, writes a row and then waits to be killed. */
async function holder(folder: string) {
  const source = `
    import { lockDataFolder } from ${JSON.stringify(fileURLToPath(new URL('./dataFolder.ts', import.meta.url)))}
    import { startEmbedded } from ${JSON.stringify(fileURLToPath(new URL('./embedded.ts', import.meta.url)))}
    import { connect } from ${JSON.stringify(fileURLToPath(new URL('./db.ts', import.meta.url)))}
    await lockDataFolder(${JSON.stringify(folder)})
    const server = await startEmbedded({ folder: ${JSON.stringify(join(folder, 'postgres'))} })
    const db = connect(server.url, { max: 1 })
    await db.unsafe('create table if not exists kept (n int)')
    await db.unsafe('insert into kept values (1)')
    process.stdout.write('ready\\n')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', () => resolve())
    child.on('exit', () => reject(new Error('the holder ended early')))
  })
  return {
    pid: child.pid!,
    async kill() {
      child.removeAllListeners('exit')
      const dead = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGKILL')
      await dead
    },
  }
}

test('a first start creates the database, and a later one finds its rows; the server ends with stop', async () => {
  const folder = join(root, 'plain', 'postgres')
  const first = await startEmbedded({ folder })
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  await first.stop()
  assert.equal(isRunning(first.pid), false)
  const second = await startEmbedded({ folder })
  assert.equal((await query(second.url, 'select n from kept'))[0]!.n, 7)
  await second.stop()
})

test('after kill −9 the orphan server is dealt with, what was committed is there, and the lock is taken over', async () => {
  const folder = join(root, 'killed')
  const victim = await holder(folder)
  await assert.rejects(lockDataFolder(folder), new RegExp(`in use by process ${victim.pid}`))
  await victim.kill()
  const lock = await lockDataFolder(folder)
  const server = await startEmbedded({ folder: join(folder, 'postgres') })
  assert.equal((await query(server.url, 'select count(*)::int as n from kept'))[0]!.n, 1)
  await server.stop()
  await lock.release()
})

test('a pid file that names another program of today is no orphan', async () => {
  const folder = join(root, 'stale', 'postgres')
  const first = await startEmbedded({ folder })
  await first.stop()
  await writeFile(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n`)
  const second = await startEmbedded({ folder })
  assert.equal(isRunning(process.pid), true)
  await second.stop()
})

test('an initdb that was cut short is begun again', async () => {
  const folder = join(root, 'half', 'postgres')
  await mkdir(join(folder, 'base'), { recursive: true })
  const server = await startEmbedded({ folder })
  assert.equal((await query(server.url, 'select 1 as one'))[0]!.one, 1)
  await server.stop()
})

test('the lock is refused while held, free after release, and broken content is no lock', async () => {
  const folder = join(root, 'lock')
  const first = await lockDataFolder(folder)
  await assert.rejects(lockDataFolder(folder), /in use by process/)
  await first.release()
  const second = await lockDataFolder(folder)
  await second.release()
  await writeFile(join(folder, 'jixu.lock'), '{"pid"')
  const third = await lockDataFolder(folder)
  assert.match(await readFile(join(folder, 'jixu.lock'), 'utf8'), new RegExp(String(process.pid)))
  await third.release()
})

test('where root may not make a user namespace, the server runs as nobody and keeps its rows', async () => {
  if (process.getuid?.() !== 0) return
  const folder = join(root, 'contained', 'postgres')
  const first = await startEmbedded({ folder, namespaces: false })
  await query(first.url, 'create table kept (n int); insert into kept values (7)')
  assert.match(await readFile(`/proc/${first.pid}/status`, 'utf8'), /Uid:\s+65534/)
  await first.stop()
  const second = await startEmbedded({ folder, namespaces: false })
  assert.equal((await query(second.url, 'select n from kept'))[0]!.n, 7)
  const [place] = await query(second.url, "select current_setting('data_directory') as folder")
  await second.stop()
  rmSync(dirname(place!.folder as string), { recursive: true, force: true })
})

test('a server that dies is reported', async () => {
  const folder = join(root, 'dies', 'postgres')
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const server = await startEmbedded({ folder, onExit: resolve })
  process.kill(server.pid, 'SIGQUIT')
  await promise
  await server.stop()
})
