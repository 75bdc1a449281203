import type { InputOf } from '../../../../contract/call.ts'
import { isTaxNo } from '../../../../contract/identity.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { audit } from '../../../../server/audit.ts'
import { hasDemoGateway } from '../../../../server/channels/openPayment.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { Environment } from '../../../../server/environment.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { findConfig, saveConfig } from '../../../project/config/server/actions.ts'
import { type InvoiceConfig, type invoiceConfigCalls, invoiceConfigRefusals } from '../contract.ts'
import {
  accountDigits,
  holdsAccount,
  invoiceOf,
  isComplete,
  isNoPhone,
  remarkLimit,
  repeatedAt,
} from '../rules.ts'
import { findProvider } from './data.ts'
import { invoiceEdits } from './edits.ts'

/** Reads how a project writes invoices. */
export async function getInvoiceConfig(db: Db, projectId: string): Promise<InvoiceConfig> {
  return invoiceOf((await findConfig(db, projectId, 'invoice')).content)
}

/** Refuses (422, 409) settings that contradict each other, with the field. */
async function assertConfig(tx: Tx, content: InvoiceConfig): Promise<void> {
  const { sellers, taxLines, remark, open } = content
  const wrong = sellers.findIndex(({ taxNo }) => !isTaxNo(taxNo))
  if (wrong >= 0) refuse(invoiceConfigRefusals.taxNoWrong, {}, `content.sellers.${wrong}.taxNo`)
  for (const [place, given] of sellers.entries()) {
    const holding =
      (['name', 'address', 'drawer'] as const).find((name) => holdsAccount(given[name])) ??
      (isNoPhone(given.phone) ? 'phone' : undefined)
    if (holding)
      refuse(
        invoiceConfigRefusals.numberInside,
        { limit: accountDigits },
        `content.sellers.${place}.${holding}`,
      )
  }
  for (const [place, given] of taxLines.entries()) {
    const holding = (['item', 'category'] as const).find((name) => holdsAccount(given[name]))
    if (holding)
      refuse(
        invoiceConfigRefusals.numberInside,
        { limit: accountDigits },
        `content.taxLines.${place}.${holding}`,
      )
  }
  if (holdsAccount(remark))
    refuse(invoiceConfigRefusals.numberInside, { limit: accountDigits }, 'content.remark')
  const seller = repeatedAt(sellers.map(({ from }) => from))
  if (seller >= 0) refuse(invoiceConfigRefusals.dayTwice, {}, `content.sellers.${seller}.from`)
  const line = repeatedAt(taxLines.map(({ classType, from }) => `${classType ?? ''} ${from}`))
  if (line >= 0) refuse(invoiceConfigRefusals.dayTwice, {}, `content.taxLines.${line}.from`)
  if ([...remark].length > remarkLimit)
    refuse(invoiceConfigRefusals.remarkTooLong, { limit: remarkLimit }, 'content.remark')
  const [row] = await tx<{ day: string }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  if (open && !isComplete(content, row!.day)) refuse(invoiceConfigRefusals.incomplete, {}, 'content.open')
}

/** Saves how a project writes invoices; refuses what contradicts itself, and (409) a stale edit. */
export async function saveInvoiceConfig(
  tx: Tx,
  session: ProjectSession,
  given: InputOf<typeof invoiceConfigCalls.saveInvoiceConfig>,
): Promise<null> {
  await assertConfig(tx, given.content)
  return saveConfig(tx, session, invoiceEdits, given)
}

/** Contract of a project with a provider; its secrets are open only in the hands of who asks the provider. */
interface ProviderKeys {
  provider: 'nuonuo' | 'manual'
  appKey: string | null
  appSecret: string | null
  token: string | null
  /** Nothing was entered: the demo's own provider, or none. */
  isDefault: boolean
}

/** Provider of a project that has entered none: the demo's own, or a person. */
const defaultProvider = (environment: Environment) => (hasDemoGateway(environment) ? 'nuonuo' : 'manual')

/** Opens the contract of a project with its provider. */
export async function openProviderKeys(
  { db, secrets, environment }: Pick<AppContext, 'db' | 'secrets' | 'environment'>,
  projectId: string,
): Promise<ProviderKeys> {
  const found = await findProvider(db, projectId)
  const none = { appKey: null, appSecret: null, token: null }
  if (!found) return { ...none, provider: defaultProvider(environment), isDefault: true }
  const { provider, appKey, appSecretSealed, tokenSealed } = found
  const open = (column: string, sealed: Buffer | null) =>
    sealed && secrets.open(`invoice_providers.${column}`, projectId, sealed)
  return {
    provider,
    appKey,
    appSecret: open('app_secret', appSecretSealed),
    token: open('token', tokenSealed),
    isDefault: false,
  }
}

/** Shows the contract of a project with its provider, without secrets. */
export async function showProvider(db: Db, environment: Environment, projectId: string) {
  const found = await findProvider(db, projectId)
  return {
    provider: found?.provider ?? defaultProvider(environment),
    appKey: found?.appKey ?? null,
    isDefault: found === null,
    remarkLimit,
  }
}

/**
 * Saves the contract of a project with its provider; a secret left out stays. Refuses (422) a provider that needs
 * credentials and has none. The demo's own needs none.
 */
export async function saveInvoiceProvider(
  tx: Tx,
  { secrets, environment }: Pick<AppContext, 'secrets' | 'environment'>,
  session: ProjectSession,
  given: InputOf<typeof invoiceConfigCalls.saveInvoiceProvider>,
): Promise<null> {
  const { projectId } = session
  const { provider, appSecret, token } = given
  await tx`select from projects where id = ${projectId} for no key update`
  const before = await findProvider(tx, projectId)
  const kept = before?.provider === provider ? before : null
  const appKey = given.appKey ?? kept?.appKey ?? null
  const seal = (column: string, text: string) => secrets.seal(`invoice_providers.${column}`, projectId, text)
  const isDemo = provider === 'nuonuo' && appKey === null && !appSecret && hasDemoGateway(environment)
  if (isDemo) await tx`delete from invoice_providers where project_id = ${projectId}`
  else {
    const isManual = provider === 'manual'
    const row = {
      projectId,
      provider,
      appKey: isManual ? null : (appKey ?? refuse(invoiceConfigRefusals.credentialsNeeded, {}, 'appKey')),
      appSecretSealed: isManual
        ? null
        : ((appSecret ? seal('app_secret', appSecret) : kept?.appSecretSealed) ??
          refuse(invoiceConfigRefusals.credentialsNeeded, {}, 'appSecret')),
      tokenSealed: isManual ? null : ((token ? seal('token', token) : kept?.tokenSealed) ?? null),
    }
    await tx`
      insert into invoice_providers ${tx(row as never)}
      on conflict (project_id) do update set provider = excluded.provider, app_key = excluded.app_key,
        app_secret_sealed = excluded.app_secret_sealed, token_sealed = excluded.token_sealed, updated_at = moment()`
  }
  await audit(tx, {
    by: session,
    action: 'project.invoiceProvider',
    subjectKind: 'project',
    subjectId: projectId,
    before: before && { provider: before.provider, appKey: before.appKey },
    after: {
      provider,
      appKey,
      ...(appSecret ? { appSecret: 'changed' } : {}),
      ...(token ? { token: 'changed' } : {}),
    },
  })
  return null
}
