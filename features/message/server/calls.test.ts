import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { runJob } from '../../../test/build/job.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { passwordChanged } from '../../account/server/messages.ts'
import { orderPaid } from '../../order/server/messages.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { messageCalls } from '../contract.ts'
import { sendMessage } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let learner: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/message'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})
beforeEach(async () => {
  await world.db`delete from message_routes`
  await world.db`delete from message_configs`
  await world.db`delete from message_budgets`
  learner = await anAccount(world, portal)
})

const at = '2023-11-22T01:00:00.000Z'
const paid = { orderId: '00000000-0000-7000-8000-000000000001', orderNo: 'A2023', amount: 6050 }
const sendPaid = (account = learner, key: string | null = null) =>
  world.db.begin((tx) => sendMessage(tx, orderPaid, account.accountId, paid, key))
const sendSecurity = (account = learner) =>
  world.db.begin((tx) => sendMessage(tx, passwordChanged, account.accountId, { at }))
const templateOf = (kind: string) => world.app.channels.sms!.own!.templates.get(kind)!
const mobileOf = async ({ accountId }: BuiltAccount) => {
  const [row] = await world.db`select mobile_sealed from accounts where id = ${accountId}`
  return world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer)
}
const slotsOf = (...names: string[]) => names.map((name) => ({ place: name, param: name }))
/** Has a kind sent by SMS, with the local carrier's template of it. */
const bySms = (kind: { code: string }, ...names: string[]) =>
  world.ask(
    messageCalls.saveRoute,
    {
      kind: kind.code,
      channel: 'sms',
      isEnabled: true,
      templateId: templateOf(kind.code),
      slots: slotsOf(...names),
    },
    admin.token,
  )
const textsTo = async (account: BuiltAccount) =>
  (
    await world.db`select text from outbox_messages where recipient = ${await mobileOf(account)} order by id`
  ).map((row) => row.text as string)
const deliveriesOf = (account: BuiltAccount) =>
  world.db`select * from message_deliveries where account_id = ${account.accountId} order by id`

test('a message is in the inbox of its account alone, in both languages, and is read one by one or all at once', async () => {
  const other = await anAccount(world, portal)
  for (let i = 0; i < 3; i++) await sendPaid()
  const first = await world.ask(messageCalls.findMine, { limit: 2 }, learner.token)
  assert.deepEqual([first.list.length, first.more], [2, true])
  const [message] = first.list
  assert.equal(message!.title.zh, '订单已付款')
  assert.match(message!.text.zh, /A2023 .*60\.50 元/)
  assert.match(message!.text.en, /60\.50 .*A2023/)
  assert.match(message!.way!, /^\/.*orderId=|^\/my/)
  const rest = await world.ask(messageCalls.findMine, { limit: 2, after: first.list[1]!.id }, learner.token)
  assert.deepEqual([rest.list.length, rest.more], [1, false])
  const unread = async (account: BuiltAccount) =>
    (await world.ask(messageCalls.countUnread, {}, account.token)).count
  assert.deepEqual([await unread(learner), await unread(other)], [3, 0])
  const foreign = await world.call(messageCalls.read, { id: message!.id }, other.token)
  assert.equal(foreign.respCode, 404)
  await world.ask(messageCalls.read, { upTo: message!.id }, other.token)
  assert.equal(await unread(learner), 3)
  await world.ask(messageCalls.read, { id: rest.list[0]!.id }, learner.token)
  assert.equal(await unread(learner), 2)
  // What comes while a page is read stays unread.
  await sendPaid()
  await world.ask(messageCalls.read, { upTo: message!.id }, learner.token)
  assert.equal(await unread(learner), 1)
  const left = await world.ask(messageCalls.findMine, { isUnread: true }, learner.token)
  assert.deepEqual([left.list.length, left.list[0]!.readAt], [1, null])
})

test('one message under a key, however many send it at the same time, and none without its transaction', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  const again = () => sendPaid(learner, 'once')
  const ids = await race(
    world.db,
    (tx) => sendMessage(tx, orderPaid, learner.accountId, paid, 'once'),
    again,
    again,
  )
  assert.deepEqual(ids, [null, null])
  await world.portal.drainJobs()
  assert.equal((await textsTo(learner)).length, 1)
  await assert.rejects(
    world.db.begin(async (tx) => {
      await sendMessage(tx, orderPaid, learner.accountId, paid)
      throw new Error('undone')
    }),
  )
  await world.portal.drainJobs()
  const { list } = await world.ask(messageCalls.findMine, {}, learner.token)
  assert.deepEqual([list.length, (await textsTo(learner)).length], [1, 1])
})

