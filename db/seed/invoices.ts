import { randomUUID } from 'node:crypto'
import type { BuyerTitle } from '../../features/invoice/contract.ts'
import { newInvoiceOf } from '../../features/invoice/issue/server/draw.ts'
import { open, rejectInvoice } from '../../features/invoice/issue/server/actions.ts'
import { markInvoice } from '../../features/invoice/issue/server/numbers.ts'
import { applyOutcome } from '../../features/invoice/issue/server/settle.ts'
import { cancelRed, reverse, takeBuyerForm } from '../../features/invoice/red/server/actions.ts'
import { newRedFormOf } from '../../features/invoice/red/server/draw.ts'
import { reOpen } from '../../features/invoice/red/server/replace.ts'
import { applyForm, applyIssued, follow } from '../../features/invoice/red/server/settle.ts'
import { lockInvoice, saveInvoice, withdraw } from '../../features/invoice/server/actions.ts'
import { openRefund } from '../../features/refund/server/application.ts'
import { refundOrPropose } from '../../features/refund/server/execute.ts'
import { issue, NuonuoFault, takeOrder } from '../../sandbox/invoice/actions.ts'
import { formAnswer, invoiceAnswer } from '../../sandbox/invoice/answers.ts'
import { findByOrder, findReds, lockForm, readDrawer } from '../../sandbox/invoice/data.ts'
import { makeCode } from '../../sandbox/invoice/drawer.ts'
import { type Knob, turnKnob } from '../../sandbox/invoice/knobs.ts'
import { answerAsBuyer, beginAsBuyer, refreshForms, requestForm } from '../../sandbox/invoice/redForms.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { InvoiceOutcome } from '../../server/channels/invoicing.ts'
import {
  formOf,
  issuedOf,
  type NuonuoForm,
  type NuonuoInvoice,
  orderOf,
  redFormOf,
} from '../../server/channels/nuonuoShapes.ts'
import {
  demoTaxNo,
  hasSampleInvoices,
  nuonuoPath,
  openInvoicing,
} from '../../server/channels/openInvoicing.ts'
import { hasDemoGateway, ownAddress } from '../../server/channels/openPayment.ts'
import type { Tx } from '../../server/db.ts'
import type { ProjectSession, Session } from '../../server/session.ts'
import type { SeededPortal } from './portal.ts'
import { learnerOf, managerOf, staffOf } from './staff.ts'

/** The demo while its invoices are seeded, and who handles them in the office. */
interface Demo {
  tx: Tx
  app: AppContext
  portal: SeededPortal
  finance: ProjectSession
}

/** A paid order of which nothing is invoiced, and who pays it. */
interface Payable {
  orderId: string
  left: number
  payer: Session
}

const blank = { taxNo: null, address: '', phone: '', bank: '', bankAccount: '' }
const personal = (name: string): BuyerTitle => ({ ...blank, kind: 'personal', name })

/** The title of a unit, as its settings have it. */
async function titleOf(tx: Tx, unitId: string): Promise<BuyerTitle> {
  const [unit] = await tx<{ name: string; taxNo: string; phone: string; address: string }[]>`
    select name, credit_code as tax_no, phone, address from units where id = ${unitId}`
  const { name, taxNo, phone, address } = unit!
  const bank = { bank: '江海演示银行营业部', bankAccount: '3300000000000026' }
  return { kind: 'enterprise', name, taxNo, phone, address, ...bank }
}

/** Orders that a learner paid and keeps, the latest first: those of one, or of all but one, a learner each. */
async function listPayable(
  { tx, portal }: Demo,
  accountId: string,
  { own, count }: { own: boolean; count: number },
): Promise<Payable[]> {
  const each = own ? tx`o.id` : tx`o.account_id`
  const rows = await tx<{ orderId: string; accountId: string; left: number }[]>`
    select * from (
      select distinct on (${each}) o.id as order_id, o.account_id,
        o.amount - o.invoiced as left, o.paid_at
      from orders o
      where o.project_id = ${portal.projectId} and o.kind = 'personal' and o.status = 'paid' and o.amount > 0
        and (o.account_id = ${accountId}) = ${own} and o.paid_at > moment() - interval '700 days'
        and not exists (select from refunds r where r.order_id = o.id)
      order by ${each}, o.paid_at desc) latest
    order by paid_at desc limit ${count}`
  const found: Payable[] = []
  for (const row of rows) found.push({ ...row, payer: await learnerOf(tx, portal, row.accountId) })
  return found
}

