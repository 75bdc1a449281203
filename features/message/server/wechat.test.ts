import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { aWechatWorld, type WechatWorld } from '../../../test/build/wechat.ts'
import { until } from '../../../test/until.ts'
import { orderPaid } from '../../order/server/messages.ts'
import { openIdOf } from '../../../sandbox/wechat/people.ts'
import { messageCalls } from '../contract.ts'
import { sendMessage } from './actions.ts'

let wechat: WechatWorld
let appId: string
let place: BuiltPortal
let staff: BuiltAccount
before(async () => {
  wechat = await aWechatWorld()
  const { world } = wechat
  place = await aPortal(world, { menus: ['/project-manage/message', '/project-manage/wechat-app'] })
  staff = await anAccount(world, place, { role: 'admin' })
  appId = await wechat.addApp('official', {}, { portal: place, admin: staff })
})

/** A learner who is bound through the official account, and follows it or not. */
async function aFollower(person: string, follows: boolean): Promise<BuiltAccount> {
  const { world, registered } = wechat
  const { db, app } = world
  const account = await anAccount(world, place)
  const official = registered('official', place.projectId).appId
  const openId = openIdOf(app.secrets, official, person)
  await db`update accounts set wechat_open_id = ${openId} where id = ${account.accountId}`
  await db`insert into wechat_bindings ${db({ accountId: account.accountId, appId, openId })}`
  if (follows) await db`insert into wechat_followers ${db({ appId: official, person })}`
  return account
}
const paid = { orderId: '00000000-0000-7000-8000-000000000001', orderNo: 'A2026', amount: 6050 }
const stateOf = async ({ accountId }: BuiltAccount) => {
  const [row] = await wechat.world.db`
    select status, carrier_code from message_deliveries where account_id = ${accountId}`
  return row ? [row.status, row.carrierCode] : null
}

/** Has paid orders reported in WeChat. */
const routeByWechat = () =>
  wechat.world.ask(
    messageCalls.saveRoute,
    {
      kind: orderPaid.code,
      channel: 'wechat',
      isEnabled: true,
      templateId: 'demo-template-news',
      slots: [{ place: 'thing1', param: 'orderNo' }],
    },
    staff.token,
  )

test('a follower is sent a message of a template, and its receipt is taken; who does not follow is failed without alarm', async () => {
  const { world } = wechat
  const route = { kind: orderPaid.code, channel: 'wechat', isEnabled: true } as const
  const refused = await world.call(messageCalls.saveRoute, { ...route, templateId: 'unknown' }, staff.token)
  assert.deepEqual([refused.respCode, refused.field], [422, 'templateId'])
  const { places } = await world.ask(
    messageCalls.readTemplate,
    { channel: 'wechat', templateId: 'demo-template-news' },
    staff.token,
  )
  assert.deepEqual(places, ['thing1'])
  await routeByWechat()
  const [follower, stranger] = [await aFollower('fang', true), await aFollower('jianguo', false)]
  const unbound = await anAccount(world, place)
  for (const { accountId } of [follower, stranger, unbound]) {
    await world.db.begin((tx) => sendMessage(tx, orderPaid, accountId, paid))
  }
  await world.portal.drainJobs()
  await until(async () => (await stateOf(follower))![0] === 'delivered')
  assert.deepEqual(await stateOf(stranger), ['failed', '43004'])
  assert.equal(await stateOf(unbound), null)
  const { list } = await world.ask(messageCalls.findMine, {}, staff.token)
  assert.deepEqual(list, [])
})

test('who is bound through another app, or one that is switched off, is not reached and can receive no test', async () => {
  const { world } = wechat
  const { db } = world
  await routeByWechat()
  const follower = await aFollower('mei', true)
  const reached = async () => {
    const { channels } = await world.ask(messageCalls.getPreferences, {}, follower.token)
    await db`delete from message_deliveries where account_id = ${follower.accountId}`
    await db.begin((tx) => sendMessage(tx, orderPaid, follower.accountId, paid))
    return [
      channels.find(({ channel }) => channel === 'wechat')?.recipient ?? null,
      (await db`select from message_deliveries where account_id = ${follower.accountId}`).length,
    ]
  }
  assert.deepEqual(await reached(), ['', 1])
  await db`update wechat_bindings set open_id = 'another' where account_id = ${follower.accountId}`
  assert.deepEqual(await reached(), [null, 0])
  await db`
    update wechat_bindings b set open_id = a.wechat_open_id from accounts a
    where a.id = b.account_id and a.id = ${follower.accountId}`
  const other = await aPortal(world, {})
  await db`update wechat_apps set project_id = ${other.projectId} where id = ${appId}`
  assert.deepEqual(await reached(), [null, 0])
  await db`update wechat_apps set project_id = ${place.projectId} where id = ${appId}`
  await db`update wechat_apps set status = 'disabled' where id = ${appId}`
  assert.deepEqual(await reached(), [null, 0])
  await db`update wechat_apps set status = 'active', kind = 'open' where id = ${appId}`
  assert.deepEqual(await reached(), [null, 0])
  await db`update wechat_apps set kind = 'official' where id = ${appId}`
  assert.deepEqual(await reached(), ['', 1])
  await db`update accounts set wechat_open_id = 'one' where id = ${staff.accountId}`
  await db`insert into wechat_bindings ${db({ accountId: staff.accountId, appId, openId: 'another' })}`
  const refused = await world.call(
    messageCalls.sendTest,
    { kind: orderPaid.code, channel: 'wechat' },
    staff.token,
  )
  assert.deepEqual([refused.respCode, refused.field], [422, 'channel'])
})
