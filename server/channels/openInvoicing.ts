import { createHash } from 'node:crypto'
import type { Environment } from '../environment.ts'
import type { Secrets } from '../secrets.ts'
import type { InvoiceProvider } from './invoicing.ts'
import { nuonuo } from './nuonuo.ts'
import { nuonuoAddresses, type NuonuoContract } from './nuonuoWire.ts'
import { ownAddress } from './openPayment.ts'

/** Path at which the demo's own 诺诺 answers, below the portal's address. */
export const nuonuoPath = '/dev/nuonuo'

/** The seller of the demo, for projects that have entered none. */
export const demoTaxNo = '91310000MA1K35X019'

/** True if this portal's invoices are samples of its own gateway: in demo mode, where no contract is configured. */
export const hasSampleInvoices = ({ demo, nuonuo: contract }: Environment): boolean =>
  demo && contract === null

/** The secret of an app at the demo's 诺诺, derived from the portal's own key, so that both ends agree on it. */
export const demoAppSecret = (secrets: Secrets, appKey: string): string =>
  createHash('sha256')
    .update(secrets.sign('nuonuo.demo secret', appKey))
    .digest('hex')
    .slice(0, 16)
    .toUpperCase()

/** The app of a tax number at the demo's 诺诺: every seller has one. */
export const demoAppKey = (secrets: Secrets, taxNo: string): string =>
  `SD${createHash('sha256').update(secrets.sign('nuonuo.demo key', taxNo)).digest('hex').slice(0, 10).toUpperCase()}`

/** The contract of a seller with the demo's 诺诺. */
export function demoContract(secrets: Secrets, taxNo: string): NuonuoContract {
  const appKey = demoAppKey(secrets, taxNo)
  return { appKey, appSecret: demoAppSecret(secrets, appKey), token: null, taxNo }
}

/** The provider of a seller's contract, at 诺诺 or, where this portal's invoices are samples, at its own gateway. */
export function openSeller(environment: Environment, contract: NuonuoContract): InvoiceProvider {
  if (!hasSampleInvoices(environment)) {
    const services = environment.nuonuo?.services ?? nuonuoAddresses.services
    return nuonuo(contract, { ...nuonuoAddresses, services })
  }
  const own = ownAddress(environment) + nuonuoPath
  return nuonuo(contract, { services: `${own}/open/v1/services`, tokens: `${own}/accessToken` }, 'sample')
}

/** Opens the provider of the contract in the environment, in demo mode the demo's; null leaves invoices to people. */
export function openInvoicing(environment: Environment, secrets: Secrets): InvoiceProvider | null {
  if (environment.nuonuo) return openSeller(environment, environment.nuonuo)
  return environment.demo ? openSeller(environment, demoContract(secrets, demoTaxNo)) : null
}
