import { fileTypeFromBuffer } from 'file-type'
import { unzipSync } from 'fflate'
import type { AppContext } from '../../../../server/appContext.ts'
import { ChannelFailure } from '../../../../server/channels/payment.ts'
import type { InvoiceFiles, InvoiceProvider } from '../../../../server/channels/invoicing.ts'
import { invoiceFormats } from '../../contract.ts'
import { mailIssued, storeFiles, type StoredInvoice } from '../../server/actions.ts'

type InvoiceFormat = (typeof invoiceFormats)[number]

const holds = (bytes: Buffer, name: string): boolean => {
  try {
    let found = false
    unzipSync(bytes, {
      filter: (entry) => {
        found ||= entry.name === name
        return false
      },
    })
    return found
  } catch {
    return false
  }
}

/** Kind of a file by its content, whatever it is called; null for what no invoice is. */
export async function formatOf(bytes: Buffer): Promise<InvoiceFormat | null> {
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime === 'application/pdf') return 'pdf'
  if (type?.ext === 'zip' || type?.ext === 'ofd') return holds(bytes, 'OFD.xml') ? 'ofd' : null
  const isXml = type === undefined || type.mime === 'application/xml'
  return isXml && /^\uFEFF?\s*<(\?xml|EInvoice)/.test(bytes.subarray(0, 200).toString('utf8')) ? 'xml' : null
}

/** Fetches one file of an issued invoice, once; one that is not ready yet is left for later. */
async function fetchOne(
  app: AppContext,
  provider: InvoiceProvider,
  { id, format, address }: { id: string; format: InvoiceFormat; address: string },
): Promise<void> {
  const { log } = app
  let bytes: Buffer
  try {
    bytes = await provider.download(address)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, invoice: id, format }, 'a file of an invoice could not be fetched')
    return
  }
  if ((await formatOf(bytes)) === format) return storeFiles(app.db, app.secrets, id, [{ format, bytes }])
  log.warn({ invoice: id, format }, 'a file of an invoice is not what it should be')
}

/** Fetches what an issued invoice has no file of yet; once all are there nobody asks again, and they are mailed. */
export async function fetchFiles(
  app: AppContext,
  provider: InvoiceProvider,
  { id, formats }: StoredInvoice,
  addresses: InvoiceFiles,
): Promise<void> {
  for (const format of invoiceFormats) {
    const address = addresses[format]
    if (address !== null && !formats.includes(format)) await fetchOne(app, provider, { id, format, address })
  }
  const complete = await app.db`
    update invoices set ask_at = null
    where id = ${id} and (select count(*) from invoice_files where invoice_id = ${id}) = ${invoiceFormats.length}
    returning id`
  if (complete.length > 0) await mailIssued(app, id)
}
