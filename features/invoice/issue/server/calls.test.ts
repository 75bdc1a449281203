import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { runJob } from '../../../../test/build/job.ts'
import { enterpriseTitle } from '../../../../test/build/invoice.ts'
import { aNumber, aRequest } from '../../../../test/build/issued.ts'
import { type BuiltOrder, aShop, type Shop } from '../../../../test/build/order.ts'
import { anAccount, aPortal, type BuiltAccount } from '../../../../test/build/portal.ts'
import { until } from '../../../../test/until.ts'
import { turnKnob } from '../../../../sandbox/invoice/knobs.ts'
import type { InvoiceProvider } from '../../../../server/channels/invoicing.ts'
import { invoiceCalls } from '../../contract.ts'
import { issueCalls as calls } from '../contract.ts'

const menus = ['/invoice-manage/invoice-list', '/order-manage/list']
let shop: Shop
let clerk: BuiltAccount
/** Ends the process right after the provider has taken a request, as far as the books can tell. */
let dies = false
const asked: string[] = []

const dying = (demo: InvoiceProvider): InvoiceProvider => ({
  ...demo,
  async issue(blue) {
    asked.push(blue.serial)
    const outcome = await demo.issue(blue)
    if (dies) throw new Error('the process ends here')
    return outcome
  },
})

before(async () => {
  shop = await aShop(menus, { invoicing: dying })
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
})

let passed = 0
/** Lets time pass and all that is due happen. */
async function pass(seconds: number): Promise<void> {
  await shop.world.moveClock(`${(passed += seconds)} seconds`)
  await runJob(shop.world, 'invoice.issue')
}

interface Row {
  status: string
  number: string | null
  serial: string | null
  attempts: number
  failure: string | null
  failureCode: string | null
  loginQr: string | null
  askAt: string | null
  files: number
}

async function rowOf(id: string): Promise<Row> {
  const [row] = await shop.world.db<Row[]>`
    select status, number, serial, attempts, failure, failure_code, login_qr, ask_at,
      (select count(*)::int from invoice_files where invoice_id = invoices.id) as files
    from invoices where id = ${id}`
  return row!
}

const becomes = (id: string, status: string) =>
  until(async () => {
    await pass(30)
    return (await rowOf(id)).status === status
  })

async function requested(
  price = 6000,
  more = {},
): Promise<{ built: BuiltOrder; id: string; titleName: string }> {
  const built = await shop.paid({ price })
  const titleName = `单位${built.order.orderNo.slice(-6)}`
  return { built, titleName, id: await aRequest(shop.world, [built.order.id], { titleName, ...more }) }
}

const open = (id: string, token = clerk.token) => shop.world.call(calls.open, { id }, token)
const issuedBy = (serial: string | null) => shop.world.db<{ number: string }[]>`
  select number from sandbox_invoices where order_no = ${serial} and color = 'blue'`

test('a request is sent, issued and has its files; its applicant is told', async () => {
  const { id, built } = await requested(6000, { email: 'finance@example.com' })
  assert.equal((await open(id)).respCode, 200)
  assert.equal((await open(id)).respCode, 409, 'it is under way')
  await becomes(id, 'opened')
  await until(async () => {
    await pass(30)
    return (await rowOf(id)).files === 3
  })
  const row = await rowOf(id)
  const [issued] = await issuedBy(row.serial)
  assert.equal(row.number, issued!.number)
  assert.match(row.number!, /^\d{20}$/)
  assert.equal(row.askAt, null, 'nobody is asked any more')
  const [pdf] = await shop.world.db`
    select content_sealed from invoice_files where invoice_id = ${id} and format = 'pdf'`
  const content = shop.world.app.secrets.open(
    'invoice_files.content',
    `${id}/pdf`,
    pdf!.contentSealed as Buffer,
  )
  assert.equal(Buffer.from(content, 'base64').subarray(0, 5).toString(), '%PDF-')
  const mailed = await shop.world.db<{ text: string }[]>`
    select text from outbox_messages where recipient = 'finance@example.com'`
  assert.equal(mailed.length, 1, 'once, with all its files')
  for (const format of ['pdf', 'ofd', 'xml'])
    assert.match(mailed[0]!.text, new RegExp(`${row.number}\\.${format}`))
  const told = await shop.world.db<{ number: string }[]>`
    select params ->> 'number' as number from messages
    where account_id = ${built.learner.accountId} and kind = 'invoice.opened'`
  assert.deepEqual([...told], [{ number: row.number! }])
  const detail = await shop.world.ask(calls.detail, { id }, clerk.token)
  assert.deepEqual(
    detail.timeline.map(({ status }) => status),
    ['opening', 'opened'],
  )
  assert.deepEqual([detail.formats, detail.amountInCharacters], [['pdf', 'ofd', 'xml'], '陆拾元整'])
  assert.deepEqual(detail.steps, ['download', 'mail', 'reOpen', 'red'])
})