test('a template goes out with its places filled; one that does not fit the kind is refused with the place named', async () => {
  const own = { kind: orderPaid.code, channel: 'sms', isEnabled: true } as const
  const templateId = templateOf(orderPaid.code)
  const cases: [object, string][] = [
    [{ ...own }, 'templateId'],
    [{ ...own, templateId: 'SMS_1' }, 'templateId'],
    [{ ...own, templateId }, 'slots.orderNo'],
    [{ ...own, templateId, slots: slotsOf('orderNo') }, 'slots.amount'],
    [{ ...own, templateId, slots: slotsOf('orderNo', 'amount', 'more') }, 'slots.more'],
    [
      { ...own, templateId, slots: [...slotsOf('orderNo'), { place: 'amount', param: 'nothing' }] },
      'slots.amount',
    ],
    // An id says nothing to a person.
    [
      { ...own, templateId, slots: [...slotsOf('orderNo'), { place: 'amount', param: 'orderId' }] },
      'slots.amount',
    ],
    [{ ...own, channel: 'wechat', templateId }, 'channel'],
    [{ ...own, kind: 'session.code', channel: 'mail' }, 'channel'],
  ]
  for (const [draft, field] of cases) {
    const refused = await world.call(messageCalls.saveRoute, draft as never, admin.token)
    assert.deepEqual([refused.respCode, refused.field], [422, field], JSON.stringify(draft))
  }
  assert.equal((await world.db`select from message_routes`).length, 0)
  const read = await world.ask(messageCalls.readTemplate, { channel: 'sms', templateId }, admin.token)
  assert.deepEqual(read.places, ['orderNo', 'amount'])
  await bySms(orderPaid, 'orderNo', 'amount')
  await sendPaid()
  await world.portal.drainJobs()
  const [text] = await textsTo(learner)
  assert.match(text!, /^【继续教育】.*A2023.*60\.50/)
})

test('a notice can be switched off by its reader, a security message cannot; both stay in the inbox', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  await bySms(passwordChanged, 'at')
  await world.ask(messageCalls.savePreferences, { channel: 'sms', isOn: false }, learner.token)
  const { channels } = await world.ask(messageCalls.getPreferences, {}, learner.token)
  assert.deepEqual(channels.find(({ channel }) => channel === 'sms')!.isOn, false)
  await sendPaid()
  await sendSecurity()
  await world.portal.drainJobs()
  const texts = await textsTo(learner)
  assert.deepEqual([texts.length, /密码/.test(texts[0]!)], [1, true])
  const { list } = await world.ask(messageCalls.findMine, {}, learner.token)
  assert.equal(list.length, 2)
})

/** The alarms of an admin, once what is watched was looked over. */
const alarms = async () => {
  await runJob(world, 'message.watch')
  return (await world.ask(messageCalls.findMine, {}, admin.token)).list.flatMap(({ group, kind }) =>
    group === 'alarm' ? [kind] : [],
  )
}
const limit = (dailySms: number, dailyToNumber: number) =>
  world.ask(messageCalls.saveConfig, { smsSign: '测试', dailySms, dailyToNumber }, admin.token)
const askForCode = (mobile: string) => world.call(codeCalls.sendMsgCode, { mobile })

test('a project’s day and a number’s day have a limit; what exceeds it is logged and staff is alarmed once', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  await limit(4, 2)
  const other = await anAccount(world, portal)
  for (let i = 0; i < 3; i++) await sendPaid()
  await world.portal.drainJobs()
  assert.equal((await textsTo(learner)).length, 2)
  for (let i = 0; i < 2; i++) await sendPaid(other)
  await world.portal.drainJobs()
  const codes = [...(await deliveriesOf(learner)), ...(await deliveriesOf(other))].map((row) =>
    String(row.carrierCode),
  )
  assert.deepEqual(codes.toSorted(), ['budget', 'null', 'null', 'null', 'numberBudget'])
  assert.deepEqual(await alarms(), ['message.noticeBudgetAlarm'])
  const third = await anAccount(world, portal)
  await sendPaid(third)
  await world.portal.drainJobs()
  assert.equal((await alarms()).length, 1)
  assert.ok((await textsTo(other))[0]!.startsWith('【测试】'))
})

