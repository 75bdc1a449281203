import { randomUUID } from 'node:crypto'
import type { World } from '../harness.ts'
import type { AddRow } from './rows.ts'

/** An order of two classes paid at the counter, of which one is asked back. */
export async function aPaidOrder(
  { db }: World,
  add: AddRow,
  { mark, ...of }: { mark: string; classId: string; accountId: string; unitId: string },
) {
  const { accountId, classId, unitId } = of
  const orderNo = `PAID${randomUUID().slice(0, 8).toUpperCase()}`
  const [today] = await db<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const { day } = today!
  const paidOrderId = await add('orders', {
    accountId,
    unitId,
    orderNo,
    amount: 9000,
    channel: 'offline',
    status: 'paid',
    paidAt: db`moment() - interval '3 days'`,
  })
  const anItem = (sort: number, refunding: number) =>
    add('order_items', {
      classId,
      sort,
      classType: 'public',
      year: 2023,
      hoursTenths: 80,
      price: 4500,
      payable: 4500,
      refunding,
      waiting: false,
    })
  const paidItemId = await anItem(0, 0)
  const orderItemId = await anItem(1, 4500)
  const aRefund = (number: number, more: object) =>
    add('refunds', {
      accountId,
      applicantId: accountId,
      refundNo: `${orderNo}-R${number}`,
      reason: mark,
      ...more,
    })
  const sentRefundId = await aRefund(2, {
    kind: 'operator',
    status: 'processing',
    channelNo: `${orderNo}-R2`,
    attempts: 1,
  })
  const refundId = await aRefund(1, { kind: 'learner', amount: 4500 })
  await add('refund_items', { orderItemId, amount: 4500, progress: 0, days: 3 })
  const serialNo = `BANK-${orderNo}`
  const stuckPaymentId = await add('payments', {
    method: 'native',
    outTradeNo: `${orderNo}_1`,
    amount: 9000,
    failure: 'no answer',
    askAt: db`moment() + interval '1 day'`,
  })
  const projectId = db`(select project_id from accounts where id = ${accountId})`
  const billId = await add('bills', {
    projectId,
    merchantId: db`(select id from merchants where project_id = ${projectId} limit 1)`,
    channel: 'wechat',
    day: db`current_date - (select count(*)::int from bills)`,
    failure: mark,
    askAt: db`moment() + interval '1 day'`,
  })
  // It was booked since its bill was read.
  const transactionId = `42${orderNo}`
  const bookedPaymentId = await add('payments', {
    method: 'native',
    outTradeNo: `${orderNo}_2`,
    transactionId,
    amount: 4500,
    refunded: 4500,
    status: 'refunded',
    succeededAt: db`moment()`,
  })
  return {
    billId,
    billDifferenceId: await add('bill_differences', {
      projectId,
      kind: 'unbooked',
      item: 'payment',
      paymentId: bookedPaymentId,
      transactionId,
      billed: 4500,
    }),
    paidOrderId,
    paidItemId,
    refundId,
    sentRefundId,
    serialNo,
    today: day,
    receiptId: await add('receipts', { serialNo, day, amount: 9000 }),
    stuckPaymentId,
    differenceId: await add('payment_differences', {
      kind: 'wentBack',
      number: `${orderNo}_1_R1`,
      amount: 4500,
    }),
  }
}
