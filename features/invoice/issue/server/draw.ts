import type { LinePolicy } from '../../../../contract/invoicing.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { InvoiceLine, NewInvoice } from '../../../../server/channels/invoicing.ts'
import type { Db } from '../../../../server/db.ts'
import { listLines, type StoredInvoice, type StoredLine } from '../../server/actions.ts'
import { callbackAddress } from './carriers.ts'

const textOrNull = (text: string) => text || null

/** Buyer and seller of an invoice as a provider takes them. */
export const partiesOf = ({ title, seller }: Pick<StoredInvoice, 'title' | 'seller'>) => ({
  buyer: {
    name: title.name,
    taxNo: title.taxNo,
    address: textOrNull(title.address),
    phone: textOrNull(title.phone),
    bank: textOrNull(title.bank),
    bankAccount: textOrNull(title.bankAccount),
    isNatural: title.kind === 'personal',
  },
  seller: {
    name: seller.name,
    taxNo: seller.taxNo,
    address: textOrNull(seller.address),
    phone: textOrNull(seller.phone),
    bank: textOrNull(seller.bank),
    bankAccount: textOrNull(seller.bankAccount),
  },
})

/** A line of an invoice as a provider takes it. */
export const printedLine = ({
  name,
  taxCode,
  quantity,
  amount,
  tax,
  rate,
  policy,
}: StoredLine): InvoiceLine => ({
  name,
  taxCode,
  quantity,
  amount,
  tax,
  rate,
  policy: policy as LinePolicy | null,
})

/** A blue invoice as a provider is asked for it, under the serial it has. */
export async function newInvoiceOf(
  db: Db,
  app: Pick<AppContext, 'environment' | 'secrets'>,
  invoice: StoredInvoice,
): Promise<NewInvoice> {
  const { id, kind, remark, seller, serial } = invoice
  return {
    serial: serial!,
    kind,
    ...partiesOf(invoice),
    drawer: seller.drawer,
    lines: (await listLines(db, [id])).map(printedLine),
    remark,
    callbackUrl: callbackAddress(app, id),
  }
}
