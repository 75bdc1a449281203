import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  anInvoiceConfig,
  aRequest,
  enterpriseTitle,
  openInvoices,
  personalTitle,
  requestInvoice,
} from '../../../test/build/invoice.ts'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount } from '../../../test/build/portal.ts'
import { race } from '../../../test/race.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { sheetMime } from '../../../server/sheet.ts'
import { batchOrderCalls } from '../../batchOrder/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { lockOrder } from '../../order/server/actions.ts'
import { invoiceCalls, invoiceRefusals } from '../contract.ts'
import { isIssued } from '../rules.ts'
import { lockInvoice, setStatus, storeFiles } from './actions.ts'

let shop: Shop
let admin: BuiltAccount
before(async () => {
  shop = await aShop([
    ...unitClassMenus,
    '/project-manage/setting',
    '/invoice-manage/invoice-list',
    '/invoice-manage/invoice-list#open',
  ])
  admin = await anAccount(shop.world, shop.portal, { role: 'admin' })
  await openInvoices(shop.world, admin)
})

const save = (payer: BuiltAccount, request: ReturnType<typeof aRequest>) =>
  shop.world.call(invoiceCalls.save, request, payer.token)
const detail = (payer: BuiltAccount, id: string) => shop.world.ask(invoiceCalls.detail, { id }, payer.token)
const offered = async (payer: BuiltAccount, filter: object = {}) =>
  (await shop.world.ask(invoiceCalls.canAddList, filter, payer.token)).list
async function invoiced(orderId: string): Promise<number> {
  const [row] = await shop.world.db`select invoiced from orders where id = ${orderId}`
  return row!.invoiced as number
}
/** Changes the status of an invoice as the system does. */
const change = (
  id: string,
  event: Parameters<typeof setStatus>[3],
  more: Parameters<typeof setStatus>[4] = {},
) =>
  shop.world.app.db.begin(async (tx) => {
    await setStatus(tx, null, await lockInvoice(tx, id), event, more)
  })
/** Issues an invoice with its number and, unless there is none, its PDF. */
async function issue(id: string, number = `2510${id.replace(/\D/g, '').padEnd(16, '0').slice(0, 16)}`) {
  await change(id, 'open', { set: { serial: id.replaceAll('-', '').slice(0, 20), provider: 'manual' } })
  const [now] = await shop.world.db`select moment() as at`
  await change(id, 'succeed', { set: { number, issuedAt: now!.at as string } })
  await shop.world.app.db.begin((tx) =>
    storeFiles(tx, shop.world.app.secrets, id, [{ format: 'pdf', bytes: Buffer.from('%PDF-1.7 test') }]),
  )
  return number
}
const words = (rule: keyof typeof invoiceRefusals, { order }: BuiltOrder) =>
  invoiceRefusals[rule].zh.replace('{orderNo}', order.orderNo)

test('a learner sees what can be invoiced, previews it exactly, requests it, and it is claimed', async () => {
  const { world } = shop
  const built = await shop.paid({ price: 12_050 }, [10_000])
  const { order, learner } = built
  const [one] = await offered(learner)
  assert.deepEqual(
    [one!.orderId, one!.amount, one!.left, one!.block, one!.headCount],
    [order.id, 22_050, 22_050, null, 1],
  )
  const preview = await world.ask(invoiceCalls.invoiceRemark, { orderIds: [order.id] }, learner.token)
  assert.equal(preview.remark, `测试项目 ${order.orderNo}`)
  assert.deepEqual(
    preview.lines.map(({ amount, tax, quantity, rate, policy }) => [amount, tax, quantity, rate, policy]),
    [
      [12_050, 351, 1, 300, '01'],
      [10_000, 291, 1, 300, '01'],
    ],
  )
  assert.deepEqual([preview.amount, preview.tax], [22_050, 642])
  assert.equal(preview.amountInCharacters, '贰佰贰拾元伍角整')
  assert.match(preview.lines[0]!.name, /^\*非学历教育服务\*/)
  assert.equal(await invoiced(order.id), 0)
  const id = await requestInvoice(world, learner, [order.id], 22_050)
  assert.equal(await invoiced(order.id), 22_050)
  const shown = await detail(learner, id)
  assert.deepEqual(
    [shown.status, shown.amount, shown.tax, shown.remark, shown.steps],
    ['requested', 22_050, 642, preview.remark, ['reSave', 'withdraw']],
  )
  assert.deepEqual(
    shown.timeline.map(({ status, by }) => [status, by]),
    [['requested', null]],
  )
  assert.equal((await offered(learner, { only: 'left' })).length, 0)
  assert.equal((await offered(learner))[0]!.block, words('invoiced', built))
  const old = await world.ask(orderCalls.queryCanAddInvoiceOrderList, {}, learner.token)
  assert.equal(old.total, 0)
  const account = await world.ask(invoiceCalls.accountInvoice, {}, learner.token)
  assert.deepEqual(
    account.titles.map(({ name, kind }) => [name, kind]),
    [
      ['李小兰', 'personal'],
      ['张小明', 'personal'],
    ],
    'what was used before, then the learner’s own name',
  )
  assert.deepEqual([account.orders, account.left], [0, 0])
  await world.ask(invoiceCalls.removeTitle, { id: account.titles[0]!.id! }, learner.token)
  const { titles } = await world.ask(invoiceCalls.accountInvoice, {}, learner.token)
  assert.deepEqual(
    titles.map(({ id, name }) => [id, name]),
    [[null, '张小明']],
  )
})

