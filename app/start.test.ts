import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { roleCalls } from '../features/role/contract.ts'
import { sessionCalls } from '../features/session/contract.ts'
import { encodeCredential } from '../features/session/rules.ts'
import { readEnvironment } from '../server/environment.ts'
import { enqueue } from '../server/jobs.ts'
import { addAdministrator, removeDemo, withPortal } from './admin.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The product as a person starts it, in a process of its own. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./start.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        const address = /ready: (http:\S+)/.exec(output)?.[1]
        if (address) resolve(address)
      })
    }
    child.on('exit', () => resolve(''))
  })
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, ready, exit, output: () => output }
}

/** Says on standard error each module of the demo's content that is loaded, for `NODE_OPTIONS`. */
const sayingContent = `--import "data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.includes('/db/seed/')) process.stderr.write('loaded ' + url)
      return next(url, context)
    },
  })`,
)}"`

async function ask(address: string, path: string, input: object, token = '') {
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(input),
  })
  return (await response.json()) as { respCode: number; attribute: { data: { tokenCode: string } } }
}

test('a wrong setting is one sentence and exit 1', async () => {
  const { exit, output } = start({ PORT: 'eighty', DATA_DIR: folder })
  assert.equal(await exit, 1)
  assert.equal(output().trim(), 'PORT is "eighty", but it must be a port number from 0 to 65535.')
})

const login = (address: string, account: string, password: string) =>
  ask(address, sessionCalls.login.path, {
    account: encodeCredential(account),
    password: encodeCredential(password),
  })

test('without the demo the first administrator is set up on the command line, signs in, and changes the password first', async () => {
  const data = join(folder, 'real')
  const environment = readEnvironment({ DATA_DIR: data, DEMO: '0', LOG_LEVEL: 'silent' })
  const password = await withPortal(environment, (app) => addAdministrator(app, 'chief'))
  await withPortal(environment, async (app) => {
    await assert.rejects(addAdministrator(app, 'chief'), /already/)
    const log =
      await app.db`select action, actor_id, project_id is not null as placed from operation_logs order by serial`
    assert.deepEqual(
      log.map((row) => [row.action, row.actorId, row.placed]),
      [
        ['project.create', null, true],
        ['account.create', null, true],
      ],
    )
  })
  // The demo is not mentioned: the database is not the demo's.
  const { child, ready, exit } = start({ DATA_DIR: data, CAPTCHA: 'off' })
  const address = await ready
  const { respCode, attribute } = await login(address, 'chief', password)
  assert.equal(respCode, 200)
  const early = await ask(address, roleCalls.findRoleList.path, {}, attribute.data.tokenCode)
  assert.equal(early.respCode, 403)
  assert.equal((await fetch(`${address}/dev/outbox`)).status, 404)
  child.kill('SIGTERM')
  assert.equal(await exit, 0)
})

test('a demo is left only when its accounts are removed, and they only when somebody else administers the portal', async () => {
  const data = join(folder, 'demo')
  const demo = start({ DATA_DIR: data, CAPTCHA: 'off' })
  const address = await demo.ready
  assert.equal((await login(address, 'admin', 'Demo2026a')).respCode, 200)
  assert.equal((await fetch(`${address}/dev/outbox`)).status, 200)
  if (process.platform === 'linux') {
    const environment = readFileSync(`/proc/${demo.child.pid}/environ`, 'utf8').split('\0')
    assert.ok(environment.includes('MALLOC_ARENA_MAX=1'), 'it runs with one arena of memory')
  }
  demo.child.kill('SIGTERM')
  assert.equal(await demo.exit, 0)

  const again = start({ DATA_DIR: data, CAPTCHA: 'off', NODE_OPTIONS: sayingContent })
  assert.equal((await login(await again.ready, 'admin', 'Demo2026a')).respCode, 200)
  assert.equal(again.output().includes('/db/seed/'), false, 'the content of the demo is not loaded again')
  again.child.kill('SIGTERM')
  assert.equal(await again.exit, 0)

  const outsides: Record<string, string>[] = [
    { DEMO: '0' },
    { HOST: '0.0.0.0' },
    { PUBLIC_URL: 'https://a.cn' },
  ]
  for (const outside of outsides) {
    const refused = start({ DATA_DIR: data, ...outside })
    assert.equal(await refused.exit, 1)
    assert.match(refused.output(), /"npm run admin -- --remove-demo"/)
  }
  const environment = readEnvironment({ DATA_DIR: data, DEMO: '0', LOG_LEVEL: 'silent' })
  await withPortal(environment, async (app) => {
    const logged = async () => (await app.db`select count(*) as n from operation_logs`)[0]!.n as number
    const before = await logged()
    await assert.rejects(removeDemo(app), /"npm run admin -- NAME" first/)
    assert.equal(await logged(), before, 'nothing was removed')
    await addAdministrator(app, 'chief')
    await enqueue(app.db, { type: 'gateway.notify', lane: 'money', runAt: '2999-01-01T00:00:00Z' })
    assert.equal(await removeDemo(app), 204)
    const types = ['gateway.notify', 'sandbox.sweep']
    const left = await app.db`select type from jobs where status = 'queued' and type = any(${types})`
    assert.deepEqual([...left], [], 'nothing waits that nothing runs')
    assert.equal(await logged(), before + 205)
    const hours = await app.db`select 1 from hour_entries limit 1`
    assert.equal(hours.length, 1, 'the ledger stays')
  })

  const real = start({ DATA_DIR: data, CAPTCHA: 'off' })
  const realAddress = await real.ready
  for (const name of ['admin', 'unit', 'finance', 'service', 'learner']) {
    assert.notEqual((await login(realAddress, name, 'Demo2026a')).respCode, 200, name)
  }
  assert.equal((await fetch(`${realAddress}/dev/outbox`)).status, 404)
  real.child.kill('SIGTERM')
  assert.equal(await real.exit, 0)
})

test('a second process on the same folder is refused with the first one named; SIGTERM ends the first cleanly', async () => {
  const data = join(folder, 'twice')
  const first = start({ DATA_DIR: data, DEMO: '0' })
  assert.ok(await first.ready)
  const second = start({ DATA_DIR: data, DEMO: '0' })
  assert.equal(await second.exit, 1)
  assert.match(second.output(), new RegExp(`in use by process ${first.child.pid}; stop it first`))
  first.child.kill('SIGTERM')
  assert.equal(await first.exit, 0)
})

test('after kill −9 the next start serves again', async () => {
  const data = join(folder, 'killed')
  const first = start({ DATA_DIR: data, DEMO: '0' })
  assert.ok(await first.ready)
  first.child.kill('SIGKILL')
  await first.exit
  const second = start({ DATA_DIR: data, DEMO: '0' })
  const address = await second.ready
  assert.equal((await fetch(`${address}/readyz`)).status, 200)
  second.child.kill('SIGINT')
  assert.equal(await second.exit, 0)
})
