import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJob } from '../../../test/build/job.ts'
import { aShop } from '../../../test/build/order.ts'
import { anAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { messageCalls } from '../../message/contract.ts'

test('a channel that gives no answer alarms staff once, and a paid order is told to its learner', async () => {
  const shop = await aShop(['/order-manage/list', '/project-manage/message'])
  const { world, portal } = shop
  const admin = await anAccount(world, portal, { role: 'admin' })
  const built = await shop.order()
  const codeUrl = await shop.code(built)
  const kindsOf = async (token: string) =>
    (await world.ask(messageCalls.findMine, {}, token)).list.map(({ kind }) => kind)
  await runJob(world, 'message.watch')
  assert.deepEqual(await kindsOf(admin.token), [])
  shop.silence(true)
  await world.db`update payments set ask_at = moment() where order_id = ${built.order.id}`
  await shop.poll()
  for (let i = 0; i < 2; i++) await runJob(world, 'message.watch')
  assert.deepEqual(await kindsOf(admin.token), ['message.paymentAlarm'])
  shop.silence(false)
  assert.deepEqual(await kindsOf(built.learner.token), [])
  await shop.payAt(codeUrl)
  // Unless the notice of the payment came before the poll.
  await world.db`update payments set ask_at = moment() where order_id = ${built.order.id} and ask_at is not null`
  await shop.poll()
  await until(async () => (await kindsOf(built.learner.token)).length > 0)
  assert.deepEqual(await kindsOf(built.learner.token), ['order.paid'])
})
