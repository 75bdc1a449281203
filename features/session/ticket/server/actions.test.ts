import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aBrowser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { sessionCalls } from '../../contract.ts'
import { openTicket } from './actions.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const ticketFor = (account: BuiltAccount) =>
  world.db.begin((tx) =>
    openTicket(tx, { id: account.accountId, roleId: portal.roles.learner, unitId: portal.unitId }),
  )
const who = (token: string | null) => world.call(sessionCalls.getAccountInfo, {}, token)

test('a ticket is redeemed once, for a fresh token and a companion; it opens no other call', async () => {
  const learner = await aLearner(world, portal, { name: '赵小七' })
  const browser = aBrowser(world)
  browser.token = await ticketFor(learner)
  assert.equal((await browser.call(sessionCalls.checkLogin, {})).attribute.loggedIn, false)
  const redeemed = await browser.call(sessionCalls.getAccountInfo, {})
  assert.equal(redeemed.attribute.manageAccountInfo.userName, '赵小七')
  const fresh = redeemed.attribute.tokenCode!
  assert.match(fresh, /^[\w-]{43}$/)
  assert.ok(browser.cookies.sid)
  assert.equal((await who(fresh)).respCode, 200)
  assert.equal((await who(fresh)).attribute.tokenCode, undefined)
  const again = await browser.call(sessionCalls.getAccountInfo, {})
  assert.equal(again.respCode, 401)
  assert.match(again.respDesc, /失效/)
})

test('of two who redeem one ticket at the same time one is let in', async () => {
  const ticket = await ticketFor(await aLearner(world, portal))
  const replies = await Promise.all(Array.from({ length: 8 }, () => who(ticket)))
  assert.equal(replies.filter((reply) => reply.respCode === 200).length, 1)
  assert.equal(replies.filter((reply) => reply.respCode === 401).length, 7)
})

test('a ticket that is late or forged, or whose account or role is gone, is refused with 401', async () => {
  const learner = await aLearner(world, portal)
  const late = await ticketFor(learner)
  await world.moveClock('61 seconds')
  assert.equal((await who(late)).respCode, 401)
  await world.moveClock('0')
  const good = await ticketFor(learner)
  for (const forged of [
    `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
    good.slice(2),
    't.',
    'null',
  ]) {
    assert.equal((await who(forged)).respCode, 401, forged)
  }
  const notHeld = await world.db.begin((tx) =>
    openTicket(tx, { id: learner.accountId, roleId: portal.roles.admin, unitId: null }),
  )
  assert.equal((await who(notHeld)).respCode, 401)
  const disabled = await ticketFor(learner)
  await world.db`update accounts set status = 'disabled' where id = ${learner.accountId}`
  assert.equal((await who(disabled)).respCode, 401)
})

test('what is stored of a ticket cannot be redeemed', async () => {
  const ticket = await ticketFor(await aLearner(world, portal))
  const rows = await world.db`select t::text as row from session_tickets t`
  assert.ok(rows.length > 0)
  for (const { row } of rows) assert.ok(!(row as string).includes(ticket.slice(2)))
})

test('a live token that was handed over in an address is exchanged: the copy in the history is dead', async () => {
  const manager = await anAccount(world, portal, { role: 'admin' })
  const browser = aBrowser(world)
  await browser.signIn(manager.loginName)
  const [before] = await world.db`select expires_at from sessions order by created_at desc limit 1`
  const handed = browser.token!
  const reply = await browser.call(sessionCalls.getAccountInfo, { handed: true })
  assert.equal(reply.respCode, 200)
  assert.equal((await who(reply.attribute.tokenCode!)).respCode, 200)
  const [after] = await world.db`select expires_at from sessions order by created_at desc limit 1`
  assert.equal(after!.expiresAt, before!.expiresAt)
  const replay = await browser.call(sessionCalls.getAccountInfo, { handed: true })
  assert.equal(replay.respCode, 401)
  assert.equal((await who(handed)).respCode, 401)
})
