import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '../server/environment.ts'
import { aPortal, anAccount } from '../test/build/portal.ts'
import { openWorld } from '../test/harness.ts'
import { decideDemo } from './demo.ts'

test('the demo runs where the server is not reachable from outside, in an empty database or its own, or where DEMO is set', async () => {
  const world = await openWorld()
  const decisions = async () => {
    const found: Record<string, boolean | string> = {}
    for (const [name, env] of Object.entries({
      unset: {},
      localhost: { HOST: 'localhost' },
      outside: { HOST: '0.0.0.0' },
      address: { PUBLIC_URL: 'http://127.0.0.1:8080' },
      on: { DEMO: '1' },
      onOutside: { DEMO: '1', HOST: '0.0.0.0', PUBLIC_URL: 'https://study.example.cn' },
      off: { DEMO: '0' },
    })) {
      found[name] = await decideDemo(world.db, readEnvironment(env)).catch(
        (error: Error) => /"([^"]+)"/.exec(error.message)![1]!,
      )
    }
    return found
  }
  const base = { on: true, onOutside: true }
  const off = { outside: false, address: false, off: false }
  assert.deepEqual(await decisions(), { ...base, ...off, unset: true, localhost: true }, 'empty')
  const portal = await aPortal(world)
  const { accountId } = await anAccount(world, portal, { role: 'admin' })
  assert.deepEqual(await decisions(), { ...base, ...off, unset: false, localhost: false }, 'a real portal')
  await world.db`update accounts set demo = true where id = ${accountId}`
  const remedy = 'npm run admin -- --remove-demo'
  const refused = { outside: remedy, address: remedy, off: remedy }
  assert.deepEqual(await decisions(), { ...base, ...refused, unset: true, localhost: true }, "the demo's own")
})
