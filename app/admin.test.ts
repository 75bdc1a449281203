import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { openSigner } from '../features/certificate/signature/server/actions.ts'
import { listKeys } from '../features/certificate/signature/server/data.ts'
import { OperatorError } from '../server/environment.ts'
import { openWorld, type World } from '../test/harness.ts'
import { withdrawSigningKey } from './admin.ts'

let world: World
before(async () => {
  world = await openWorld()
})

const logged = () =>
  world.db`select after, reason from operation_logs where action = 'certificateKey.withdraw'`
const refuses = (given: readonly string[], says: RegExp) =>
  assert.rejects(
    withdrawSigningKey(world.app, given),
    (error) => error instanceof OperatorError && says.test(error.message) && !error.message.includes('\n'),
  )

test('the operator withdraws a signing key by number, kind and reason, once; anything else is one sentence and changes nothing', async () => {
  await openSigner(world.db, world.app.secrets)
  const [first] = await listKeys(world.db)
  assert.equal(first!.no, 1)
  for (const given of [
    [],
    ['1'],
    ['1', 'stolen'],
    ['1', 'stolen', ' '],
    ['1', 'stolen', '长'.repeat(201)],
    ['1', 'toString', 'lost'],
    ['one', 'stolen', 'lost'],
    ['-1', 'stolen', 'lost'],
  ])
    await refuses(given, /^Usage: .*--withdraw-key NUMBER stolen\|suspected REASON/)
  await refuses(['999', 'stolen', 'lost'], /^Key 999 is not there.*nothing was changed.*: 1\.$/)
  assert.deepEqual(await listKeys(world.db), [first])
  assert.equal((await logged()).length, 0)

  assert.equal(await withdrawSigningKey(world.app, ['1', 'stolen', 'a laptop', 'was stolen']), 2)
  const keys = await listKeys(world.db)
  assert.deepEqual(
    keys.map(({ no, withdrawn }) => [no, withdrawn?.reason]),
    [
      [1, 'stolen'],
      [2, undefined],
    ],
  )
  await refuses(['1', 'suspected', 'again'], /^Key 1 .*was withdrawn before.*: 2\.$/)
  assert.deepEqual(await listKeys(world.db), keys)
  // A portal without a project has the entry all the same.
  assert.deepEqual(
    [...(await logged())],
    [{ after: { withdrawnFor: 'stolen', signing: 2 }, reason: 'a laptop was stolen' }],
  )
})