test('a process that ends between request and answer, and answers that are lost, issue it once', async () => {
  const { id } = await requested()
  dies = true
  await open(id)
  await until(async () => asked.includes((await rowOf(id)).serial!))
  await shop.world.portal.drainJobs()
  dies = false
  assert.equal((await rowOf(id)).status, 'opening')
  await becomes(id, 'opened')
  const { serial, number } = await rowOf(id)
  assert.deepEqual([...(await issuedBy(serial))], [{ number }])
  assert.equal(asked.filter((one) => one === serial).length, 1, 'it was asked about, not sent again')
  const lost = await requested()
  await turnKnob(shop.world.db, 'loseAnswer', { buyerName: lost.titleName })
  await turnKnob(shop.world.db, 'doubleCallback', { buyerName: lost.titleName })
  await open(lost.id)
  await becomes(lost.id, 'opened')
  const row = await rowOf(lost.id)
  assert.equal((await issuedBy(row.serial)).length, 1)
  const events = await shop.world.db`
    select from invoice_events where invoice_id = ${lost.id} and status = 'opened'`
  assert.equal(events.length, 1)
})

test('one that failed says why and is sent again under another serial', async () => {
  const { id, titleName } = await requested()
  await turnKnob(shop.world.db, 'fail', { buyerName: titleName, reason: '授信额度不足' })
  await open(id)
  await becomes(id, 'failed')
  const failed = await rowOf(id)
  assert.deepEqual([failed.failure, failed.failureCode, failed.askAt], ['授信额度不足', 'STATUS_22', null])
  const { list } = await shop.world.ask(calls.list, { id }, clerk.token)
  assert.equal(list[0]!.problem, '授信额度不足')
  assert.match(list[0]!.advice!, /税局没有开出/)
  const stuck = await shop.world.ask(calls.list, { stuck: true, colour: 'blue' }, clerk.token)
  assert.ok(stuck.list.some((row) => row.id === id))
  await open(id)
  await becomes(id, 'opened')
  const row = await rowOf(id)
  assert.notEqual(row.serial, failed.serial)
  assert.deepEqual([row.attempts, row.failure], [2, null])
})

test('a request that failed is submitted again by its payer with the title put right, and issued under another serial', async () => {
  const { id, built, titleName } = await requested()
  await turnKnob(shop.world.db, 'fail', { buyerName: titleName, reason: '购方名称与税号不一致' })
  await open(id)
  await becomes(id, 'failed')
  const failed = await rowOf(id)
  const again = (name: string, by = built.learner) =>
    shop.world.call(
      invoiceCalls.reSave,
      { id, kind: 'ordinary', title: { ...enterpriseTitle, name } },
      by.token,
    )
  const wrong = await again('甲\u0001乙')
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'title.name'])
  assert.equal((await again('别人的公司', (await requested()).built.learner)).respCode, 404)
  assert.deepEqual(await rowOf(id), failed, 'nothing has changed')
  assert.equal((await again('滨海药业有限公司')).respCode, 200)
  const waiting = await rowOf(id)
  assert.deepEqual(
    [waiting.status, waiting.failure, waiting.failureCode, waiting.askAt],
    ['requested', null, null, null],
  )
  const invoiced = async () =>
    (await shop.world.db`select invoiced from orders where id = ${built.order.id}`)[0]!.invoiced as number
  assert.equal(await invoiced(), 6000, 'it has had its orders all the time')
  await open(id)
  await becomes(id, 'opened')
  const row = await rowOf(id)
  assert.notEqual(row.serial, failed.serial)
  const [issued] = await shop.world.db`
    select content ->> 'buyerName' as name from sandbox_invoices where order_no = ${row.serial}`
  assert.deepEqual([issued!.name, row.attempts, await invoiced()], ['滨海药业有限公司', 2, 6000])
  assert.equal((await again('滨海药业有限公司')).respCode, 409, 'what is issued is replaced, not changed')
})

