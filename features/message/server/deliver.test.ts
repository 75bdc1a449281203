import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { allJobs, messageKinds } from '../../../app/features.ts'
import { openPortal } from '../../../app/portal.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { aJob, runJob } from '../../../test/build/job.ts'
import { until } from '../../../test/until.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { type Job, LostLease } from '../../../server/jobs.ts'
import { CarrierRefused } from '../../../server/channels/carrier.ts'
import { localSms } from '../../../server/channels/openSms.ts'
import type { SmsChannel, SmsReport } from '../../../server/channels/sms.ts'
import { orderPaid } from '../../order/server/messages.ts'
import { codeMessage } from '../../session/code/server/messages.ts'
import { messageCalls } from '../contract.ts'
import { passwordChanged } from '../../account/server/messages.ts'
import { sendCodeText, sendMessage } from './actions.ts'
import type { Draft } from './carriers.ts'
import { channelAlarm } from './messages.ts'
import { markSent, refuseDelivery, takeReport } from './deliver.ts'

/** Behaviour of the carrier before and after it takes the next message, and when it is asked about one. */
let carrier: {
  before?: (templateId: string) => void | Promise<void>
  after?: () => void | Promise<void>
  report?: () => SmsReport | null
  knowsNoTemplate?: true
} = {}
let handed: string[] = []
let asked: string[] = []
let lines: string[] = []

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let learner: BuiltAccount

function unreliable(sms: SmsChannel): SmsChannel {
  return {
    ...sms,
    get own() {
      return carrier.knowsNoTemplate ? undefined : sms.own
    },
    async send(draft) {
      handed.push(draft.outId)
      await carrier.before?.(draft.templateId)
      const id = await sms.send(draft)
      await carrier.after?.()
      return id
    },
    async find(query) {
      asked.push(query.outId)
      return carrier.report ? carrier.report() : sms.find(query)
    },
  }
}

before(async () => {
  world = await openWorld({ channels: (db) => ({ sms: unreliable(localSms(db, messageKinds)) }) })
  portal = await aPortal(world, { menus: ['/project-manage/message'] })
  admin = await anAccount(world, portal, { role: 'admin' })
  await world.ask(
    messageCalls.saveRoute,
    {
      kind: orderPaid.code,
      channel: 'sms',
      isEnabled: true,
      templateId: world.app.channels.sms!.own!.templates.get(orderPaid.code)!,
      slots: ['orderNo', 'amount'].map((name) => ({ place: name, param: name })),
    },
    admin.token,
  )
})
beforeEach(async () => {
  carrier = {}
  handed = []
  asked = []
  lines = []
  learner = await anAccount(world, portal)
  await world.db`delete from message_alarms`
  await world.db`delete from messages where account_id = ${admin.accountId}`
})

const paid = { orderId: '00000000-0000-7000-8000-000000000001', orderNo: 'A2023', amount: 6050 }
const send = () => world.db.begin((tx) => sendMessage(tx, orderPaid, learner.accountId, paid))
const delivery = async () => {
  const [row] = await world.db`select * from message_deliveries where account_id = ${learner.accountId}`
  return row!
}
const mobileOf = async () => {
  const [row] = await world.db`select mobile_sealed from accounts where id = ${learner.accountId}`
  return world.app.secrets.open('accounts.mobile', learner.accountId, row!.mobileSealed as Buffer)
}
const texts = async () =>
  (await world.db`select from outbox_messages where recipient = ${await mobileOf()}`).length
/** Makes every waiting delivery due now. */
const retryNow = async () => {
  await world.db`
    update jobs set run_at = moment() where type in ('message.deliver', 'message.code') and status = 'queued'`
  await world.portal.drainJobs()
}

const silence = () => {
  throw new CarrierRefused('noAnswer', 'no answer in time', true)
}
/** As if what was handed over had been so earlier by these seconds. */
const age = (seconds: number) =>
  world.db`update message_deliveries set handed_at = handed_at - make_interval(secs => ${seconds})`

