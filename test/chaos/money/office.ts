import { Refusal } from '../../../contract/refusal.ts'
import { resumeEnrolment, suspendEnrolment } from '../../../features/enrolment/suspension/server/actions.ts'
import { approvalCalls } from '../../../features/approval/contract.ts'
import { orderCalls } from '../../../features/order/contract.ts'
import { paymentCalls } from '../../../features/payment/contract.ts'
import { receiptCalls } from '../../../features/receipt/contract.ts'
import { takenFrom } from '../../../features/receipt/rules.ts'
import { refundCalls } from '../../../features/refund/contract.ts'
import { ask, type Market, reason, type Sequence, type Steps } from './market.ts'

const clerkOf = ({ random, office }: Sequence) => random.pick(office.clerks)

/** Reads the present price, and the day in China. */
async function stateOf({ shop }: Market, { built }: Sequence): Promise<{ amount: number; day: string }> {
  const [row] = await shop.world.db<{ amount: number; day: string }[]>`
    select amount, to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
    from orders where id = ${built.order.id}`
  return row!
}

const enrolmentsOf = ({ shop }: Market, { built }: Sequence) =>
  shop.world.db<{ id: string; suspendedBy: string | null }[]>`
    select id, suspended_by from enrolments where account_id = ${built.learner.accountId} order by id`

/** Decides what takes the other clerk: it comes late in a life, and by its own draw hardly any of it would be. */
async function concludeSome(market: Market, of: Sequence): Promise<void> {
  for (const _ of [1, 2, 3]) await officeSteps.conclude!(market, of)
}