test('while the drawer is wanted the office sees the code, and it goes on once that is scanned', async () => {
  const { id, titleName } = await requested()
  await turnKnob(shop.world.db, 'login', { buyerName: titleName })
  await open(id)
  await becomes(id, 'waiting_drawer')
  const { loginQr } = await rowOf(id)
  const detail = await shop.world.ask(calls.detail, { id }, clerk.token)
  assert.equal(detail.loginQr, loginQr)
  const provider = await shop.world.ask(calls.provider, {}, clerk.token)
  assert.deepEqual([provider.isSignedIn, provider.isSilent], [false, false])
  await shop.world.db`update sandbox_drawers set scanned = true`
  await becomes(id, 'opened')
  assert.equal((await rowOf(id)).loginQr, null)
  assert.equal((await shop.world.ask(calls.provider, {}, clerk.token)).isSignedIn, true)
})

test('64 clerks at once issue it once', async () => {
  const { id } = await requested()
  const replies = await Promise.all(Array.from({ length: 64 }, () => open(id)))
  assert.equal(replies.filter(({ respCode }) => respCode === 200).length, 1)
  await becomes(id, 'opened')
  const { serial } = await rowOf(id)
  assert.equal(asked.filter((one) => one === serial).length, 1)
})

test('a project without a provider records what was issued at the tax bureau, each number once', async () => {
  const { world } = shop
  const other = await aPortal(world, { menus })
  const [admin, stranger] = [await anAccount(world, other, { role: 'admin' }), clerk]
  const built = await shop.paid({ portal: other, price: 3000 })
  const id = await aRequest(world, [built.order.id])
  await world.db`insert into invoice_providers (project_id, provider) values (${other.projectId}, 'manual')`
  assert.equal((await open(id, admin.token)).respDesc, '本项目没有接通开票服务商，请在税局开票后登记')
  const [days] = await world.db<{ today: string; before: string; after: string }[]>`
    select to_char(d, 'YYYY-MM-DD') as today, to_char(d - interval '1 day', 'YYYY-MM-DD') as before,
      to_char(d + interval '1 day', 'YYYY-MM-DD') as after
    from (select moment() at time zone 'Asia/Shanghai' as d) t`
  const number = aNumber()
  const mark = (more: object, token = admin.token) =>
    world.call(calls.mark, { id, number, day: days!.today, ...more }, token)
  assert.equal((await mark({}, stranger.token)).respCode, 404)
  assert.deepEqual(
    [(await mark({ day: days!.after })).field, (await mark({ day: days!.before })).field],
    ['day', 'day'],
  )
  assert.equal((await mark({ file: 'invoice/2023/none.pdf' })).field, 'file')
  assert.equal((await rowOf(id)).status, 'requested')
  assert.equal((await mark({})).respCode, 200)
  assert.deepEqual([(await rowOf(id)).status, (await rowOf(id)).number], ['opened', number])
  const next = await aRequest(world, [(await shop.paid({ portal: other, price: 100 })).order.id])
  const twice = await mark({ id: next })
  assert.deepEqual([twice.respCode, twice.field], [409, 'number'])
})

test('a rejected request lets its orders go, and its applicant reads why', async () => {
  const { id, built } = await requested()
  await shop.world.ask(calls.reject, { id, reason: '抬头与付款人不符' }, clerk.token)
  const [order] = await shop.world.db`select invoiced from orders where id = ${built.order.id}`
  assert.equal(order!.invoiced, 0)
  const [message] = await shop.world.db`
    select params ->> 'reason' as reason from messages
    where account_id = ${built.learner.accountId} and kind = 'invoice.rejected'`
  assert.equal(message!.reason, '抬头与付款人不符')
  assert.equal((await open(id)).respCode, 409)
})

