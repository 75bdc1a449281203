import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { yuan } from '../../../contract/money.ts'
import type { Language } from '../../../contract/refusal.ts'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import { textOf } from '../../../test/build/pdf.ts'
import { anAccount, aPortal, aUnit, type BuiltAccount } from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { orderCalls } from '../../order/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { paymentProofCalls } from '../contract.ts'

let shop: Shop
let admin: BuiltAccount
before(async () => {
  shop = await aShop(['/order-manage/list', '/invoice-manage/refund-list'])
  admin = await anAccount(shop.world, shop.portal, { role: 'admin' })
})

/** Returns the answer of the call: the text of a PDF by its lines and the file's name, or the envelope. */
async function download(orderId: string, token: string, language: Language = 'zh') {
  const { http } = shop.world.portal
  const url = `/api${paymentProofCalls.download.path}?orderId=${orderId}`
  const reply = await http.inject({ url, headers: { token, 'accept-language': language } })
  if (reply.headers['content-type'] !== 'application/pdf')
    return { lines: [], name: '', ...reply.json<{ respCode: number; respDesc: string }>() }
  const name = /''(.+)$/.exec(String(reply.headers['content-disposition']))![1]!
  return {
    lines: textOf(reply.rawPayload).split('\n'),
    name: decodeURIComponent(name),
    respCode: 200,
    respDesc: '',
  }
}

/** The value that follows a label. */
const after = (lines: readonly string[], label: string) => lines[lines.lastIndexOf(label) + 1]

async function refund({ order }: BuiltOrder, itemIds: readonly string[]): Promise<void> {
  const items = itemIds.map((itemId) => ({ itemId }))
  await shop.world.ask(refundCalls.submit, { orderId: order.id, items, reason: '学员要求' }, admin.token)
  await shop.poll()
  await until(async () => (await shop.rows(order.id)).status !== 'paid')
}

test('a paid order is confirmed in the reader’s language: who paid whom, when and how, for what, in digits and characters', async () => {
  const { world, portal } = shop
  const built = await shop.paid({ price: 12_050 }, [600_000])
  const { order, learner } = built
  const organiser = '滨海市继续教育中心'
  const [row] = await world.db`
    select o.payer_name, to_char(o.paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as paid_at,
      p.transaction_id, p.out_trade_no
    from orders o join payments p on p.order_id = o.id where o.id = ${order.id}`
  // The payer as sold: a later change of name changes no confirmation.
  await world.db`update accounts set user_name = '何苦' where id = ${learner.accountId}`
  const { lines, name } = await download(order.id, learner.token)
  assert.equal(name, `支付凭证 ${order.orderNo}.pdf`)
  assert.equal(after(lines, '收款方'), '测试项目', 'the portal’s name until its operator is known')
  await world.db`
    insert into project_configs (project_id, kind, content)
    values (${portal.projectId}, 'info', ${world.db.json({ organiser })})`
  for (const [label, value] of [
    ['付款人', row!.payerName],
    ['订单号', order.orderNo],
    ['付款时间', row!.paidAt],
    ['支付方式', '微信支付'],
    ['商户单号', row!.outTradeNo],
    ['渠道交易号', row!.transactionId],
    ['实付合计', '¥6,120.50'],
    ['大写（人民币）', '陆仟壹佰贰拾元伍角整'],
  ]) {
    assert.equal(after(lines, label as string), value, label as string)
  }
  for (const { name: item, year, payable } of order.items) {
    assert.equal(after(lines, `${item} · ${year}`), yuan(payable))
  }
  assert.ok(lines.includes('本凭证不作为发票'))
  assert.match(lines.at(-1)!, /^生成时间 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d（北京时间）$/)
  for (const absent of ['优惠', '减免', '已退款']) assert.ok(!lines.includes(absent), absent)

  const english = await download(order.id, admin.token, 'en')
  assert.equal(english.name, `Payment confirmation ${order.orderNo}.pdf`)
  assert.equal(after(english.lines, 'Received by'), organiser)
  assert.equal(after(english.lines, 'Payment method'), 'WeChat Pay')
  assert.equal(after(english.lines, 'Total paid'), '¥6,120.50')
  assert.ok(english.lines.includes('This confirmation is not an invoice'))
  assert.doesNotMatch(english.lines.join(), /支付|凭证|发票/)
})

