import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { isId } from '../../../../contract/call.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Channels } from '../../../../server/channels/channels.ts'
import type { InvoiceProvider } from '../../../../server/channels/invoicing.ts'
import type { NuonuoContract } from '../../../../server/channels/nuonuoWire.ts'
import {
  demoContract,
  demoTaxNo,
  hasSampleInvoices,
  openSeller,
} from '../../../../server/channels/openInvoicing.ts'
import type { Db } from '../../../../server/db.ts'
import { sellerOn } from '../../config/rules.ts'
import { getInvoiceConfig, openProviderKeys } from '../../config/server/actions.ts'
import { type StoredInvoice, today } from '../../server/actions.ts'

type Opening = Pick<AppContext, 'db' | 'environment' | 'secrets' | 'channels'>

const chosenProvider = async (db: Db, projectId: string): Promise<'nuonuo' | 'manual' | null> => {
  const [row] = await db<{ provider: 'nuonuo' | 'manual' }[]>`
    select provider from invoice_providers where project_id = ${projectId}`
  return row?.provider ?? null
}

/** Way in which a project issues invoices: by its own contract, or else by the portal's; `manual` where it has neither. */
export const providerOf = async (
  db: Db,
  { channels }: { channels: Pick<Channels, 'invoicing'> },
  projectId: string,
): Promise<'nuonuo' | 'manual'> =>
  (await chosenProvider(db, projectId)) ?? (channels.invoicing ? 'nuonuo' : 'manual')

/** True if a project wants no provider to be asked, whatever the portal has. */
export const isManual = async (db: Db, projectId: string): Promise<boolean> =>
  (await chosenProvider(db, projectId)) === 'manual'

/** Providers that are open, by their contracts: each has tokens of its own. */
const opened = new WeakMap<Channels, LRUCache<string, InvoiceProvider>>()

function openOnce({ channels, environment }: Opening, contract: NuonuoContract): InvoiceProvider {
  let known = opened.get(channels)
  if (!known) opened.set(channels, (known = new LRUCache({ max: 200 })))
  const key = hash('sha256', JSON.stringify(contract))
  const provider = known.get(key) ?? openSeller(environment, contract)
  known.set(key, provider)
  return provider
}

/**
 * The provider of a project's contract, or else of the portal's, for today's seller or another; null where a person enters
 * what was issued.
 */
export async function openProvider(
  app: Opening,
  projectId: string,
  sellerTaxNo?: string,
): Promise<InvoiceProvider | null> {
  const { db, channels, environment, secrets } = app
  const { provider, isDefault, appKey, appSecret, token } = await openProviderKeys(app, projectId)
  const taxNo = sellerTaxNo ?? sellerOn(await getInvoiceConfig(db, projectId), await today(db))?.taxNo ?? null
  if (isDefault) {
    // At the demo's gateway every seller has a contract of its own.
    const isOther = taxNo !== null && taxNo !== demoTaxNo && hasSampleInvoices(environment)
    return channels.invoicing && isOther ? openOnce(app, demoContract(secrets, taxNo)) : channels.invoicing
  }
  if (provider === 'manual') return null
  return openOnce(app, { appKey: appKey!, appSecret: appSecret!, token, taxNo: taxNo ?? '' })
}

/** The provider of an invoice: an earlier seller's stays the one that issued it, and that reverses it. */
export const providerFor = (
  app: Opening,
  { projectId, seller }: Pick<StoredInvoice, 'projectId' | 'seller'>,
): Promise<InvoiceProvider | null> => openProvider(app, projectId, seller.taxNo)

/** Purpose that the key of an invoice's address is signed for. */
const purpose = 'invoice-callback'

/** Path at which providers say that an invoice has changed, below the portal's address. */
export const noticePath = '/api/invoice-notice'

/** The address at which a provider speaks of one invoice; it opens nothing else. */
export const callbackAddress = (
  { environment, secrets }: Pick<AppContext, 'environment' | 'secrets'>,
  id: string,
) => `${environment.publicUrl}${noticePath}?key=${id}~${secrets.sign(purpose, id)}`

/** The invoice that the key of an address is for; null for one that is forged. */
export function invoiceOfKey({ secrets }: Pick<AppContext, 'secrets'>, key: string): string | null {
  const [id = '', signature = ''] = key.split('~')
  return isId(id) && secrets.verify(purpose, id, signature) ? id : null
}