/** Requests an invoice for all of an order, as who paid it does. */
async function request(
  { tx }: Demo,
  { orderId, left, payer }: Payable,
  title = personal(payer.userName),
  kind: 'ordinary' | 'special' = 'ordinary',
): Promise<string> {
  const { id } = await saveInvoice(tx, payer, {
    orderIds: [orderId],
    kind,
    title,
    expectedAmount: left,
    requestKey: randomUUID(),
  })
  return id
}

/** The address at which the demo's 诺诺 has its pages and files. */
const baseOf = ({ app }: Demo) => ownAddress(app.environment) + nuonuoPath

/** Answer of the demo's 诺诺 for a serial: issued, failed, or not before the drawer has signed in. */
async function outcomeOf(demo: Demo, serial: string): Promise<InvoiceOutcome> {
  const { tx } = demo
  const [found] = await findByOrder(tx, demoTaxNo, [serial])
  const { status, fault } = found!
  if (status === '2')
    return { state: 'opened', ...issuedOf(invoiceAnswer(found!, baseOf(demo)) as NuonuoInvoice) }
  if (status === '22') return { state: 'failed', code: `STATUS_${status}`, message: fault! }
  const { code, codeUntil } = await readDrawer(tx, demoTaxNo)
  if (code === null) return { state: 'opening' }
  const qr = `${baseOf(demo)}/drawer/${code}`
  return { state: 'waitingDrawer', code: { purpose: 'login', qr, expiresAt: codeUntil, checkId: null } }
}

/**
 * Sends a request to the demo's 诺诺, which answers at once, and lets the answer count; knobs say what goes otherwise than
 * well. The files of what is issued are fetched by the portal's own job as soon as it runs.
 */
async function send(
  demo: Demo,
  id: string,
  knobs: Partial<Record<Knob, string | null>> = { loseCallback: null },
): Promise<void> {
  const { tx, app, finance } = demo
  const channels = { invoicing: openInvoicing(app.environment, app.secrets) }
  const request = await lockInvoice(tx, id)
  if (request.status === 'requested') await open(tx, { channels }, finance, request)
  const invoice = await lockInvoice(tx, id)
  for (const [knob, reason] of Object.entries(knobs))
    await turnKnob(tx, knob as Knob, { buyerName: invoice.title.name, reason })
  const serialNo = await takeOrder(tx, demoTaxNo, orderOf(await newInvoiceOf(tx, app, invoice)))
  if (!('delay' in knobs)) await issue(tx, serialNo)
  if ('login' in knobs) await makeCode(tx, demoTaxNo)
  await applyOutcome(tx, invoice, await outcomeOf(demo, invoice.serial!))
}

/** An invoice that is issued; the buyer may have booked it at the tax bureau. */
async function issued(demo: Demo, id: string, { booked = false } = {}): Promise<string> {
  await send(demo, id, { loseCallback: null, ...(booked && { booked: null }) })
  return id
}

/** A form as the demo's 诺诺 answers about it. */
async function formAt({ tx }: Demo, formSerial: string) {
  const form = (await lockForm(tx, demoTaxNo, formSerial))!
  const red = (await findReds(tx, [form.formId])).get(form.formId)
  return { red, form: redFormOf(formAnswer(form, red) as NuonuoForm) }
}

/** Course of a red invoice at the demo's 诺诺: issued at once or later, after the buyer's word, or not, for a reason. */
type RedCourse = { waits?: boolean; slow?: boolean; fails?: string }

/**
 * Asks the demo's 诺诺 for the form of a red invoice, and for the invoice where the form needs no further word; a form that
 * is not taken fails it.
 */
async function turnRed(
  demo: Demo,
  id: string,
  { waits = false, slow = false, fails }: RedCourse = {},
): Promise<void> {
  const { tx, app } = demo
  const red = await follow(tx, null, await lockInvoice(tx, id), 'ask')
  const { name: buyerName } = red.title
  try {
    if (!waits) await turnKnob(tx, slow ? 'delay' : 'loseCallback', { buyerName })
    if (fails) await turnKnob(tx, 'fail', { buyerName, reason: fails })
    await requestForm(tx, demoTaxNo, formOf(await newRedFormOf(tx, app, red)))
  } catch (error) {
    if (!(error instanceof NuonuoFault)) throw error
    return applyForm(tx, red, { state: 'failed', code: error.code, message: error.message })
  }
  const answer = await formAt(demo, red.formSerial!)
  await applyForm(tx, red, { state: 'form', form: answer.form })
  if (!answer.red || slow) return
  await issue(tx, answer.red.serialNo)
  await applyIssued(tx, red, await outcomeOf(demo, red.serial!))
}