test('it says what was taken off before and what went back since; what went back whole has none any more', async () => {
  const { world } = shop
  const built = await shop.order({ price: 10_000 }, [5000])
  const { order, learner } = built
  const [first, second] = order.items
  const items = [{ itemId: first!.id, payable: 8000 }]
  await world.ask(orderCalls.updatePrice, { orderId: order.id, items, reason: '困难减免' }, admin.token)
  await shop.payAt(await shop.code(built))
  await until(async () => (await shop.rows(order.id)).status === 'paid')
  await refund(built, [second!.id])
  const { lines } = await download(order.id, learner.token)
  const at = lines.indexOf(`${first!.name} · ${first!.year}`)
  assert.deepEqual(lines.slice(lines.indexOf('班级'), at), ['班级', '价格', '减免', '实付', '已退款'])
  assert.deepEqual(lines.slice(at + 1, at + 5), ['100.00', '20.00', '80.00', '0.00'])
  assert.equal(after(lines, '实付合计'), '¥130.00')
  assert.equal(after(lines, '已退款'), '¥50.00')
  assert.equal(after(lines, '退款后金额'), '¥80.00')
  assert.equal(after(lines, '大写（人民币）'), '壹佰叁拾元整', 'of what was paid')
  await refund(built, [first!.id])
  await until(async () => (await shop.rows(order.id)).status === 'refunded')
  const { respCode, respDesc } = await download(order.id, learner.token)
  assert.deepEqual([respCode, respDesc], [409, '这个订单已全额退款，不再提供支付凭证'])
})

test('an order for which no money came has none, and says why', async () => {
  const { world } = shop
  const [unpaid, cancelled, waived] = [await shop.order(), await shop.order(), await shop.order()]
  const nothing = await shop.order({ price: 0 })
  const { token } = cancelled.learner
  await world.ask(orderCalls.cancelMyOrder, { orderId: cancelled.order.id }, token)
  await world.ask(orderCalls.freeOrder, { orderId: waived.order.id, reason: '困难减免' }, admin.token)
  for (const [{ order, learner }, said] of [
    [unpaid, /没有付款/],
    [cancelled, /没有付款/],
    [waived, /没有收取费用/],
    [nothing, /没有收取费用/],
  ] as const) {
    const { respCode, respDesc } = await download(order.id, learner.token)
    assert.equal(respCode, 409)
    assert.match(respDesc, said)
  }
})

test('only its learner and those who see the order have it', async () => {
  const { world, portal } = shop
  const { order, learner } = await shop.paid()
  const other = await shop.order()
  await world.db`update roles set menus = ${['/order-manage/list']} where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit' })
  const beside = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  const foreign = await anAccount(world, await aPortal(world, { menus: ['/order-manage/list'] }), {
    role: 'admin',
  })
  const without = await anAccount(world, await aPortal(world, { menus: ['/home/index'] }), { role: 'admin' })
  for (const [by, code] of [
    [learner, 200],
    [admin, 200],
    [manager, 200],
    [other.learner, 404],
    [beside, 404],
    [foreign, 404],
    [without, 403],
  ] as const) {
    assert.equal((await download(order.id, by.token)).respCode, code)
  }
  assert.equal((await download(order.id, '')).respCode, 401)
})

test('a name that the fonts cannot draw is refused, not printed blank', async () => {
  const { order, learner } = await shop.paid()
  await shop.world.db`update orders set payer_name = ${'王\u{2A6D6}'} where id = ${order.id}`
  const { respCode, respDesc } = await download(order.id, learner.token)
  assert.equal(respCode, -1)
  assert.match(respDesc, /\u{2A6D6}/u)
})