test('a process that ends between sending and marking sends nothing twice, however late the carrier lists it', async () => {
  carrier.after = () => {
    throw new Error('the process ended here')
  }
  await send()
  await world.portal.drainJobs()
  assert.deepEqual([(await delivery()).status, await texts()], ['queued', 1])
  carrier = { report: () => null }
  for (let i = 0; i < 2; i++) await retryNow()
  assert.deepEqual([(await delivery()).status, await texts()], ['queued', 1])
  carrier = {}
  await retryNow()
  const row = await delivery()
  assert.deepEqual([row.status, row.tries, await texts(), handed], ['sent', 4, 1, [row.outId]])
})

test('a carrier that gave no answer is asked for two minutes before the text is handed over again', async () => {
  carrier = { before: silence, report: () => null }
  await send()
  await world.portal.drainJobs()
  await retryNow()
  await age(100)
  await retryNow()
  assert.deepEqual([handed.length, asked.length], [1, 2])
  await age(21)
  await retryNow()
  assert.deepEqual([handed.length, asked.length], [2, 3])
  // The wait begins again with what was handed over last.
  await retryNow()
  assert.equal(handed.length, 2)
  await age(121)
  carrier = { report: () => null }
  await retryNow()
  assert.deepEqual([(await delivery()).status, handed.length, await texts()], ['sent', 3, 1])
})

let numbers = 0
/** Queues a code for a number of its own; returns what becomes of it. */
async function sendCode() {
  const mobile = `1661299${String(++numbers).padStart(4, '0')}`
  const id = await world.db.begin((tx) =>
    sendCodeText(
      tx,
      world.app.secrets,
      codeMessage,
      { projectId: portal.projectId, mobile, minutes: 5 },
      { code: '123456', minutes: '5' },
    ),
  )
  return {
    id,
    mobile,
    async read() {
      const [row] = await world.db`
        select status, carrier_code, params_sealed is not null as has_text from message_deliveries where id = ${id}`
      return [row!.status, row!.carrierCode, row!.hasText]
    },
    texts: async () => (await world.db`select from outbox_messages where recipient = ${mobile}`).length,
  }
}
const expire = (id: string) =>
  world.db`update message_deliveries set expires_at = moment() - interval '1 second' where id = ${id}`

test('an expired code is not sent: neither late nor again after a silent carrier; one that was taken counts as sent', async () => {
  carrier.before = () => {
    throw new CarrierRefused('isv.BUSINESS_LIMIT_CONTROL', 'too many', true)
  }
  const refused = await sendCode()
  await world.portal.drainJobs()
  assert.deepEqual(await refused.read(), ['queued', 'isv.BUSINESS_LIMIT_CONTROL', true])
  await expire(refused.id)
  carrier = {}
  await retryNow()
  assert.deepEqual([await refused.read(), await refused.texts()], [['failed', 'expired', false], 0])

  carrier = { before: silence, report: () => null }
  const lost = await sendCode()
  await world.portal.drainJobs()
  await expire(lost.id)
  await age(600)
  carrier = { report: () => null }
  await retryNow()
  assert.deepEqual([await lost.read(), await lost.texts()], [['failed', 'expired', false], 0])

  carrier = { after: silence }
  const taken = await sendCode()
  await world.portal.drainJobs()
  await expire(taken.id)
  carrier = {}
  await retryNow()
  assert.deepEqual([await taken.read(), await taken.texts()], [['sent', null, false], 1])
})

test('a code does not wait for messages whose carrier is slow', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const codeTemplate = world.app.channels.sms!.own!.templates.get(codeMessage.code)
  carrier.before = (templateId) => (templateId === codeTemplate ? undefined : released)
  for (let i = 0; i < 5; i++) await send()
  await until(async () => handed.length >= 2)
  const code = await sendCode()
  await until(async () => (await code.texts()) === 1)
  assert.equal(await texts(), 0)
  release()
  await world.portal.drainJobs()
  assert.equal(await texts(), 5)
})

