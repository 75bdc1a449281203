import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { before, test } from 'node:test'
import { type BuiltOrder, aShop, type Shop, transactionFor } from '../../../test/build/order.ts'
import { freshSeconds, signedHeaders } from '../../../server/channels/wechatSignature.ts'

let shop: Shop
before(async () => {
  shop = await aShop()
})

/** An order with an open code, and the content of its notice. */
async function aPaidOrder() {
  const built = await shop.order({ price: 3100 })
  await shop.code(built)
  return { built, transaction: transactionFor(shop, `${built.order.orderNo}_1`, 3100) }
}

const isUntouched = async ({ order }: BuiltOrder) =>
  assert.deepEqual(await shop.rows(order.id), {
    status: 'unpaid',
    closedReason: null,
    enrolments: 0,
    payments: [{ status: 'waiting', refunded: 0 }],
  })
const isSettledOnce = async ({ order }: BuiltOrder) =>
  assert.deepEqual(await shop.rows(order.id), {
    status: 'paid',
    closedReason: null,
    enrolments: 1,
    payments: [{ status: 'succeeded', refunded: 0 }],
  })

/** The platform's signature over a body, as if made so many seconds from now. */
const signedAt = (body: string, seconds: number) => ({
  'content-type': 'application/json',
  ...signedHeaders(
    createPrivateKey(shop.keys.platformPrivateKey),
    shop.keys.publicKeyId,
    body,
    Date.now() + seconds * 1000,
  ),
})

test('clocks may differ by five minutes; a notice older or earlier than that is refused', async () => {
  const { built, transaction } = await aPaidOrder()
  const { body } = shop.notice('EV-clock', transaction)
  for (const seconds of [-(freshSeconds + 3), freshSeconds + 3, -86_400, 86_400]) {
    assert.equal(await shop.notify(body, signedAt(body, seconds)), 401)
  }
  await isUntouched(built)
  assert.equal(await shop.notify(body, signedAt(body, -(freshSeconds - 5))), 204)
  await isSettledOnce(built)
  const other = await aPaidOrder()
  const early = shop.notice('EV-early', other.transaction).body
  assert.equal(await shop.notify(early, signedAt(early, freshSeconds - 5)), 204)
  await isSettledOnce(other.built)
})

test('a notice that was heard and is played again, now, later or under another name, changes nothing', async () => {
  const { built, transaction } = await aPaidOrder()
  const first = shop.notice('EV-first', transaction)
  assert.equal(await shop.notify(first.body, first.headers), 204)
  assert.equal(await shop.notify(first.body, first.headers), 204)
  const renamed = shop.notice('EV-second', transaction)
  assert.equal(await shop.notify(renamed.body, renamed.headers), 204)
  await isSettledOnce(built)
  const [actions] = await shop.world.db`
    select count(*)::int as count from operation_logs where subject_id = ${built.order.id} and action = 'order.pay'`
  assert.equal(actions!.count, 1)
  const notices = await shop.world.db`
    select n.notice_id from payment_notices n join payments p on p.id = n.payment_id
    where p.order_id = ${built.order.id} order by n.notice_id`
  assert.deepEqual(
    notices.map((row) => row.noticeId),
    ['EV-first', 'EV-second'],
  )
})

