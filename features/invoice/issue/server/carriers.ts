import { LRUCache } from 'lru-cache'
import { isId } from '../../../../contract/call.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Channels } from '../../../../server/channels/channels.ts'
import type { InvoiceProvider } from '../../../../server/channels/invoicing.ts'
import { openSeller } from '../../../../server/channels/openInvoicing.ts'
import type { Db } from '../../../../server/db.ts'

interface ProviderRow {
  provider: 'nuonuo' | 'manual'
  appKey: string | null
  appSecretSealed: Buffer | null
  tokenSealed: Buffer | null
  taxNo: string | null
  updatedAt: string
}

const findRow = async (db: Db, projectId: string): Promise<ProviderRow | null> => {
  const [row] = await db<ProviderRow[]>`
    select provider, app_key, app_secret_sealed, token_sealed, updated_at,
      (select seller ->> 'taxNo' from invoices where project_id = p.project_id order by id desc limit 1) as tax_no
    from invoice_providers p where project_id = ${projectId}`
  return row ?? null
}

type Opening = Pick<AppContext, 'db' | 'environment' | 'secrets' | 'channels'>

/** The provider of a contract that is the project's own. */
function openRow({ environment, secrets }: Opening, projectId: string, row: ProviderRow): InvoiceProvider {
  const { appKey, appSecretSealed, tokenSealed, taxNo } = row
  return openSeller(environment, {
    appKey: appKey!,
    appSecret: secrets.open('invoice_providers.app_secret', projectId, appSecretSealed!),
    token: tokenSealed && secrets.open('invoice_providers.token', projectId, tokenSealed),
    taxNo: taxNo ?? '',
  })
}

/** Way in which a project issues invoices: by its own contract, or else by the portal's; `manual` where it has neither. */
export async function providerOf(
  db: Db,
  { channels }: { channels: Pick<Channels, 'invoicing'> },
  projectId: string,
): Promise<'nuonuo' | 'manual'> {
  return (await findRow(db, projectId))?.provider ?? (channels.invoicing ? 'nuonuo' : 'manual')
}

/** True if a project wants no provider to be asked, whatever the portal has. */
export const isManual = async (db: Db, projectId: string): Promise<boolean> =>
  (await findRow(db, projectId))?.provider === 'manual'

/** Providers that are open, by their contracts: each has tokens of its own. */
const opened = new WeakMap<Channels, LRUCache<string, InvoiceProvider>>()

/** The provider of a project's contract, or else of the portal's; null where a person enters what was issued. */
export async function openProvider(app: Opening, projectId: string): Promise<InvoiceProvider | null> {
  const row = await findRow(app.db, projectId)
  if (!row) return app.channels.invoicing
  if (row.provider === 'manual') return null
  let known = opened.get(app.channels)
  if (!known) opened.set(app.channels, (known = new LRUCache({ max: 200 })))
  const key = `${projectId} ${row.updatedAt} ${row.taxNo}`
  const provider = known.get(key) ?? openRow(app, projectId, row)
  known.set(key, provider)
  return provider
}

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
