import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Refusal } from '../../../contract/refusal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { limits } from '../rules.ts'
import { resetAttempts, refundAttempt, consumeAttempt, triesLeft } from './actions.ts'

let world: World
before(async () => {
  world = await openWorld()
})

const refused = (code: number, minutes: number) => (error: unknown) =>
  error instanceof Refusal && error.words.code === code && error.values.minutes === minutes

test('a hundred tries concurrently take exactly what the limit gives', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, () => consumeAttempt(world.db, 'address', '192.0.2.1')),
  )
  assert.equal(all.filter((each) => each.status === 'fulfilled').length, limits.address.tries)
  await assert.rejects(consumeAttempt(world.db, 'address', '192.0.2.1'), refused(429, limits.address.minutes))
  await consumeAttempt(world.db, 'address', '192.0.2.2')
})

test('the window does not move with refused tries, and closes by the database clock', async () => {
  for (let i = 0; i < limits.factor.tries; i++) await consumeAttempt(world.db, 'factor', 'someone')
  await world.moveClock('10 minutes')
  await assert.rejects(consumeAttempt(world.db, 'factor', 'someone'), refused(429, 5))
  await world.moveClock('15 minutes 1 second')
  await consumeAttempt(world.db, 'factor', 'someone')
  await world.moveClock('0')
})

test('the remaining tries are returned, and all of them when the window has closed', async () => {
  const all = limits.face.tries
  assert.equal(await triesLeft(world.db, 'face', 'b'), all)
  await consumeAttempt(world.db, 'face', 'b')
  assert.equal(await triesLeft(world.db, 'face', 'b'), all - 1)
  await world.moveClock('25 hours')
  assert.equal(await triesLeft(world.db, 'face', 'b'), all)
  await world.moveClock('0')
})

test('a refunded attempt may be used again, and a forgotten bucket is empty', async () => {
  for (let i = 0; i < limits.password.tries; i++) await consumeAttempt(world.db, 'password', 'a')
  await refundAttempt(world.db, 'password', 'a')
  await consumeAttempt(world.db, 'password', 'a')
  await assert.rejects(consumeAttempt(world.db, 'password', 'a'))
  await resetAttempts(world.db, 'password', 'a')
  await consumeAttempt(world.db, 'password', 'a')
  await refundAttempt(world.db, 'password', 'a')
  const [row] = await world.db`select sum(count)::int as n from tries where bucket like 'password:%'`
  assert.equal(row!.n, 0)
})

test('the buckets of one IPv6 network are one, and name nobody', async () => {
  for (let i = 0; i < limits.address.tries; i++)
    await consumeAttempt(world.db, 'address', `2001:db8:1:2::${i}`)
  await assert.rejects(consumeAttempt(world.db, 'address', '2001:db8:1:2:ffff::1'))
  const rows = await world.db`select bucket from tries`
  for (const { bucket } of rows) assert.match(bucket as string, /^\w+:[\w-]{43}$/)
})