test('a learner’s list has their own invoices by state, order and keyword', async () => {
  const { world } = shop
  const learner = await aLearner(world, shop.portal)
  const [a, b] = [await shop.paid({ learner }), await shop.paid({ learner })]
  const first = await requestInvoice(world, learner, [a.order.id], 6000)
  const second = await requestInvoice(world, learner, [b.order.id], 6000, { title: enterpriseTitle })
  await world.ask(invoiceCalls.withdraw, { id: first }, learner.token)
  const ids = async (filter: object) =>
    (await world.ask(invoiceCalls.list, filter, learner.token)).list.map(({ id }) => id)
  assert.deepEqual(await ids({}), [second, first])
  assert.deepEqual(await ids({ status: ['withdrawn'] }), [first])
  assert.deepEqual(await ids({ orderId: b.order.id }), [second])
  assert.deepEqual(await ids({ keyword: '药业' }), [second])
  assert.deepEqual(await ids({ keyword: a.order.orderNo }), [first])
  assert.deepEqual(await ids({ colour: 'red' }), [])
  assert.deepEqual(await ids({ sort: 'createdAt' }), [first, second])
})

test('64 concurrent requests for one order, of one form and of many, give one invoice', async () => {
  const { order, learner } = await shop.paid()
  const same = aRequest([order.id], 6000)
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, n) => save(learner, n % 2 ? same : aRequest([order.id], 6000))),
  )
  const given = replies.filter(({ respCode }) => respCode === 200)
  assert.equal(new Set(given.map(({ attribute }) => attribute.id)).size, 1)
  assert.deepEqual(new Set(replies.map(({ respCode }) => respCode)), new Set([200, 409]))
  const rows = await shop.world.db`select from invoice_lines where order_id = ${order.id}`
  assert.deepEqual([rows.length, await invoiced(order.id)], [1, 6000])
})

test('the same key with another request is refused, and gives the same invoice with the same', async () => {
  const { order, learner } = await shop.paid()
  const request = aRequest([order.id], 6000)
  const first = await save(learner, request)
  assert.deepEqual((await save(learner, request)).attribute, first.attribute)
  const other = await save(learner, { ...request, title: { ...personalTitle, name: '何苦' } })
  assert.deepEqual([other.respCode, other.field], [409, 'requestKey'])
})

test('orders of others answer 404; unpaid, waived, late and changed ones are refused and nothing changes', async () => {
  const { world } = shop
  const built = await shop.paid()
  const { order, learner } = built
  const stranger = await aLearner(world, shop.portal)
  assert.equal((await save(stranger, aRequest([order.id], 6000))).respCode, 404)
  const unpaid = await shop.order()
  const early = await save(unpaid.learner, aRequest([unpaid.order.id], 6000))
  assert.deepEqual([early.respCode, early.respDesc, early.field], [409, words('notPaid', unpaid), 'orderIds'])
  const less = await save(learner, aRequest([order.id], 5999))
  assert.deepEqual(
    [less.respCode, less.respDesc, less.field],
    [409, '可开票金额已变为 ¥60.00，请核对后再提交', 'expectedAmount'],
  )
  await world.db`update order_items set refunding = 1 where order_id = ${order.id}`
  assert.equal((await save(learner, aRequest([order.id], 5999))).respDesc, words('refunding', built))
  await world.db`update order_items set refunding = 0 where order_id = ${order.id}`
  await world.db`update orders set paid_at = moment() - interval '181 days', created_at = moment() - interval '182 days'
    where id = ${order.id}`
  const late = await save(learner, aRequest([order.id], 6000))
  assert.deepEqual([late.respCode, late.respDesc], [409, words('tooLate', built).replace('{days}', '180')])
  assert.equal(await invoiced(order.id), 0)
  const [none] =
    await world.db`select count(*)::int as rows from invoices where account_id = ${learner.accountId}`
  assert.equal(none!.rows, 0)
})

