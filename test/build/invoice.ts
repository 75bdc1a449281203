import { type InvoiceConfig, invoiceConfigCalls } from '../../features/invoice/config/contract.ts'
import { type BuyerTitle, invoiceCalls } from '../../features/invoice/contract.ts'
import type { World } from '../harness.ts'
import { cellsOf } from './import.ts'
import type { BuiltAccount } from './portal.ts'

/** Unified credit codes with their check characters. */
export const taxNos = ['91330100799655058B', '91310000775785552L'] as const

/** Settings by which invoices are written, with changes. */
export const anInvoiceConfig = (changes: Partial<InvoiceConfig> = {}): InvoiceConfig => ({
  open: true,
  kinds: ['ordinary', 'special'],
  withinDays: 180,
  remark: '{title} {orderNo}',
  automatic: false,
  creditWarning: 0,
  sellers: [
    {
      from: '2010-01-01',
      name: '江海培训中心',
      taxNo: taxNos[0],
      address: '江海路 1 号',
      phone: '0500-86001200',
      bank: '江海银行',
      bankAccount: '6200001',
      drawer: '王开票',
    },
  ],
  taxLines: [
    {
      from: '2010-01-01',
      classType: null,
      item: '',
      taxCode: '3070201020000000000',
      category: '非学历教育服务',
      rate: 300,
      policy: '01',
    },
  ],
  ...changes,
})

/** Opens invoices in a project, or changes how they are written. */
export async function openInvoices(
  world: World,
  admin: BuiltAccount,
  changes: Partial<InvoiceConfig> = {},
): Promise<void> {
  const content = anInvoiceConfig(changes)
  // Two people have approved the seller's account.
  const sellers = world.db.json({ sellers: content.sellers } as never)
  await world.db`
    insert into project_configs as c (project_id, kind, content)
    select project_id, 'invoice', ${sellers} from accounts where id = ${admin.accountId}
    on conflict (project_id, kind) do update set content = c.content || excluded.content, version = c.version + 1`
  const { version } = await world.ask(invoiceConfigCalls.findInvoiceConfig, {}, admin.token)
  await world.ask(invoiceConfigCalls.saveInvoiceConfig, { content, version }, admin.token)
}

export const personalTitle: BuyerTitle = {
  kind: 'personal',
  name: '李小兰',
  taxNo: null,
  address: '',
  phone: '',
  bank: '',
  bankAccount: '',
}

export const enterpriseTitle: BuyerTitle = {
  ...personalTitle,
  kind: 'enterprise',
  name: '滨海药业有限公司',
  taxNo: taxNos[1],
}

let keys = 0

/** A request for all of some orders, with changes. */
export const aRequest = (orderIds: string[], expectedAmount: number, changes: object = {}) => ({
  orderIds,
  kind: 'ordinary' as const,
  title: personalTitle,
  expectedAmount,
  requestKey: `request-${++keys}`,
  ...changes,
})

/** Requests an invoice for orders, and gives its id. */
export const requestInvoice = async (
  world: World,
  payer: BuiltAccount,
  orderIds: string[],
  amount: number,
  changes: object = {},
): Promise<string> =>
  (await world.ask(invoiceCalls.save, aRequest(orderIds, amount, changes), payer.token)).id

/** The rows of the roster annexed to an invoice, without their head and with sums as numbers; null where there is none. */
export async function rosterOf(
  world: World,
  id: string,
  { token }: BuiltAccount,
): Promise<(string | number)[][] | null> {
  const url = `/api${invoiceCalls.download.path}?id=${id}&format=roster`
  const reply = await world.portal.http.inject({ url, headers: { token } })
  if (String(reply.headers['content-type']).includes('json')) return null
  const [, ...rows] = cellsOf(reply.rawPayload)
  return rows.map(([orderNo, name, unit, sold, yuan]) => [orderNo!, name!, unit!, sold!, Number(yuan)])
}
