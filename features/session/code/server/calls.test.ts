import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aBrowser, type Browser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { registerCalls } from '../../../login/register/contract.ts'
import { type LimitName, limits } from '../../../rateLimit/rules.ts'
import { codeCalls } from '../contract.ts'
import { codeLimits } from './actions.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const mobileOf = async (accountId: string) => {
  const [row] = await world.db`select mobile_sealed from accounts where id = ${accountId}`
  return world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer)
}
let minutes = 0
/** Requests a code, a minute after the one before. */
async function request(browser: Browser, mobile: string | null): Promise<number> {
  await world.moveClock(`${++minutes * 61} seconds`)
  const reply =
    mobile === null
      ? await browser.call(codeCalls.sendMsgCodeByModify, {})
      : await browser.call(codeCalls.sendMsgCodeByLogin, { mobile })
  return reply.respCode
}

test('strangers do not use up the codes of a number’s holder, nor the first one of a network that is new', async (t) => {
  t.after(() => world.moveClock('0'))
  const learner = await aLearner(world, portal)
  const mobile = await mobileOf(learner.accountId)
  const device = aBrowser(world, '192.0.2.1')
  await device.signIn(learner.loginName)
  const { token } = device
  const strangers = (network: number) =>
    [1, 2].map((host) => aBrowser(world, `2001:db8:${network}:1::${host}`)) as [Browser, Browser]
  const [first, beside] = strangers(10)
  for (let i = 0; i < codeLimits.aDay; i++) assert.equal(await request(i % 2 ? beside : first, mobile), 200)
  assert.equal(await request(beside, mobile), 429, 'five for one network')
  for (let network = 11; network < 10 + codeLimits.networks - codeLimits.strangers + 1; network++) {
    const [fresh, again] = strangers(network)
    assert.equal(await request(fresh, mobile), 200, 'the first one of a network')
    if (network < 13) assert.equal(await request(again, mobile), 429, 'five for strangers together')
  }
  assert.equal(await request(strangers(99)[0], mobile), 429, 'twenty with the first ones')
  device.token = null
  for (let i = 0; i < codeLimits.aDay; i++) assert.equal(await request(device, mobile), 200)
  assert.equal(await request(device, mobile), 429)
  device.token = token
  for (let i = 0; i < codeLimits.aDay; i++) assert.equal(await request(device, null), 200)
  assert.equal(await request(device, null), 429)
})

test('a network that used up its messages and guesses holds up no device of the number’s holder', async () => {
  const learner = await aLearner(world, portal)
  const mobile = await mobileOf(learner.accountId)
  const device = aBrowser(world, '192.0.2.7')
  await device.signIn(learner.loginName)
  device.token = null
  const stranger = aBrowser(world, '192.0.2.7')
  const useUp = (limit: LimitName) =>
    world.db`update tries set count = ${limits[limit].tries} where bucket like ${`${limit}:%`}`
  await stranger.call(codeCalls.sendMsgCodeByLogin, { mobile: '13900000001' })
  await useUp('addressMessages')
  assert.equal((await stranger.call(codeCalls.sendMsgCodeByLogin, { mobile: '13900000002' })).respCode, 429)
  const { respCode, attribute } = await device.call(codeCalls.sendMsgCodeByLogin, { mobile })
  assert.equal(respCode, 200)
  const typed = { mobile, msgCode: '000000', codeToken: attribute.codeToken }
  const guess = (browser: Browser, codeToken = typed.codeToken) =>
    browser.call(registerCalls.loginByMobile, { ...typed, codeToken })
  await guess(stranger, learner.accountId)
  await useUp('address')
  assert.equal((await guess(stranger, learner.accountId)).respCode, 429)
  assert.equal((await guess(device)).field, 'msgCode', 'the code was looked at')
  await world.db`delete from tries`
})

test('a known number and an unknown one do the same work, and a code that is not stored is not counted', async (t) => {
  const learner = await aLearner(world, portal)
  const numbers = { known: await mobileOf(learner.accountId), unknown: '13900000003' }
  const rows = async () => {
    const [row] = await world.db`
      select (select count(*) from message_codes)::int as codes,
        (select count(*) from message_deliveries)::int as deliveries`
    return row as unknown as { codes: number; deliveries: number }
  }
  const before = await rows()
  await world.db.unsafe(`
    create function refuse_delivery() returns trigger language plpgsql as 'begin raise exception ''full''; end';
    create trigger refuse_delivery before insert on message_deliveries execute function refuse_delivery()`)
  t.after(() => world.db.unsafe('drop function refuse_delivery cascade'))
  for (const mobile of Object.values(numbers)) {
    assert.equal(await request(aBrowser(world, '192.0.2.90'), mobile), -1, 'the delivery was written')
  }
  assert.deepEqual(await rows(), before)
  await world.db.unsafe('drop trigger refuse_delivery on message_deliveries')
  for (const mobile of Object.values(numbers)) {
    assert.equal(await request(aBrowser(world, '192.0.2.90'), mobile), 200)
  }
  assert.deepEqual(await rows(), { codes: before.codes + 2, deliveries: before.deliveries + 1 })
})
