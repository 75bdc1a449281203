import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aBrowser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { hashPassword, passwordLoad } from '../../../server/password.ts'
import { sessionCalls } from '../contract.ts'
import { credentialCalls } from '../credential/contract.ts'
import { type LimitName, limits } from '../../rateLimit/rules.ts'
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

test('a hundred guesses at one account from one network at the same time are five', async () => {
  const learner = await aLearner(world, portal)
  let replies: { respCode: number; respDesc: string }[] = []
  const hashes = await hashesOf(async () => {
    replies = await Promise.all(
      Array.from({ length: 100 }, (_, i) => guess('2001:db8:1:1::7', learner.loginName, `Guess${i}a`)),
    )
  })
  assert.equal(hashes, limits.password.tries)
  assert.equal(replies.filter(({ respCode }) => respCode !== -1).length, 100 - limits.address.tries)
  assert.equal(replies.filter(({ respDesc }) => /不正确/.test(respDesc)).length, limits.password.tries)
})

/** Uses up what a limit allows, for everyone. */
const useUp = (limit: LimitName) =>
  world.db`
    update tries set count = ${limits[limit].tries}, next_at = moment() + interval '1 minute'
    where bucket like ${`${limit}:%`}`

test('strangers of other networks do not keep the owner from a new device, until very many have guessed', async () => {
  const learner = await aLearner(world, portal)
  for (let network = 0; network < 3; network++) {
    for (let i = 0; i <= limits.password.tries; i++)
      await guess(`198.51.100.${network}`, learner.loginName, `Wrong${i}`)
  }
  assert.match((await guess('198.51.100.0', learner.loginName, 'Demo2026a')).respDesc, /锁定/)
  assert.equal((await guess('198.51.100.7', learner.loginName, 'Demo2026a')).respCode, 200)
  // Guesses after the first one of a network have a sum, and a first one is still made.
  await guess('198.51.100.8', learner.loginName, 'Wrong1')
  await guess('198.51.100.8', learner.loginName, 'Wrong2')
  await useUp('accountGuesses')
  assert.match((await guess('198.51.100.8', learner.loginName, 'Wrong3')).respDesc, /锁定/)
  assert.equal((await guess('198.51.100.9', learner.loginName, 'Demo2026a')).respCode, 200)
  // That ended the waits of those who guess on; the networks' sum is not forgotten.
  assert.match((await guess('198.51.100.8', learner.loginName, 'Wrong3')).respDesc, /不正确/)
  await useUp('accountNetworks')
  assert.match((await guess('198.51.100.10', learner.loginName, 'Demo2026a')).respDesc, /锁定/)
  await world.db`delete from tries where bucket like 'account%'`
  assert.equal((await guess('198.51.100.10', learner.loginName, 'Demo2026a')).respCode, 200)
})

test('an account’s name locked does not reveal its number', async () => {
  const learner = await aLearner(world, portal)
  const [row] = await world.db`select mobile_sealed from accounts where id = ${learner.accountId}`
  const mobile = world.app.secrets.open('accounts.mobile', learner.accountId, row!.mobileSealed as Buffer)
  for (let i = 0; i < limits.password.tries; i++) await guess('192.0.2.15', learner.loginName, `Wrong${i}`)
  assert.match((await guess('192.0.2.15', learner.loginName, 'Wrong9')).respDesc, /锁定/)
  assert.deepEqual(
    await guess('192.0.2.15', mobile, 'Wrong9'),
    await guess('192.0.2.15', '13900000009', 'Wrong9'),
  )
})

test('each further guess waits longer, a quarter of an hour at most, and a right one ends that', async (t) => {
  t.after(() => world.moveClock('0'))
  const learner = await aLearner(world, portal)
  for (let i = 0; i < limits.password.tries; i++) await guess('192.0.2.30', learner.loginName, `Wrong${i}`)
  let passed = 0
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    const refused = await guess('192.0.2.30', learner.loginName, 'Wrong2026a')
    assert.match(refused.respDesc, new RegExp(`锁定，请 ${minutes} 分钟`))
    passed += minutes * 60 + 1
    await world.moveClock(`${passed} seconds`)
    assert.match((await guess('192.0.2.30', learner.loginName, 'Wrong2026a')).respDesc, /不正确/)
  }
  await world.moveClock(`${passed + 901} seconds`)
  assert.equal((await guess('192.0.2.30', learner.loginName, 'Demo2026a')).respCode, 200)
  for (let i = 0; i < limits.password.tries; i++) {
    assert.match((await guess('192.0.2.30', learner.loginName, `Wrong${i}`)).respDesc, /不正确/)
  }
})

