import { taxWithin } from '../../contract/invoicing.ts'
import { demoTaxNo } from '../../server/channels/openInvoicing.ts'
import { drawBytes } from '../dice.ts'
import type { World } from '../harness.ts'

interface Requested {
  kind?: 'ordinary' | 'special'
  titleName?: string
  /** Null for a person. */
  taxNo?: string | null
  rate?: number
  /** Fen of each order; all that is paid and kept unless given. */
  amount?: number
  email?: string
}

/** A requested invoice for orders of one payer, each class a line, as who paid them asks for it. */
export async function aRequest(
  world: World,
  orderIds: readonly string[],
  {
    kind = 'ordinary',
    titleName = '第一医院',
    taxNo = '91110000600037341L',
    rate = 300,
    amount,
    email,
  }: Requested = {},
): Promise<string> {
  const { db } = world
  const title = {
    kind: taxNo === null ? 'personal' : 'enterprise',
    name: titleName,
    taxNo,
    address: '一号路 1 号',
    phone: '010-12345678',
    bank: '招商银行',
    bankAccount: '6225880212345678',
  }
  const seller = {
    name: '继续教育中心',
    taxNo: demoTaxNo,
    address: '二号路 2 号',
    phone: '021-12345678',
    bank: '工商银行',
    bankAccount: '1001000000000001',
    drawer: '王会计',
  }
  return db.begin(async (tx) => {
    const lines = await tx<
      { orderId: string; classId: string; quantity: number; amount: number; name: string }[]
    >`
      select i.order_id, i.class_id, count(*)::int as quantity, min(i.name) as name,
        coalesce(${amount ?? null}::bigint, sum(i.payable - i.refunded - i.refunding))::bigint as amount
      from order_items i where i.order_id = any(${orderIds as string[]}) and i.payable > i.refunded + i.refunding
      group by i.order_id, i.class_id
      order by i.order_id, i.class_id`
    const rows = lines.map((line, at) => ({
      ...line,
      lineNo: at + 1,
      name: `*非学历教育服务*${line.name}`,
      taxCode: '3070201020000000000',
      rate,
      policy: '01',
      tax: taxWithin(line.amount, rate),
    }))
    const sum = (of: 'amount' | 'tax') => rows.reduce((total, row) => total + row[of], 0)
    const [row] = await tx`
      insert into invoices (project_id, colour, kind, apply_no, account_id, payer_unit_id, unit_id, applicant_id, title, seller,
        email, remark, amount, tax, status)
      select o.project_id, 'blue', ${kind}, ${`F${drawBytes(8).toString('hex').toUpperCase()}`}, o.account_id, o.payer_unit_id,
        o.unit_id, coalesce(o.account_id, (select account_id from order_items where order_id = o.id limit 1)),
        ${tx.json(title)}, ${tx.json(seller)}, ${email ?? null}, ${`订单 ${orderIds.length} 个`}, ${sum('amount')}, ${sum('tax')}, 'requested'
      from orders o where o.id = ${orderIds[0]!} returning id`
    const invoiceId = row!.id as string
    await tx`insert into invoice_lines ${tx(rows.map((line) => ({ ...line, invoiceId })))}`
    await tx`
      update orders o set invoiced = o.invoiced + l.amount
      from (select order_id, sum(amount) as amount from invoice_lines where invoice_id = ${invoiceId} group by order_id) l
      where o.id = l.order_id`
    return invoiceId
  })
}

let number = 10n ** 19n

/** A number of 20 digits that no other invoice has. */
export const aNumber = (): string => String(++number)

/** An invoice that was issued, recorded with a number by the office. */
export async function anIssued(world: World, ...given: [readonly string[], Requested?]): Promise<string> {
  const id = await aRequest(world, ...given)
  await world.db`
    update invoices set status = 'opened', number = ${aNumber()}, issued_at = moment(), provider = 'manual' where id = ${id}`
  return id
}

/** So many further orders of the learner of a paid one, each paid like it, written by one statement; gives their ids. */
export async function paidAlike({ db }: World, orderId: string, count: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    with fresh as (
      insert into orders (project_id, kind, account_id, payer_name, unit_id, order_no, amount, channel, status, expires_at,
        paid_at, created_at)
      select project_id, kind, account_id, payer_name, unit_id, order_no || 'N' || n, amount, channel, status, expires_at,
        paid_at, created_at
      from orders, generate_series(1, ${count}::int) n where id = ${orderId} returning id),
    items as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, discount,
        adjustment, payable, waiting)
      select fresh.id, i.account_id, i.class_id, i.sort, i.name, i.class_type, i.year, i.hours_tenths, i.price, i.discount,
        i.adjustment, i.payable, false
      from fresh, order_items i where i.order_id = ${orderId})
    select id from fresh order by id`
  return rows.map(({ id }) => id)
}