test('an address of an invoice only has its provider asked; forged, repeated and late ones change nothing', async () => {
  const { id, titleName } = await requested()
  await turnKnob(shop.world.db, 'loseCallback', { buyerName: titleName })
  const other = await requested()
  await open(id)
  const find = async () =>
    shop.world.db`select callback_url from sandbox_invoices where order_no = ${(await rowOf(id)).serial}`
  await until(async () => (await find()).length > 0)
  const [sent] = await find()
  const key = new URL(sent!.callbackUrl as string).searchParams.get('key')!
  const say = (given: string) => shop.world.call(calls.uploadCallback, { key: given })
  const forged = [
    `${other.id}~${key.split('~')[1]}`,
    `${key.slice(0, -1)}_`,
    `${id}~`.padEnd(80, 'x'),
    'x'.repeat(80),
  ]
  for (const one of forged) assert.equal((await say(one)).respCode, 404, one)
  await shop.world.db`update invoices set ask_at = moment() + interval '1 hour' where id = ${id}`
  assert.equal((await say(key)).respCode, 200)
  assert.equal((await rowOf(other.id)).status, 'requested')
  await becomes(id, 'opened')
  await until(async () => {
    await pass(30)
    return (await rowOf(id)).askAt === null
  })
  assert.equal((await say(key)).respCode, 409)
  for (const path of ['/api/api/invoice-upload-callback.action', '/api/invoice-upload-callback.action']) {
    const reply = await shop.world.portal.http.inject({ method: 'POST', url: `${path}?key=${key}` })
    assert.equal(reply.json().respCode, 409, path)
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const notice = (query: string) =>
    shop.world.portal.http.inject({
      method: 'POST',
      url: `/api/invoice-notice?key=${query}`,
      payload: 'operater=callback&orderno=1&content=%7B%7D',
      headers: form,
    })
  assert.equal((await notice(forged[0]!)).statusCode, 404)
  assert.equal((await notice(key)).json().status, '0000')
})

test('a key of an invoice of another project has its own asked about, and opens nothing of this one', async () => {
  const { world } = shop
  const other = await aPortal(world, { menus })
  const admin = await anAccount(world, other, { role: 'admin' })
  const foreign = await shop.paid({ portal: other, price: 3000 })
  const theirs = { id: await aRequest(world, [foreign.order.id]), token: admin.token }
  const ours = { id: (await requested()).id, token: clerk.token }
  const keys: string[] = []
  for (const { id, token } of [ours, theirs]) {
    // Neither is called back by itself.
    const [{ titleName }] = (await world.db`
      select title ->> 'name' as title_name from invoices where id = ${id}`) as unknown as [
      { titleName: string },
    ]
    for (const knob of ['delay', 'loseCallback'] as const)
      await turnKnob(world.db, knob, { buyerName: titleName })
    assert.equal((await open(id, token)).respCode, 200)
    await until(async () => {
      await pass(1)
      const sent =
        await world.db`select callback_url from sandbox_invoices where order_no = ${(await rowOf(id)).serial}`
      if (sent.length > 0) keys.push(new URL(sent[0]!.callbackUrl as string).searchParams.get('key')!)
      return sent.length > 0
    })
  }
  await world.portal.drainJobs()
  await world.db`update invoices set ask_at = moment() + interval '1 hour' where id in (${ours.id}, ${theirs.id})`
  /** Those about which nobody is asked before long, as it was. */
  const untouched = async () =>
    (
      await world.db<{ id: string }[]>`
        select id from invoices where id in (${ours.id}, ${theirs.id}) and ask_at > moment() + interval '30 minutes' order by id`
    ).map(({ id }) => id)
  const [own, strange] = keys.map((key) => key.split('~') as [string, string])
  const say = (key: string) => world.call(calls.uploadCallback, { key })
  for (const forged of [`${ours.id}~${strange![1]}`, `${theirs.id}~${own![1]}`])
    assert.equal((await say(forged)).respCode, 404, forged)
  assert.deepEqual(await untouched(), [ours.id, theirs.id].toSorted())
  assert.equal((await say(strange!.join('~'))).respCode, 200)
  assert.deepEqual([await untouched(), (await rowOf(ours.id)).status], [[ours.id], 'opening'])
})