test('notices leave a share of the day to codes; once that is used up a code is refused before anything is counted', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  await world.db`delete from message_alarms`
  await world.db`delete from messages where account_id = ${admin.accountId}`
  await limit(5, 1)
  const others = await Promise.all(Array.from({ length: 5 }, () => anAccount(world, portal)))
  for (const other of others) await sendPaid(other)
  await world.portal.drainJobs()
  const sent = await world.db`
    select from message_deliveries where account_id = any (${others.map((other) => other.accountId)}) and status = 'sent'`
  assert.equal(sent.length, 4)
  assert.deepEqual(await alarms(), ['message.noticeBudgetAlarm'])
  // A code has a limit of its own for a number, which has had its one notice.
  const mobile = await mobileOf(others[0]!)
  const code = await askForCode(mobile)
  assert.equal(code.respCode, 200)
  await world.portal.drainJobs()
  assert.equal((await textsTo(others[0]!)).length, 2)
  assert.deepEqual(await alarms(), ['message.budgetAlarm', 'message.noticeBudgetAlarm'])
  const count = async () => [
    (await world.db`select from message_codes`).length,
    (await world.db`select from message_deliveries where kind = 'session.code'`).length,
  ]
  const counts = await count()
  for (const asked of [await mobileOf(others[1]!), '16612349876']) {
    const refused = await askForCode(asked)
    assert.deepEqual([refused.respCode, /已达上限/.test(refused.respDesc)], [503, true])
  }
  assert.deepEqual(await count(), counts)
  await limit(100, 10)
  assert.equal((await askForCode('16612349876')).respCode, 200)
})

test('the last texts of a day go to as many codes, however many are requested at the same time', async () => {
  await limit(3, 1)
  const asked = await Promise.all(
    Array.from({ length: 6 }, (_, i) => askForCode(`1661238000${i}`).then(({ respCode }) => respCode)),
  )
  assert.deepEqual(asked.toSorted(), [200, 200, 200, 503, 503, 503])
  await world.portal.drainJobs()
  const texts = await world.db`select from outbox_messages where recipient like '1661238000_'`
  assert.equal(texts.length, 3)
})

test('what is sent again counts again', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  await limit(100, 1)
  await sendPaid()
  await world.portal.drainJobs()
  const [row] = await deliveriesOf(learner)
  await world.db`update message_deliveries set status = 'failed' where id = ${row!.id as string}`
  await world.ask(messageCalls.resend, { id: row!.id as string }, admin.token)
  await world.portal.drainJobs()
  const [again] = await deliveriesOf(learner)
  assert.deepEqual([again!.status, again!.carrierCode], ['failed', 'numberBudget'])
})

test('an account that was closed is sent nothing, not even into its inbox', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  await world.db`update accounts set status = 'deleted' where id = ${learner.accountId}`
  assert.equal(await sendPaid(), null)
  const rows = await world.db`select from messages where account_id = ${learner.accountId}`
  assert.deepEqual([rows.length, (await deliveriesOf(learner)).length], [0, 0])
})

test('the log shows masked numbers and states, finds by a whole number, and sends a message again, not a code', async () => {
  await bySms(orderPaid, 'orderNo', 'amount')
  await sendPaid()
  await world.portal.drainJobs()
  const mobile = await mobileOf(learner)
  const found = await world.ask(messageCalls.queryDeliveries, { recipient: mobile }, admin.token)
  assert.equal(found.total, 1)
  const [row] = found.list
  assert.deepEqual(
    [row!.status, row!.recipient, row!.kind, row!.tries, row!.isRepeatable],
    ['sent', `${mobile.slice(0, 3)}****${mobile.slice(-4)}`, orderPaid.code, 1, false],
  )
  const countOf = async (input: Parameters<typeof world.ask<typeof messageCalls.queryDeliveries>>[1]) =>
    (await world.ask(messageCalls.queryDeliveries, { recipient: mobile, ...input }, admin.token)).total
  assert.equal(await countOf({ status: ['queued', 'sent'], from: row!.createdAt }), 1)
  assert.equal(await countOf({ status: ['queued', 'failed'] }), 0)
  assert.equal(await countOf({ to: row!.createdAt }), 0)
  const early = await world.call(messageCalls.resend, { id: row!.id }, admin.token)
  assert.equal(early.respCode, 409)
  await world.db`update message_deliveries set receipt_at = moment() where id = ${row!.id}`
  await world.db`update jobs set run_at = moment() where type = 'message.receipts' and status = 'queued'`
  await world.db`
    insert into jobs (type, lane, key) values ('message.receipts', 'message', 'now') on conflict do nothing`
  await world.portal.drainJobs()
  const [delivered] = (await world.ask(messageCalls.queryDeliveries, { recipient: mobile }, admin.token)).list
  assert.equal(delivered!.status, 'delivered')
  await world.ask(messageCalls.resend, { id: row!.id }, admin.token)
  await world.portal.drainJobs()
  assert.equal((await textsTo(learner)).length, 2)
  const stranger = await anAccount(world, portal)
  const refused = await world.call(messageCalls.resend, { id: row!.id }, stranger.token)
  assert.equal(refused.respCode, 403)
})
