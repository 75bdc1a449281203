import { randomUUID } from 'node:crypto'
import { storeFiles } from '../../features/invoice/server/actions.ts'
import { anInvoiceConfig, personalTitle } from '../build/invoice.ts'
import type { InvoiceProvider } from '../../server/channels/invoicing.ts'
import { demoTaxNo } from '../../server/channels/openInvoicing.ts'
import type { World } from '../harness.ts'
import type { AddRow } from './rows.ts'

/** A provider that agrees to everything, and of which nothing else is asked. */
export const agreeingProvider: InvoiceProvider = {
  name: 'sample',
  serialLimit: 20,
  formSerialLimit: 30,
  remarkLimit: 230,
  issue: async () => ({ state: 'opening' }),
  query: async () => ({ state: 'opening' }),
  reissue: async () => ({ state: 'opening' }),
  requestRed: async () => ({ state: 'unknown' }),
  queryRed: async () => ({ state: 'unknown' }),
  listBuyerForms: async () => [],
  answerRed: async () => ({ state: 'done' }),
  revokeRed: async () => ({ state: 'done' }),
  list: async () => [],
  credit: async () => ({ left: null, total: null, code: null }),
  confirmDrawer: async () => true,
  download: async () => Buffer.alloc(0),
  readCallback: () => null,
  callbackAnswer: {},
  check: async () => ({ result: 'right', code: null }),
}

/** Paid orders of a learner: one that can be invoiced, one with a request, and one with an issued invoice. */
export async function anInvoicing(
  { db, app }: World,
  add: AddRow,
  of: { mark: string; classId: string; accountId: string; unitId: string },
) {
  const { accountId, classId, unitId, mark } = of
  const [own] = anInvoiceConfig().sellers
  const config = anInvoiceConfig({ sellers: [{ ...own!, taxNo: demoTaxNo }] })
  await db`
    insert into project_configs (project_id, kind, content)
    select project_id, 'invoice', ${db.json(config as never)} from accounts where id = ${accountId}
    on conflict (project_id, kind) do nothing`
  const [seller] = config.sellers
  const anOrder = async (invoiced: number) => {
    const orderId = await add('orders', {
      accountId,
      unitId,
      orderNo: `INV${randomUUID().slice(0, 8).toUpperCase()}`,
      amount: 6000,
      invoiced,
      channel: 'offline',
      status: 'paid',
      paidAt: db`moment() - interval '2 days'`,
    })
    await add('order_items', {
      classId,
      sort: 0,
      classType: 'public',
      year: 2023,
      hoursTenths: 80,
      price: 6000,
      payable: 6000,
      waiting: false,
    })
    return orderId
  }
  const anInvoice = async (more: object) => {
    const orderId = await anOrder(6000)
    const id = await add('invoices', {
      accountId,
      unitId,
      applicantId: accountId,
      applyNo: `FP${randomUUID().slice(0, 12).toUpperCase()}`,
      colour: 'blue',
      kind: 'ordinary',
      status: 'requested',
      title: { ...personalTitle, name: mark },
      seller,
      amount: 6000,
      tax: 175,
      ...more,
    })
    await add('invoice_lines', {
      orderId,
      classId,
      lineNo: 1,
      taxCode: '3070201020000000000',
      quantity: 1,
      amount: 6000,
      rate: 300,
      tax: 175,
    })
    await add('invoice_events', { status: 'requested', operatorId: accountId })
    return id
  }
  const aNumber = () => String(BigInt(`0x${randomUUID().replaceAll('-', '').slice(0, 15)}`)).padStart(20, '2')
  /** A red invoice of all of an issued one, and where it is wanted the part of the blue one that it has. */
  const aRed = async (status: 'requested' | 'confirming' | 'lapsed', more: object = {}) => {
    const isLiving = status !== 'lapsed'
    const originalId = await anInvoice({
      status: isLiving ? 'reddening' : 'opened',
      number: aNumber(),
      issuedAt: db`moment()`,
    })
    if (isLiving) await db`update invoice_lines set reddened = amount where invoice_id = ${originalId}`
    const [line] = await db<{ orderId: string }[]>`
      select order_id from invoice_lines where invoice_id = ${originalId}`
    const id = await add('invoices', {
      accountId,
      unitId,
      applicantId: accountId,
      applyNo: `FP${randomUUID().slice(0, 12).toUpperCase()}`,
      colour: 'red',
      kind: 'ordinary',
      status,
      title: { ...personalTitle, name: mark },
      seller,
      amount: 6000,
      tax: 175,
      originalId,
      redReason: 'return',
      ...more,
    })
    await add('invoice_lines', {
      orderId: line!.orderId,
      classId,
      lineNo: 1,
      taxCode: '3070201020000000000',
      quantity: 1,
      amount: 6000,
      rate: 300,
      tax: 175,
      originalLine: 1,
    })
    return id
  }
  const invoiceId = await anInvoice({})
  const issuedInvoiceId = await anInvoice({ status: 'opened', number: aNumber(), issuedAt: db`moment()` })
  await db.begin((tx) =>
    storeFiles(tx, app.secrets, issuedInvoiceId, [{ format: 'pdf', bytes: Buffer.from(mark) }]),
  )
  return {
    invoiceId,
    issuedInvoiceId,
    redInvoiceId: await aRed('requested'),
    confirmingRedId: await aRed('confirming', {
      formBy: 'seller',
      serial: `R${randomUUID().slice(0, 12)}`,
      formSerial: `F${randomUUID().slice(0, 12)}`,
    }),
    lapsedRedId: await aRed('lapsed'),
    invoiceDifferenceId: await add('invoice_differences', {
      day: '2023-11-22',
      kind: 'unbooked',
      invoiceId: null,
      number: aNumber(),
      issued: 6000,
    }),
    invoiceOrderId: await anOrder(0),
    invoiceTitleId: await add('invoice_titles', { accountId, unitId: null, kind: 'personal' }),
  }
}