/** Reverses an issued invoice, in part where a line's sum is given; gives the red one. */
async function reversed(
  demo: Demo,
  id: string,
  { amount, ...course }: RedCourse & { amount?: number } = {},
): Promise<string> {
  const red = await reverse(demo.tx, demo.finance, {
    id,
    reason: amount ? 'allowance' : 'serviceEnded',
    ...(amount && { lines: [{ lineNo: 1, amount }] }),
  })
  await turnRed(demo, red.id, course)
  return red.id
}

/** Lets what the tax bureau has of the form of a red invoice by now count. */
async function hearForm(demo: Demo, id: string): Promise<void> {
  const { tx } = demo
  const red = await lockInvoice(tx, id)
  await refreshForms(tx, demoTaxNo, red.formSerial!)
  const { form } = await formAt(demo, red.formSerial!)
  await applyForm(tx, red, { state: 'form', form })
}

/** A reversal that the buyer of a booked invoice refuses. */
async function refusedByBuyer(demo: Demo, id: string): Promise<void> {
  const { tx } = demo
  const redId = await reversed(demo, id, { waits: true })
  await answerAsBuyer(tx, demoTaxNo, (await lockInvoice(tx, redId)).formSerial!, false)
  await hearForm(demo, redId)
}

/** Moves invoices, with all that happened to them here and at the demo's 诺诺, so many days back. */
async function moveBack({ tx }: Demo, ids: string[], days: number): Promise<void> {
  await tx`
    update invoices set created_at = created_at - make_interval(days => ${days}),
      sent_at = sent_at - make_interval(days => ${days}), issued_at = issued_at - make_interval(days => ${days}),
      form_until = form_until - make_interval(days => ${days})
    where id = any(${ids})`
  await tx`
    update invoice_events set created_at = created_at - make_interval(days => ${days}) where invoice_id = any(${ids})`
  await tx`
    update sandbox_invoices set issued_at = issued_at - make_interval(days => ${days})
    where order_no in (select serial from invoices where id = any(${ids}))`
  await tx`
    update sandbox_red_forms set created_at = created_at - make_interval(days => ${days})
    where form_id in (select form_serial from invoices where id = any(${ids}))`
}

/** A reversal of a booked invoice some days ago, whose form its buyer has let lapse. */
async function lapsed(demo: Demo, id: string): Promise<void> {
  const redId = await reversed(demo, id, { waits: true })
  await moveBack(demo, [id, redId], 4)
  await hearForm(demo, redId)
}

/** A reversal that the office gives up before it is sent. */
async function cancelled({ tx, finance }: Demo, id: string): Promise<void> {
  const red = await reverse(tx, finance, { id, reason: 'serviceEnded' })
  await cancelRed(tx, finance, red.id)
}

/** A reversal that the tax bureau does not take: the buyer has begun one of which we have not heard yet. */
async function crossed(demo: Demo, id: string): Promise<void> {
  await beginAsBuyer(demo.tx, (await lockInvoice(demo.tx, id)).number!)
  await reversed(demo, id)
}

/** Reverses an invoice that was made out to its payer in error, and has it issued again to their unit. */
async function reIssued(demo: Demo, id: string, payer: Session): Promise<void> {
  const { tx } = demo
  const title = await titleOf(tx, payer.unitId!)
  const next = await reOpen(tx, payer, { id, kind: 'ordinary', title, requestKey: randomUUID() })
  await turnRed(demo, next.redId)
  await send(demo, next.id)
}

/** A form that a buyer has begun of an issued invoice: it waits for the office. */
async function begunByBuyer(demo: Demo, id: string): Promise<void> {
  const { tx, portal } = demo
  const { number } = await lockInvoice(tx, id)
  const formId = await beginAsBuyer(tx, number!)
  await refreshForms(tx, demoTaxNo, formId)
  await takeBuyerForm(tx, portal.projectId, (await formAt(demo, formId)).form)
}

/** The first batch order of the demo's unit that is paid and kept. */
async function batchOf({ tx, portal }: Demo): Promise<Payable> {
  const payer = await managerOf(tx, portal, 'unit')
  const [row] = await tx<{ orderId: string; left: number }[]>`
    select id as order_id, amount - invoiced as left from orders
    where payer_unit_id = ${payer.unitId} and status = 'paid' order by id limit 1`
  return { ...row!, payer }
}

