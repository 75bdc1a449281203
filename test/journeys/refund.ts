import { paymentCalls } from '../../features/payment/contract.ts'
import { runJob } from '../build/job.ts'
import type { World } from '../harness.ts'
import { until } from '../until.ts'
import { orderAny } from './learner.ts'
import { button } from './manager.ts'
import type { Visitor } from './visitor.ts'

/** Orders classes that the learner can buy, and pays each at the demo's checkout, which is told how a refund ends. */
export async function payOrders(world: World, token: string, faults: readonly string[]): Promise<string[]> {
  const paid: string[] = []
  for (const refundFault of faults) {
    const { id: orderId, orderNo } = await orderAny(world, token)
    const { codeUrl } = await world.ask(paymentCalls.getOrderPayQrcode, { orderId }, token)
    await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay', refundFault }) })
    await until(async () => (await statusOf(world, orderNo)) === 'paid')
    paid.push(orderNo)
  }
  return paid
}

/** The status of an order. */
export async function statusOf({ db }: World, orderNo: string): Promise<string> {
  const [row] = await db`select status from orders where order_no = ${orderNo}`
  return row!.status as string
}

/** Lets the channel be asked until the refunds of an order have a final state. */
export async function settled(world: World, orderNo: string): Promise<string> {
  const { db } = world
  for (;;) {
    const [row] = await db`
      select r.status from refunds r join orders o on o.id = r.order_id where o.order_no = ${orderNo} order by r.id desc`
    if (row!.status !== 'processing') return row!.status as string
    await db`update refunds set ask_at = moment() where status = 'processing'`
    await runJob(world, 'refund.send')
  }
}

/** Acts as finance on the newest request of an order, from its row in the list. */
export async function decide({ page }: Visitor, orderNo: string, action: string): Promise<void> {
  await page.goto(`/invoice-manage/refund-list?keyword=${orderNo}`)
  await button(page.getByRole('row').filter({ hasText: orderNo }).first(), action).click()
}