test('a title is refused at its field: tax numbers, special invoices for persons, and what is invisible', async () => {
  const { order, learner } = await shop.paid()
  const special = { ...enterpriseTitle, address: '路 1 号', phone: '0500-1', bank: '银行', bankAccount: '62' }
  const cases: [object, string][] = [
    [{ title: { ...personalTitle, taxNo: enterpriseTitle.taxNo } }, 'title.taxNo'],
    [{ title: { ...enterpriseTitle, taxNo: null } }, 'title.taxNo'],
    [{ title: { ...enterpriseTitle, taxNo: '91310000775785552M' } }, 'title.taxNo'],
    [{ kind: 'special' }, 'kind'],
    [{ kind: 'special', title: { ...special, bank: '' } }, 'title.bank'],
    [{ title: { ...personalTitle, name: '李\u0001兰' } }, 'title.name'],
    [{ title: { ...personalTitle, name: '李😀兰' } }, 'title.name'],
    [{ email: 'nowhere' }, 'email'],
  ]
  for (const [changes, field] of cases) {
    const reply = await save(learner, aRequest([order.id], 6000, changes))
    assert.deepEqual([reply.respCode, reply.field], [422, field], JSON.stringify(changes))
  }
  assert.equal(await invoiced(order.id), 0)
  assert.equal(
    (await save(learner, aRequest([order.id], 6000, { kind: 'special', title: special }))).respCode,
    200,
  )
})

test('several orders are on one invoice with their numbers, and a remark beyond the limit is refused', async () => {
  const { world } = shop
  const learner = await aLearner(world, shop.portal)
  const built = [await shop.paid({ learner }), await shop.paid({ learner, price: 5000 })]
  const orderIds = built.map(({ order }) => order.id)
  const preview = await world.ask(invoiceCalls.invoiceRemark, { orderIds }, learner.token)
  const numbers = built.map(({ order }) => order.orderNo)
  assert.equal(preview.remark, `测试项目 ${numbers.join('、')}`)
  await openInvoices(world, admin, { remark: `${'长'.repeat(180)}{orderNo} {orderNo}` })
  const long = await world.call(invoiceCalls.invoiceRemark, { orderIds }, learner.token)
  assert.deepEqual([long.respCode, long.field], [422, 'orderIds'])
  await openInvoices(world, admin)
  const id = await requestInvoice(world, learner, orderIds, 11_000)
  assert.deepEqual((await detail(learner, id)).orderNos, numbers)
})

test('one that is withdrawn or rejected releases its orders; submitted again it claims them', async () => {
  const { world } = shop
  const { order, learner } = await shop.paid()
  const first = await requestInvoice(world, learner, [order.id], 6000)
  await world.ask(invoiceCalls.withdraw, { id: first }, learner.token)
  assert.equal(await invoiced(order.id), 0)
  assert.equal((await world.call(invoiceCalls.withdraw, { id: first }, learner.token)).respCode, 409)
  const second = await requestInvoice(world, learner, [order.id], 6000)
  await change(second, 'reject', { set: { decision: '抬头不对' } })
  assert.equal(await invoiced(order.id), 0)
  assert.equal((await detail(learner, second)).problem, '抬头不对')
  const again = { id: second, kind: 'ordinary' as const, title: enterpriseTitle }
  await world.ask(invoiceCalls.reSave, again, learner.token)
  const shown = await detail(learner, second)
  assert.deepEqual(
    [shown.status, shown.titleName, await invoiced(order.id)],
    ['requested', '滨海药业有限公司', 6000],
  )
  await change(second, 'reject', { set: { decision: '再看' } })
  await requestInvoice(world, learner, [order.id], 6000)
  assert.equal((await world.call(invoiceCalls.reSave, again, learner.token)).respCode, 409)
  assert.equal(await invoiced(order.id), 6000)
  const stranger = await aLearner(world, shop.portal)
  for (const call of [invoiceCalls.withdraw, invoiceCalls.detail])
    assert.equal((await world.call(call, { id: second }, stranger.token)).respCode, 404)
})

