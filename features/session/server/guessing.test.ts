import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aBrowser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { hashPassword, passwordLoad } from '../../../server/password.ts'
import { sessionCalls } from '../contract.ts'
import { limits } from '../../rateLimit/rules.ts'
import { encodeCredential } from '../rules.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const guess = (address: string, account: string, password: string) =>
  aBrowser(world, address).call(sessionCalls.login, {
    account: encodeCredential(account),
    password: encodeCredential(password),
  })
/** Hashes calculated while something was done. */
async function hashesOf(work: () => Promise<unknown>): Promise<number> {
  const before = passwordLoad().calculated
  await work()
  return passwordLoad().calculated - before
}

test('a known name and an unknown one answer alike to the last word and calculate alike, locked or not', async () => {
  const learner = await aLearner(world, portal)
  const answers = { known: [] as unknown[], unknown: [] as unknown[] }
  const hashes = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < limits.password.tries + 2; i++) {
    for (const [kind, name] of [
      ['known', learner.loginName],
      ['unknown', 'nobody-here'],
    ] as const) {
      hashes[kind].push(
        await hashesOf(async () => answers[kind].push(await guess('192.0.2.10', name, `Wrong${i}`))),
      )
    }
  }
  assert.deepEqual(answers.known, answers.unknown)
  assert.deepEqual(hashes.known, [1, 1, 1, 1, 1, 0, 0])
  assert.deepEqual(hashes.unknown, hashes.known)
})

test('a hundred guesses at one account at the same time are five', async () => {
  const learner = await aLearner(world, portal)
  let replies: { respDesc: string }[] = []
  const hashes = await hashesOf(async () => {
    replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => guess(`198.51.100.${i}`, learner.loginName, `Guess${i}a`)),
    )
  })
  assert.equal(hashes, limits.password.tries)
  assert.equal(replies.filter((reply) => /锁定/.test(reply.respDesc)).length, 95)
})

test('a new password starts with a count of its own', async () => {
  const learner = await aLearner(world, portal)
  for (let i = 0; i < limits.password.tries; i++) await guess('192.0.2.20', learner.loginName, `Wrong${i}`)
  assert.match((await guess('192.0.2.21', learner.loginName, 'Demo2026a')).respDesc, /锁定/)
  const passwordHash = await hashPassword('Fresh2026a')
  await world.db`update accounts set password_hash = ${passwordHash} where id = ${learner.accountId}`
  assert.equal((await guess('192.0.2.21', learner.loginName, 'Fresh2026a')).respCode, 200)
})

test('a bot with thousands of guesses from fifty addresses looks at a few hundred and finds nothing', async () => {
  const victims = await Promise.all(Array.from({ length: 20 }, () => aLearner(world, portal)))
  const names = victims.map((victim) => victim.loginName)
  const addresses = Array.from({ length: 50 }, (_, i) => `203.0.113.${i}`)
  const codes = new Map<number, number>()
  const hashes = await hashesOf(async () => {
    for (let round = 0; round < 30; round++) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const n = round * 100 + i
          return guess(addresses[n % 50]!, names[n % 20]!, `Guess${n}a`)
        }),
      )
      for (const { respCode } of replies) codes.set(respCode, (codes.get(respCode) ?? 0) + 1)
    }
  })
  assert.equal(codes.get(200), undefined)
  assert.equal(hashes, victims.length * limits.password.tries)
  assert.ok((codes.get(429) ?? 0) >= 3000 - 50 * limits.address.tries, String(codes.get(429)))
})

test('an address that guessed too often gets the waiting minutes, and another may sign in', async () => {
  const learner = await aLearner(world, portal)
  for (let i = 0; i < limits.address.tries; i++) await guess('192.0.2.50', `stranger${i}`, 'Wrong2026a')
  const refused = await guess('192.0.2.50', learner.loginName, 'Demo2026a')
  assert.equal(refused.respCode, 429)
  assert.match(refused.respDesc, /15 分钟/)
  assert.equal((await guess('192.0.2.51', learner.loginName, 'Demo2026a')).respCode, 200)
})

test('right passwords use up no attempts: a classroom sharing one address signs in', async () => {
  const learner = await aLearner(world, portal)
  for (let i = 0; i < limits.address.tries + 5; i++) {
    assert.equal((await guess('192.0.2.60', learner.loginName, 'Demo2026a')).respCode, 200)
  }
})

test('a flood of logins does not hold other calls up', async () => {
  let done = 0
  const flood = Array.from({ length: 200 }, (_, i) =>
    guess(`10.1.${i >> 4}.${i}`, `flood${i}`, 'Wrong2026a').then(() => done++),
  )
  const answered = await aBrowser(world, '192.0.2.70').call(sessionCalls.checkLogin, {})
  assert.equal(answered.respCode, 200)
  assert.ok(done < 20, `${done} of the flood were through before a plain call was answered`)
  await Promise.all(flood)
})