test('no part of a signature can be left out, changed, doubled or taken from another notice', async () => {
  const { built, transaction } = await aPaidOrder()
  const { body, headers } = shop.notice('EV-signed', transaction)
  const other = shop.notice('EV-other', transaction)
  const lies: Record<string, string>[] = [
    { 'wechatpay-serial': 'PUB_KEY_ID_0' },
    { 'wechatpay-serial': shop.keys.serial },
    { 'wechatpay-signature': other.headers['wechatpay-signature']! },
    { 'wechatpay-signature': '' },
    { 'wechatpay-signature': 'WECHATPAY/SIGNTEST/x' },
    { 'wechatpay-nonce': other.headers['wechatpay-nonce']! },
    { 'wechatpay-timestamp': String(Number(headers['wechatpay-timestamp']) + 1) },
    { 'wechatpay-timestamp': 'now' },
  ]
  for (const name of Object.keys(headers).filter((name) => name.startsWith('wechatpay-'))) {
    const { [name]: _, ...rest } = headers
    assert.equal(await shop.notify(body, rest), 401, name)
    assert.equal(
      await shop.notify(body, { ...headers, [name]: `${headers[name]}, ${headers[name]}` }),
      401,
      name,
    )
  }
  for (const lie of lies) {
    assert.equal(await shop.notify(body, { ...headers, ...lie }), 401, JSON.stringify(lie))
  }
  assert.equal(await shop.notify(`${body}\n`, headers), 401)
  assert.equal(await shop.notify(other.body, headers), 401)
  await isUntouched(built)
  assert.equal(await shop.notify(body, headers), 204)
  await isSettledOnce(built)
})

test('a true notice of something else than success is heard and settles nothing', async () => {
  const { built, transaction } = await aPaidOrder()
  for (const state of ['NOTPAY', 'USERPAYING', 'PAYERROR']) {
    const { body, headers } = shop.notice(`EV-${state}`, { ...transaction, trade_state: state })
    assert.equal(await shop.notify(body, headers), 204)
    await isUntouched(built)
  }
  const unknown = shop.notice('EV-new', { ...transaction, trade_state: 'SOMETHING_NEW' })
  assert.equal(await shop.notify(unknown.body, unknown.headers), 401)
  const bare = shop.notice('EV-bare', { ...transaction, transaction_id: '' })
  assert.equal(await shop.notify(bare.body, bare.headers), 401)
  await isUntouched(built)
})

test('numbers that no platform makes are refused as forged', async () => {
  const { built, transaction } = await aPaidOrder()
  for (const changes of [
    { transaction_id: '42\u0000' },
    { out_trade_no: `${built.order.orderNo}_1\u0000` },
  ]) {
    const { body, headers } = shop.notice('EV-nul', { ...transaction, ...changes })
    assert.equal(await shop.notify(body, headers), 401)
  }
  const { body, headers } = shop.notice('EV\u0000', transaction)
  assert.equal(await shop.notify(body, headers), 401)
  await isUntouched(built)
})

test('one transaction of the platform cannot pay two orders', async () => {
  const first = await aPaidOrder()
  const second = await aPaidOrder()
  const reported = shop.notice('EV-once', { ...first.transaction, transaction_id: '4200042' })
  assert.equal(await shop.notify(reported.body, reported.headers), 204)
  const again = shop.notice('EV-twice', { ...second.transaction, transaction_id: '4200042' })
  assert.equal(await shop.notify(again.body, again.headers), 400)
  await isSettledOnce(first.built)
  await isUntouched(second.built)
  const differences = await shop.world.db`
    select d.kind, d.number, d.amount from payment_differences d join payments p on p.id = d.payment_id
    where p.order_id = ${second.built.order.id}`
  assert.deepEqual(
    differences.map((row) => ({ ...row })),
    [{ kind: 'came', number: '4200042', amount: 3100 }],
    'somebody sees it',
  )
})

test('a signed notice that the money of a paid order went back, which the books do not know, is a difference', async () => {
  const { built, transaction } = await aPaidOrder()
  const paid = shop.notice('EV-paid', transaction)
  assert.equal(await shop.notify(paid.body, paid.headers), 204)
  for (const id of ['EV-back', 'EV-back-again']) {
    const { body, headers } = shop.notice(id, { ...transaction, trade_state: 'REFUND' })
    assert.equal(await shop.notify(body, headers), 204)
  }
  await isSettledOnce(built)
  const differences = await shop.world.db`
    select d.kind, d.amount from payment_differences d join payments p on p.id = d.payment_id
    where p.order_id = ${built.order.id}`
  assert.deepEqual(
    differences.map((row) => ({ ...row })),
    [{ kind: 'wentBack', amount: 3100 }],
  )
})