test('who asked for it is told when the office changes its title, which is not kept among their own', async () => {
  const { world } = shop
  const { order, learner } = await shop.paid()
  const id = await requestInvoice(world, learner, [order.id], 6000)
  const again = { id, kind: 'ordinary' as const, title: enterpriseTitle }
  await world.ask(invoiceCalls.reSave, again, admin.token)
  const told = await world.db<{ titleName: string }[]>`
    select params ->> 'titleName' as title_name from messages
    where account_id = ${learner.accountId} and kind = 'invoice.retitled'`
  assert.deepEqual([...told], [{ titleName: enterpriseTitle.name }])
  const other = { ...enterpriseTitle, name: '滨海药业有限公司二厂' }
  await world.ask(invoiceCalls.reSave, { ...again, title: other }, admin.token)
  const account = () => world.ask(invoiceCalls.accountInvoice, {}, learner.token)
  assert.ok((await account()).titles.every(({ name }) => name !== enterpriseTitle.name))
  await world.ask(invoiceCalls.reSave, again, learner.token)
  assert.ok((await account()).titles.some(({ name }) => name === enterpriseTitle.name))
  const [rows] = await world.db`
    select count(*)::int as count from messages where account_id = ${learner.accountId} and kind = 'invoice.retitled'`
  assert.equal(rows!.count, 2, 'of each change, and of none of their own')
})

test('an issued invoice is downloaded and mailed by its payer and the office alone', async () => {
  const { world } = shop
  const { order, learner } = await shop.paid()
  const id = await requestInvoice(world, learner, [order.id], 6000)
  const { http } = world.portal
  const get = (token: string, format: string) =>
    http.inject({ url: `/api${invoiceCalls.download.path}?id=${id}&format=${format}`, headers: { token } })
  assert.equal((await get(learner.token, 'pdf')).json<{ respCode: number }>().respCode, 409)
  const number = await issue(id)
  assert.ok(isIssued((await detail(learner, id)).status))
  const pdf = await get(learner.token, 'pdf')
  assert.deepEqual([pdf.headers['content-type'], pdf.body], ['application/pdf', '%PDF-1.7 test'])
  assert.match(String(pdf.headers['content-disposition']), new RegExp(number))
  assert.equal((await get(admin.token, 'pdf')).body, '%PDF-1.7 test')
  assert.equal((await get(learner.token, 'ofd')).json<{ respCode: number }>().respCode, 404)
  assert.equal((await get(learner.token, 'roster')).json<{ respCode: number }>().respCode, 404)
  const stranger = await aLearner(world, shop.portal)
  assert.equal((await get(stranger.token, 'pdf')).json<{ respCode: number }>().respCode, 404)
  const [stored] = await world.db`select content_sealed from invoice_files where invoice_id = ${id}`
  assert.ok(!(stored!.contentSealed as Buffer).includes('%PDF'))
  await world.ask(invoiceCalls.mail, { id, email: 'a@example.com' }, learner.token)
  const [mail] = await world.db`select text from outbox_messages where recipient = 'a@example.com'`
  assert.match(mail!.text as string, new RegExp(`${number}\\.pdf`))
  const [logged] = await world.db`
    select after from operation_logs where action = 'invoice.mail' and subject_id = ${id}`
  assert.deepEqual(logged!.after, { mailedTo: 'a***@example.com' })
  await world.db`update tries set count = 50 where bucket like 'invoiceMails:%'`
  const often = await world.call(invoiceCalls.mail, { id, email: 'a@example.com' }, learner.token)
  assert.deepEqual([often.respCode, /下载/.test(often.respDesc)], [429, true])
  await world.ask(invoiceCalls.mail, { id, email: 'b@example.com' }, admin.token)
  const shown = await detail(learner, id)
  assert.deepEqual(
    [shown.timeline.map(({ status }) => status), shown.steps, shown.formats],
    [['requested', 'opening', 'opened'], ['download', 'mail', 'reOpen'], ['pdf']],
  )
})

