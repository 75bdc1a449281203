import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTime } from './inTime.ts'

test('what is read is given, and what fails is null', async () => {
  assert.equal(await inTime(async () => 'it')(), 'it')
  assert.equal(await inTime(() => Promise.reject(new Error('no database')))(), null)
})

test('what hangs is null after a moment, and while eight hang nobody waits at all', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const hung = Promise.withResolvers<string>()
  let reads = 0
  const read = inTime(() => {
    reads++
    return hung.promise
  })
  const waiting = Array.from({ length: 8 }, read)
  assert.equal(await read(), null)
  assert.equal(reads, 8)
  t.mock.timers.tick(300)
  assert.deepEqual(
    await Promise.all(waiting),
    Array.from({ length: 8 }, () => null),
  )
  hung.resolve('at last')
  await hung.promise
  await new Promise(setImmediate)
  assert.equal(await read(), 'at last')
})