test('a receipt or a late mark of an earlier sending does not touch what was sent again', async () => {
  await send()
  await world.portal.drainJobs()
  const first = await delivery()
  const earlier = { id: first.id as string, outId: first.outId as string }
  await world.db.begin((tx) => takeReport(tx, earlier, { carrierId: null, state: 'failed', code: 'UNDELIV' }))
  carrier.before = silence
  await world.ask(messageCalls.resend, { id: earlier.id }, admin.token)
  await world.portal.drainJobs()
  const state = async () => [(await delivery()).status, (await delivery()).outId === earlier.outId]
  for (const report of ['failed', 'delivered'] as const) {
    await world.db.begin((tx) => takeReport(tx, earlier, { carrierId: null, state: report, code: null }))
    await world.db.begin((tx) => markSent(tx, { ...earlier, channel: 'sms' } as Draft, null))
    await world.db.begin((tx) => refuseDelivery(tx, earlier, 'isv.AMOUNT_NOT_ENOUGH'))
    assert.deepEqual(await state(), ['queued', false])
  }
  carrier = {}
  await age(121)
  await retryNow()
  assert.deepEqual(await state(), ['sent', false])
})

test('a run that was overtaken by another fails nothing: the other may have sent it', async () => {
  carrier.before = () => {
    throw new CarrierRefused('isv.AMOUNT_NOT_ENOUGH', 'no money left')
  }
  // In the same transaction, so that no worker of the portal sees the job.
  await world.db.begin(async (tx) => {
    await sendMessage(tx, orderPaid, learner.accountId, paid)
    await tx`delete from jobs where type = 'message.deliver' and status = 'queued'`
  })
  const { id } = (await delivery()) as { id: string }
  const handler = allJobs.find(({ type }) => type === 'message.deliver')!
  const run = (more: Partial<Job>) => handler.run(aJob({ input: { deliveryId: id }, ...more }), world.app)
  const overtaken = async () => {
    throw new LostLease('another run has it')
  }
  await assert.rejects(run({ progress: overtaken }), LostLease)
  assert.deepEqual([(await delivery()).status, handed.length], ['queued', 1])
  await world.db`update message_deliveries set begun_at = null, handed_at = null where id = ${id}`
  await run({})
  assert.deepEqual([(await delivery()).status, handed.length], ['failed', 2])
})

/** Has the carrier asked about every text that waits for its report. */
async function collect(): Promise<void> {
  await world.db`update message_deliveries set receipt_at = moment() where receipt_at is not null`
  await runJob(world, 'message.receipts')
}
const alarms = async () =>
  (await world.db`select cause from message_alarms`).map((row) => row.cause as string)

test('a handset that was not reached is no failure of the channel, and neither is an alarm that was not sent', async () => {
  carrier.report = () => ({ carrierId: null, state: 'failed', code: 'UNDELIV' })
  await send()
  await world.portal.drainJobs()
  await collect()
  assert.deepEqual([(await delivery()).status, (await delivery()).carrierCode], ['failed', 'UNDELIV'])
  assert.deepEqual(await alarms(), [])
  await world.db`
    update message_deliveries set kind = ${channelAlarm.code}, status = 'queued' where account_id = ${learner.accountId}`
  const { id, outId } = (await delivery()) as { id: string; outId: string }
  await world.db.begin((tx) => refuseDelivery(tx, { id, outId }, 'isv.AMOUNT_NOT_ENOUGH'))
  assert.deepEqual([(await delivery()).status, await alarms()], ['failed', []])
})

test('a text is asked about after a minute, and five times within a day', async () => {
  carrier.report = () => null
  await send()
  await world.portal.drainJobs()
  const waits: (number | null)[] = []
  for (let i = 0; i < 6; i++) {
    const [row] = await world.db`
      select round(extract(epoch from receipt_at - moment()) / 60)::int as minutes from message_deliveries
      where account_id = ${learner.accountId}`
    waits.push(row!.minutes as number | null)
    await collect()
  }
  assert.deepEqual([waits, asked.length], [[1, 5, 30, 240, 1440, null], 5])
})

test('a carrier that gives no reports is asked about a few texts, then left until the next run', async () => {
  await world.ask(
    messageCalls.saveConfig,
    { smsSign: '测试', dailySms: 2000, dailyToNumber: 100 },
    admin.token,
  )
  for (let i = 0; i < 25; i++) await send()
  await world.portal.drainJobs()
  assert.equal(await texts(), 25)
  carrier.report = silence
  await collect()
  assert.equal(asked.length, 10)
  carrier = {}
  await collect()
  const left =
    await world.db`select from message_deliveries where account_id = ${learner.accountId} and status = 'sent'`
  assert.deepEqual([asked.length, left.length], [35, 0])
})

