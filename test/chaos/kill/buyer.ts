import { setTimeout as wait } from 'node:timers/promises'
import { orderCalls } from '../../../features/order/contract.ts'
import { paymentCalls } from '../../../features/payment/contract.ts'
import { Refused } from './client.ts'
import { tokenOf } from './ledger.ts'
import type { ChaosClass } from './school.ts'
import type { Life } from './watcher.ts'

/** Ways in which learners pay, by share: most pay, some renew the code, some cancel, some leave. */
const ways = { pay: 70, renew: 12, cancel: 12, leave: 6 } as const

/** Presses the button of the checkout page, whatever else happens, and records the response. */
async function payAt(life: Life, codeUrl: string, orderId: string): Promise<void> {
  const { client, ledger } = life
  const page = await client.visit(codeUrl, { do: 'pay' })
  if (/支付成功|款项已原路退回/.test(page)) ledger.confirm(codeUrl, orderId)
  else if (!page.includes('这笔付款已关闭'))
    ledger.fault(`the checkout page knows nothing of ${tokenOf(codeUrl)}`)
}

/** The open code of an order, or null when it takes no money any more. */
async function codeOf({ client }: Life, orderId: string, renew = false): Promise<string | null> {
  try {
    return (await client.ask(paymentCalls.getOrderPayQrcode, { orderId, renew })).codeUrl
  } catch (error) {
    if (error instanceof Refused && error.respCode === 409) return null
    throw error
  }
}

/** Waits at the page for the money to arrive, as its poll does; gives up after a while, as people do. */
async function waitForMoney({ client, ledger, goesOn }: Life, orderId: string): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const { paid, status } = await client.ask(paymentCalls.isOrderPay, { orderId })
    if (paid) return ledger.ended(orderId, 'paid')
    if (status === 'cancelled') return ledger.ended(orderId, 'cancelled')
    if (!goesOn()) return
    await wait(1000)
  }
}

async function cancel({ client, ledger }: Life, orderId: string): Promise<void> {
  try {
    await client.ask(orderCalls.cancelMyOrder, { orderId })
    ledger.ended(orderId, 'cancelled')
  } catch (error) {
    // Paid meanwhile, or cancelled by an attempt whose answer was lost.
    if (!(error instanceof Refused) || error.respCode !== 409) throw error
  }
}

async function buy(life: Life, chosen: readonly ChaosClass[]): Promise<void> {
  const { client, ledger } = life
  const { random } = client
  const input = {
    classIds: chosen.map((one) => one.classId),
    expectedAmount: chosen.reduce((sum, one) => sum + one.price, 0),
    requestKey: `${client.token}-${random.next()}`,
  }
  let orderId: string
  try {
    const order = await client.ask(orderCalls.saveOrder, input)
    ledger.ordered(order)
    orderId = order.id
  } catch (error) {
    // The last place was taken meanwhile.
    if (error instanceof Refused && error.respCode === 409) return
    throw error
  }
  const way = random.weighted(ways)
  if (way === 'leave') return
  const code = await codeOf(life, orderId)
  if (code === null) return ledger.fault(`order ${orderId} has just been made and takes no money`)
  await wait(random.int(0, 400))
  if (way === 'cancel') {
    await Promise.all([payAt(life, code, orderId), cancel(life, orderId)])
  } else if (way === 'renew') {
    const [, other] = await Promise.all([payAt(life, code, orderId), codeOf(life, orderId, true)])
    if (other) await payAt(life, other, orderId)
  } else await payAt(life, code, orderId)
  await waitForMoney(life, orderId)
}

/** A learner who orders and pays, again and again. */
export async function buyOn(life: Life, classes: readonly ChaosClass[]): Promise<void> {
  const left = [...classes]
  while (life.goesOn() && left.length >= 3) {
    await buy(life, left.splice(0, life.client.random.int(1, 3)))
    await wait(life.client.random.int(500, 2000))
  }
}