/** Issues the invoice of an order whose learner then wants the money back: that waits until it is reversed. */
async function refundOfInvoiced(demo: Demo): Promise<void> {
  const { tx, portal, finance } = demo
  const [row] = await tx<{ orderId: string; accountId: string; left: number; itemId: string }[]>`
    select o.id as order_id, o.account_id, o.amount - o.invoiced as left, i.id as item_id
    from refunds r join orders o on o.id = r.order_id join order_items i on i.order_id = o.id
    where r.project_id = ${portal.projectId} and r.status = 'cancelled' and o.status = 'paid' limit 1`
  const { orderId, itemId, ...order } = row!
  const payer = await learnerOf(tx, portal, order.accountId)
  await issued(demo, await request(demo, { ...order, orderId, payer }))
  const { refundId } = await openRefund(tx, payer, {
    orderId,
    items: [{ itemId }],
    reason: '单位统一安排了同一门课程',
  })
  await refundOrPropose(tx, finance, refundId, undefined)
}

/**
 * Invoices in each of their states. The drawer is signed out at last: what waits for that goes on once somebody scans the
 * code on the page of invoices. A portal with a contract of its own has none: they would be issued.
 */
export async function seedInvoices(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  accountIds: readonly string[],
): Promise<void> {
  if (!hasSampleInvoices(app.environment)) return
  const finance = await staffOf(tx, portal, 'finance')
  const demo: Demo = { tx, app, portal, finance }
  const own = await listPayable(demo, accountIds[0]!, { own: true, count: 4 })
  const others = await listPayable(demo, accountIds[0]!, { own: false, count: 16 })
  const next = () => others.shift()!
  const ask = (order: Payable, title?: BuyerTitle) => request(demo, order, title)
  const { today } = portal

  // The demo's learner: one issued, one to be issued, one that failed, and one whose title was wrong.
  const [first, second, third, fourth] = own as [Payable, Payable, Payable, Payable]
  await issued(demo, await ask(first))
  await ask(second)
  const mistaken = await titleOf(tx, third.payer.unitId!)
  const failed = await ask(third, { ...mistaken, name: `${mistaken.name}（本部）` })
  await send(demo, failed, { loseCallback: null, fail: '购方名称与纳税人识别号不一致，请核对后重新开具' })
  await reIssued(demo, await issued(demo, await ask(fourth)), fourth.payer)

  const batch = await batchOf(demo)
  const unitTitle = await titleOf(tx, batch.payer.unitId!)
  await issued(demo, await request(demo, batch, unitTitle, 'special'))

  const rejected = await ask(next())
  const reason = '单位报销的发票请填写单位全称和税号，修改后重新提交'
  await rejectInvoice(tx, finance, { id: rejected, reason })
  const dropped = next()
  await withdraw(tx, dropped.payer, await ask(dropped))
  /** An invoice that was issued at the tax bureau itself. */
  const elsewhere = async (lastDigit: number) => {
    const id = await ask(next())
    const number = `${today.slice(2, 4)}32200000000008421${lastDigit}`
    await markInvoice(tx, app.secrets, finance, { id, number, day: today })
    return id
  }
  await elsewhere(7)
  // Its reversal is recorded as well, once it was done there.
  await reverse(tx, finance, { id: await elsewhere(8), reason: 'serviceEnded' })
  const lowered = next()
  await reversed(demo, await issued(demo, await ask(lowered)), {
    amount: Math.round(lowered.left / 4),
  })
  await reversed(demo, await issued(demo, await ask(next())))
  /** An invoice that a unit has booked: its buyer has to confirm that it is reversed. */
  const bookedBy = async (order: Payable) =>
    issued(demo, await ask(order, await titleOf(tx, order.payer.unitId!)), { booked: true })
  await reversed(demo, await bookedBy(next()), { waits: true })
  await reversed(demo, await issued(demo, await ask(next())), {
    fails: '税务系统繁忙，红字发票开具失败，请稍后重试',
  })
  const disputed = next()
  const ofOther = await titleOf(tx, disputed.payer.unitId!)
  await begunByBuyer(demo, await issued(demo, await ask(disputed, ofOther)))
  await refusedByBuyer(demo, await bookedBy(next()))
  await cancelled(demo, await issued(demo, await ask(next())))
  await crossed(demo, await issued(demo, await ask(next())))
  await reversed(demo, await issued(demo, await ask(next())), { slow: true })
  // What was paid longest ago.
  await lapsed(demo, await bookedBy(others.pop()!))
  if (hasDemoGateway(app.environment)) await refundOfInvoiced(demo)

  const slow = await ask(next())
  await send(demo, slow, { delay: null })
  await send(demo, await ask(next()), { login: null })
  // Known to be there already, they are asked about and not sent again; the slow ones not before tomorrow, since they would
  // wait for the drawer as well.
  await tx`
    update invoices set asked = 1,
      ask_at = moment() + case status when 'opening' then interval '1 day' else interval '20 s' end
    where status in ('opening', 'waiting_drawer')`
}
