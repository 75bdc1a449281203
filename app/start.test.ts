import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sessionCalls } from '../features/session/contract.ts'
import { encodeCredential } from '../features/session/rules.ts'
import { readEnvironment } from '../server/environment.ts'
import { setUpAdministrator } from './admin.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** The product as a person starts it, in a process of its own. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./start.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const address = /ready: (http:\S+)/.exec(said)?.[1]
        if (address) resolve(address)
      })
    }
    child.on('exit', () => resolve(''))
  })
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, ready, exit, said: () => said }
}

async function ask(address: string, path: string, input: object, token = '') {
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token },
    body: JSON.stringify(input),
  })
  return (await response.json()) as { respCode: number; attribute: { data: { tokenCode: string } } }
}

test('a wrong setting is one sentence and exit 1', async () => {
  const { exit, said } = start({ PORT: 'eighty', DATA_DIR: folder })
  assert.equal(await exit, 1)
  assert.equal(said().trim(), 'PORT is "eighty", but it must be a port number from 0 to 65535.')
})

test('without demo data the first administrator is set up on the command line and signs in; no demo page is there', async () => {
  const data = join(folder, 'real')
  const environment = readEnvironment({ DATA_DIR: data, DEMO: '0', LOG_LEVEL: 'silent' })
  const password = await setUpAdministrator(environment, 'chief')
  await assert.rejects(setUpAdministrator(environment, 'chief'), /already/)
  const { child, ready, exit } = start({ DATA_DIR: data, DEMO: '0', CAPTCHA: 'off' })
  const address = await ready
  const login = await ask(address, sessionCalls.login.path, {
    account: encodeCredential('chief'),
    password: encodeCredential(password),
  })
  assert.equal(login.respCode, 200)
  assert.equal((await fetch(`${address}/dev/outbox`)).status, 404)
  child.kill('SIGTERM')
  assert.equal(await exit, 0)
})

test('a second process on the same folder is refused with the first one named; SIGTERM ends the first cleanly', async () => {
  const data = join(folder, 'twice')
  const first = start({ DATA_DIR: data, DEMO: '0' })
  assert.ok(await first.ready)
  const second = start({ DATA_DIR: data, DEMO: '0' })
  assert.equal(await second.exit, 1)
  assert.match(second.said(), new RegExp(`in use by process ${first.child.pid}; stop it first`))
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