test('wrong passwords of strangers do not hold the owner up on a device of theirs, nor in a session', async () => {
  const learner = await aLearner(world, portal)
  const device = aBrowser(world, '192.0.2.81')
  await device.signIn(learner.loginName)
  const { token } = device
  for (let i = 0; i < limits.password.tries; i++) await guess('192.0.2.81', learner.loginName, `Wrong${i}`)
  assert.match((await guess('192.0.2.81', learner.loginName, 'Demo2026a')).respDesc, /锁定/)
  device.token = token
  const oldPassword = 'Demo2026a'
  const change = await device.call(credentialCalls.modifyPassword, { oldPassword, password: oldPassword })
  assert.equal(change.field, 'password', 'the old one was looked at')
  await device.signIn(learner.loginName)
  const another = await aLearner(world, portal)
  for (let i = 0; i < limits.password.tries; i++) await guess('192.0.2.81', another.loginName, `Wrong${i}`)
  await assert.rejects(device.signIn(another.loginName), /锁定/, 'the device knows its own accounts only')
  const forged = aBrowser(world, '192.0.2.81')
  forged.cookies.device = device.cookies.device!.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))
  const moved = `${'x'.repeat(22)}.${device.cookies.device!.split('.')[1]}`
  await assert.rejects(forged.signIn(learner.loginName), /锁定/)
  forged.cookies.device = moved
  await assert.rejects(forged.signIn(learner.loginName), /锁定/)
})

test('a known device is not held up by what others at its address guess', async () => {
  const learner = await aLearner(world, portal)
  const device = aBrowser(world, '192.0.2.84')
  await device.signIn(learner.loginName)
  for (let i = 0; i < limits.address.tries; i++) await guess('192.0.2.84', `stranger${i}`, 'Wrong2026a')
  assert.equal((await guess('192.0.2.84', learner.loginName, 'Demo2026a')).respCode, 429)
  await device.signIn(learner.loginName)
})

test('guesses on a known device are counted as well', async () => {
  const learner = await aLearner(world, portal)
  const device = aBrowser(world, '192.0.2.83')
  await device.signIn(learner.loginName)
  for (let i = 0; i < limits.password.tries; i++) {
    await assert.rejects(device.signIn(learner.loginName, { password: `Wrong${i}` }), /不正确/)
  }
  await assert.rejects(device.signIn(learner.loginName), /锁定/)
})

test('right sign-ins at the same moment do not lock an account or a classroom', async () => {
  const learner = await aLearner(world, portal)
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => guess('192.0.2.90', learner.loginName, 'Demo2026a')),
  )
  assert.deepEqual([...new Set(replies.map(({ respCode }) => respCode))], [200])
})

test('a new password starts with a count of its own', async () => {
  const learner = await aLearner(world, portal)
  for (let i = 0; i < limits.password.tries; i++) await guess('192.0.2.20', learner.loginName, `Wrong${i}`)
  assert.match((await guess('192.0.2.20', learner.loginName, 'Demo2026a')).respDesc, /锁定/)
  const passwordHash = await hashPassword('Fresh2026a')
  await world.db`update accounts set password_hash = ${passwordHash} where id = ${learner.accountId}`
  assert.equal((await guess('192.0.2.20', learner.loginName, 'Fresh2026a')).respCode, 200)
})

test('a bot with thousands of guesses from thirty addresses makes a few hundred and finds nothing', async () => {
  const victims = await Promise.all(Array.from({ length: 6 }, () => aLearner(world, portal)))
  const names = victims.map((victim) => victim.loginName)
  const addresses = Array.from({ length: 30 }, (_, i) => `203.0.113.${i}`)
  const codes = new Map<number, number>()
  const hashes = await hashesOf(async () => {
    for (let round = 0; round < 30; round++) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const n = round * 100 + i
          return guess(addresses[n % 30]!, names[n % 6]!, `Guess${n}a`)
        }),
      )
      for (const { respCode } of replies) codes.set(respCode, (codes.get(respCode) ?? 0) + 1)
    }
  })
  assert.equal(codes.get(200), undefined)
  assert.equal(hashes, addresses.length * limits.password.tries, 'each address guesses at one name')
  assert.ok((codes.get(429) ?? 0) >= 3000 - 30 * limits.address.tries, String(codes.get(429)))
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