test('an answer that did not come is tried again under the same number, a refusal is not; staff hears of it once', async () => {
  let failures = 2
  carrier.before = () => {
    if (failures-- > 0) throw new CarrierRefused('isp.SYSTEM_ERROR', 'busy', true)
  }
  await send()
  await world.portal.drainJobs()
  assert.deepEqual(
    [(await delivery()).status, (await delivery()).carrierCode],
    ['queued', 'isp.SYSTEM_ERROR'],
  )
  await retryNow()
  await retryNow()
  const row = await delivery()
  assert.deepEqual([row.status, row.carrierCode, new Set(handed).size, handed.length], ['sent', null, 1, 3])

  carrier.before = () => {
    throw new CarrierRefused('isv.AMOUNT_NOT_ENOUGH', 'no money left')
  }
  for (let i = 0; i < 2; i++) {
    learner = await anAccount(world, portal)
    await send()
  }
  await world.portal.drainJobs()
  assert.deepEqual(
    [(await delivery()).status, (await delivery()).carrierCode, (await delivery()).tries],
    ['failed', 'isv.AMOUNT_NOT_ENOUGH', 1],
  )
  const { list } = await world.ask(messageCalls.findMine, {}, admin.token)
  const alarms = list.filter(({ kind }) => kind === 'message.channelAlarm')
  assert.equal(alarms.length, 1)
  assert.match(alarms[0]!.text.zh, /短信.*isv\.AMOUNT_NOT_ENOUGH/)
  // Staff may send it again once the account is filled up.
  carrier = {}
  await world.ask(messageCalls.resend, { id: (await delivery()).id as string }, admin.token)
  await world.portal.drainJobs()
  assert.deepEqual([(await delivery()).status, await texts()], ['sent', 1])
})

test('after all its tries a delivery fails with the carrier’s last word', async () => {
  carrier.before = () => {
    throw new CarrierRefused('isp.SYSTEM_ERROR', 'busy', true)
  }
  await send()
  await world.portal.drainJobs()
  for (let i = 0; i < 6; i++) await retryNow()
  const row = await delivery()
  assert.deepEqual(
    [row.status, row.carrierCode, row.tries, handed.length],
    ['failed', 'isp.SYSTEM_ERROR', 7, 7],
  )
})

test('a carrier without a template for a security message alarms nobody: the log of deliveries shows it', async () => {
  carrier.knowsNoTemplate = true
  await world.db.begin((tx) =>
    sendMessage(tx, passwordChanged, learner.accountId, { at: '2023-11-22T01:00:00.000Z' }),
  )
  await world.portal.drainJobs()
  const row = await delivery()
  assert.deepEqual([row.status, row.carrierCode, handed.length], ['failed', 'noTemplate', 0])
  assert.equal((await world.db`select from message_alarms`).length, 0)
})

test('no number is in the log, in the jobs or in the rows of deliveries, whatever the carrier says', async () => {
  const mobile = await mobileOf()
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app: AppContext = { ...world.app, log: pino({ level: 'debug' }, sink) }
  carrier.before = () => {
    throw new CarrierRefused('isp.SYSTEM_ERROR', `could not reach ${mobile} today`, true)
  }
  await world.portal.close()
  const second = await openPortal(app)
  try {
    await send()
    await second.drainJobs()
    await world.db`update jobs set run_at = moment() where type = 'message.deliver' and status = 'queued'`
    await second.drainJobs()
  } finally {
    await second.close()
  }
  assert.ok(lines.some((line) => line.includes('isp.SYSTEM_ERROR')))
  assert.ok(!lines.join('').includes(mobile))
  for (const table of ['message_deliveries', 'messages', 'jobs', 'operation_logs']) {
    const rows = await world.db.unsafe(`select t::text as row from ${table} t`)
    assert.ok(!rows.some((row) => (row.row as string).includes(mobile)), table)
  }
})