/** Passes over a refusal: something was decided or expired meanwhile. Anything else is a fault. */
function passOver(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** Steps of the two clerks of an office about an order, each alone or one after the other. */
export const officeSteps: Steps = {
  reprice(market, of) {
    const { random, built } = of
    const items = built.order.items.map(({ id, price }) => ({
      itemId: id,
      payable: random.int(0, price + 1),
    }))
    return ask(market, clerkOf(of), orderCalls.updatePrice, { orderId: built.order.id, items, reason })
  },
  waive: (market, of) =>
    ask(market, clerkOf(of), orderCalls.freeOrder, { orderId: of.built.order.id, reason }),
  close: (market, of) => ask(market, clerkOf(of), orderCalls.cancelMyOrder, { orderId: of.built.order.id }),
  async refund(market, of) {
    const { random, built } = of
    const { id: itemId, price } = random.pick(built.order.items)
    const part = random.pick([false, true]) ? { amount: random.int(1, price) } : {}
    const input = { orderId: built.order.id, items: [{ itemId, ...part }], reason }
    await ask(market, clerkOf(of), refundCalls.submit, input)
    await concludeSome(market, of)
  },
  async decide(market, of) {
    const { random, built } = of
    const all = await market.shop.world.db<{ id: string }[]>`
      select id from refunds where order_id = ${built.order.id} and kind <> 'surplus' order by id`
    if (all.length === 0) return
    const { id: refundId } = random.pick(all)
    const { day } = await stateOf(market, of)
    const offline = { bank: '招商银行', serialNo: `S${random.int(1000, 999_999_999)}`, day }
    const clerk = clerkOf(of)
    await random.pick([
      () => ask(market, clerk, refundCalls.reject, { refundId, reason }),
      () => ask(market, clerk, refundCalls.do, { refundId }),
      () => ask(market, clerk, refundCalls.do, { refundId, offline }),
    ])()
    await concludeSome(market, of)
  },
  /** Money comes to the bank account: for the order or for nothing yet, as much as it costs, less or more. */
  async record(market, of) {
    const { n, random, built, story } = of
    const { amount: due, day } = await stateOf(market, of)
    const amount = random.pick([due, due, due + random.int(1, 500), random.int(1, due + 1)])
    const input = { serialNo: `R-${n}-${story.length}`, payerName: '王芳', day, amount }
    const orderId = random.pick([{}, { orderId: built.order.id }, { orderId: built.order.id }])
    await ask(market, clerkOf(of), receiptCalls.record, { ...input, ...orderId })
  },
  async allocate(market, of) {
    const { random, built, office } = of
    const { amount: due } = await stateOf(market, of)
    const receipts = await market.shop.world.db<{ id: string; free: number }[]>`
      select id, amount - allocated - reversed as free from receipts
      where project_id = ${office.portal.projectId} and allocated + reversed < amount order by random() limit 5`
    if (receipts.length === 0 || due === 0) return
    // Sometimes more than there is, or not what it costs.
    const wrong = [{ receiptId: receipts[0]!.id, amount: random.int(1, due) }]
    const allocations = random.pick([takenFrom(receipts, due), takenFrom(receipts, due), wrong]) ?? wrong
    const input = { orderId: built.order.id, allocations }
    await ask(market, clerkOf(of), receiptCalls.allocate, input)
  },
  /** Voids or sends back what no order has of a transfer. */
  async reverseReceipt(market, of) {
    const { n, random, office, story } = of
    const [found] = await market.shop.world.db<{ id: string; amount: number; day: string }[]>`
      select id, amount, day::text from receipts
      where project_id = ${office.portal.projectId} and allocated + reversed < amount order by random() limit 1`
    if (!found) return
    const { id: receiptId, amount, day } = found
    const back = { amount: random.int(1, amount), bank: '招商银行', serialNo: `b-${n}-${story.length}`, day }
    await random.pick([
      () => ask(market, clerkOf(of), receiptCalls.void, { receiptId, reason }),
      () => ask(market, clerkOf(of), receiptCalls.return, { receiptId, ...back, reason }),
    ])()
  },
  /** One of the clerks answers a proposal, which may be their own. */
  async conclude(market, of) {
    const { random, built, office } = of
    const open = await market.shop.world.db<{ id: string }[]>`
      select id from approvals where status = 'proposed' and (subject_id = ${built.order.id}
        or subject_id in (select id from refunds where order_id = ${built.order.id})
        or kind = 'reversal' and project_id = ${office.portal.projectId}) order by id`
    if (open.length === 0) return
    const { id } = random.pick(open)
    const clerk = clerkOf(of)
    await random.pick([
      () => ask(market, clerk, approvalCalls.approve, { id }),
      () => ask(market, clerk, approvalCalls.approve, { id }),
      () => ask(market, clerk, approvalCalls.approve, { id }),
      () => ask(market, clerk, approvalCalls.reject, { id, reason }),
      () => ask(market, clerk, approvalCalls.withdraw, { id }),
    ])()
  },
  /** Ends what a channel says nothing about, and settles what it says otherwise than the books. */
  async clear(market, of) {
    const clerk = clerkOf(of)
    const { attribute } = await ask(market, clerk, paymentCalls.findUnsettled, { orderId: of.built.order.id })
    for (const { id: paymentId } of attribute.payments)
      await ask(market, clerk, paymentCalls.end, { paymentId, reason })
    for (const { id: differenceId } of attribute.differences)
      await ask(market, clerk, paymentCalls.settleDifference, { differenceId, reason })
  },
  async suspend(market, of) {
    const [enrolment] = await enrolmentsOf(market, of)
    if (!enrolment || enrolment.suspendedBy) return
    const suspension = { enrolmentId: enrolment.id, cause: 'transfer:trial', reason }
    const by = { ...clerkOf(of), projectId: of.office.portal.projectId }
    await market.shop.world.db.begin((tx) => suspendEnrolment(tx, by, suspension)).catch(passOver)
  },
  async resume(market, of) {
    for (const { id, suspendedBy } of await enrolmentsOf(market, of)) {
      if (suspendedBy !== 'transfer:trial') continue
      const by = { ...clerkOf(of), projectId: of.office.portal.projectId }
      const suspension = { enrolmentId: id, cause: suspendedBy, reason }
      await market.shop.world.db.begin((tx) => resumeEnrolment(tx, by, suspension))
    }
  },
}