test('a unit’s managers invoice what the unit paid, to an organisation, with its roster annexed', async () => {
  const { world, portal } = shop
  const provider = await anAccount(world, portal, { role: 'admin' })
  const built = await aUnitClass(world, portal, provider)
  const { id: unitClassId, manager, unitId } = built
  await world.db`update units set invoice_title = ${world.db.json({ name: '滨海药业', taxNo: enterpriseTitle.taxNo })} where id = ${unitId}`
  const people = await aRoster(world, portal, built, 2)
  const accountIds = people.map(({ accountId }) => accountId)
  const placed = await world.ask(
    batchOrderCalls.place,
    {
      unitClassId,
      accountIds,
      payMode: 'transfer',
      expectedAmount: 10_000,
      expectedHeads: 2,
      requestKey: 'batch-2023',
    },
    manager.token,
  )
  await world.db`update orders set status = 'paid', paid_at = moment(), channel = 'offline' where id = ${placed.orderId}`
  const account = await world.ask(invoiceCalls.accountInvoice, {}, manager.token)
  assert.deepEqual(
    [account.titles.map(({ name, taxNo }) => [name, taxNo]), account.orders, account.left],
    [[['滨海药业', enterpriseTitle.taxNo]], 1, 10_000],
  )
  const person = await save(manager, aRequest([placed.orderId], 10_000))
  assert.deepEqual([person.respCode, person.field], [422, 'title.kind'])
  const id = await requestInvoice(world, manager, [placed.orderId], 10_000, { title: enterpriseTitle })
  const shown = await detail(manager, id)
  assert.deepEqual([shown.lines.map(({ quantity }) => quantity), shown.rosterCount], [[2], 2])
  const roster = await world.portal.http.inject({
    url: `/api${invoiceCalls.download.path}?id=${id}&format=roster`,
    headers: { token: manager.token },
  })
  assert.equal(roster.headers['content-type'], sheetMime)
  const other = await anAccount(world, portal, { role: 'unit', unitId: await aUnit(world, portal.projectId) })
  assert.equal((await world.call(invoiceCalls.detail, { id }, other.token)).respCode, 404)
  const theirs = aRequest([placed.orderId], 10_000, { title: enterpriseTitle })
  assert.equal((await save(other, theirs)).respCode, 404)
  assert.equal((await world.call(invoiceCalls.detail, { id }, people[0]!.token)).respCode, 404)
  const personal = await shop.paid()
  assert.equal((await save(manager, aRequest([personal.order.id], 6000))).respCode, 404)
  // What the office writes is told to who asked for the unit, and is no title of the unit's own.
  const office = { ...enterpriseTitle, name: '滨海药业集团' }
  await world.ask(invoiceCalls.reSave, { id, kind: 'ordinary', title: office }, admin.token)
  const told = await world.db<{ accountId: string }[]>`
    select account_id from messages where kind = 'invoice.retitled' and params ->> 'titleName' = ${office.name}`
  assert.deepEqual([...told], [{ accountId: manager.accountId }])
  const { titles } = await world.ask(invoiceCalls.accountInvoice, {}, manager.token)
  assert.ok(titles.every(({ name }) => name !== office.name))
})

test('what changed on the paper since it was seen is refused, though the sum is the same', async () => {
  const { order, learner } = await shop.paid()
  const preview = () => shop.world.ask(invoiceCalls.invoiceRemark, { orderIds: [order.id] }, learner.token)
  const { paper } = await preview()
  const { taxLines } = anInvoiceConfig()
  await openInvoices(shop.world, admin, { taxLines: [{ ...taxLines[0]!, rate: 600, policy: null }] })
  const changed = await save(learner, aRequest([order.id], 6000, { paper }))
  assert.deepEqual(
    [changed.respCode, changed.respDesc, changed.field],
    [409, invoiceRefusals.paperChanged.zh, 'paper'],
  )
  const now = await save(learner, aRequest([order.id], 6000, { paper: (await preview()).paper }))
  assert.equal(now.respCode, 200)
  await openInvoices(shop.world, admin)
})

test('nothing is offered or requested while invoices are closed', async () => {
  const { world } = shop
  const built = await shop.paid()
  await openInvoices(world, admin, { ...anInvoiceConfig(), open: false })
  const closed = await save(built.learner, aRequest([built.order.id], 6000))
  assert.deepEqual([closed.respCode, closed.respDesc], [409, invoiceRefusals.notOpen.zh])
  assert.equal((await offered(built.learner, { only: 'left' })).length, 0)
  await openInvoices(world, admin)
})

test('a request waits for its orders before its learner is locked, as who settles or refunds an order does', async () => {
  const { order, learner } = await shop.paid()
  const [asked] = await race(
    shop.world.db,
    async (tx) => {
      await lockOrder(tx, order.id)
      return () => tx`select from accounts where id = ${learner.accountId} for no key update nowait`
    },
    () => save(learner, aRequest([order.id], 6000)),
  )
  assert.equal(asked.respCode, 200)
})
