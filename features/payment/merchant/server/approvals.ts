import type { SystemReason } from '../../../../contract/systemReason.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { type ProjectSession, wholeProjectOf } from '../../../../server/session.ts'
import type { InputOf } from '../../../../contract/call.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../../approval/server/actions.ts'
import type { Merchant, merchantCalls } from '../contract.ts'
import { lockEnabled, lockMerchant } from './data.ts'

/** Keys a merchant signs and verifies with, in clear; one that is left out stays as it is. */
export interface Keys {
  serial?: string | undefined
  platformKeyId?: string | undefined
  privateKey?: string | undefined
  platformKey?: string | undefined
  apiV3Key?: string | undefined
}

/** Keys as the columns of their merchant's row hold them. */
export function keyColumns(secrets: Secrets, id: string, { serial, platformKeyId, ...keys }: Keys) {
  const sealed = (place: string, clear: string | undefined) =>
    clear ? secrets.seal(`merchants.${place}`, id, clear) : undefined
  const columns = {
    serial,
    platformKeyId,
    privateKeySealed: sealed('private_key', keys.privateKey),
    platformKeySealed: sealed('platform_key', keys.platformKey),
    apiV3KeySealed: sealed('api_v3_key', keys.apiV3Key),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Withdraws what is proposed about a locked merchant that was changed. */
export const withdrawProposals = (tx: Tx, session: ProjectSession, subjectId: string) =>
  withdrawWaiting(
    tx,
    session,
    [{ projectId: session.projectId, subjectKind: 'merchant', subjectId }],
    'merchant.changed',
  )

async function setStatus(
  tx: Tx,
  session: ProjectSession,
  { id, name }: Pick<Merchant, 'id' | 'name'>,
  status: Merchant['status'],
): Promise<void> {
  await tx`update merchants set status = ${status}, updated_at = moment() where id = ${id}`
  await audit(tx, {
    by: session,
    action: status === 'enabled' ? 'merchant.enable' : 'merchant.disable',
    subjectKind: 'merchant',
    subjectId: id,
    before: { name, status: status === 'enabled' ? 'disabled' : 'enabled' },
    after: { name, status },
  })
  await withdrawProposals(tx, session, id)
}

/** Locks the project of a merchant, then the merchant. */
async function lockWithProject(tx: Tx, id: string): Promise<void> {
  await tx`
    select from projects where id = (select project_id from merchants where id = ${id}) for no key update`
  await tx`select from merchants where id = ${id} for update`
}

/** Lets a locked merchant take the place of the enabled one of its channel. */
async function enable(tx: Tx, session: ProjectSession, merchant: Merchant): Promise<void> {
  const other = await lockEnabled(tx, session.projectId, merchant.channel)
  if (other) await setStatus(tx, session, other, 'disabled')
  await setStatus(tx, session, merchant, 'enabled')
}

/** Puts the keys that were proposed for a locked merchant in the place of its own. */
async function exchangeKeys(tx: Tx, secrets: Secrets, session: ProjectSession, { id, name }: Merchant) {
  const [row] = await tx`select proposed_keys_sealed from merchants where id = ${id}`
  const clear = secrets.open('merchants.proposed_keys', id, row!.proposedKeysSealed as Buffer)
  const keys = JSON.parse(clear) as Keys
  await tx`
    update merchants set ${tx(keyColumns(secrets, id, keys) as never)}, proposed_keys_sealed = null, updated_at = moment()
    where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'merchant.change',
    subjectKind: 'merchant',
    subjectId: id,
    before: { name },
    after: { name, ...Object.fromEntries(Object.keys(keys).map((part) => [part, 'changed'])) },
  })
  await withdrawProposals(tx, session, id)
}

type MerchantProposal = LockedApproval<Record<string, unknown>> & {
  before: { updatedAt: string }
  after: { status: 'enabled' } | { keys: string[] }
}

/** Proposal of where a project's money goes, and whose word is believed. Never undone: another is enabled. */
export const merchantKind: ApprovalKind<MerchantProposal> = {
  key: 'merchant',
  log: { prefix: 'approval', subjectKind: 'merchant' },
  second: true,
  propose: ['/project-manage/merchant#save', '/project-manage/merchant#disable'],
  approve: ['/customer/exception-register#approve', '/project-manage/merchant#disable'],
  words: approvalRefusals,
  lock: lockWithProject,
  describe: ({ title, after }) =>
    'keys' in after
      ? { zh: `更换支付商户“${title}”的密钥`, en: `Replace keys of the payment merchant “${title}”` }
      : { zh: `启用支付商户“${title}”收款`, en: `Take payments through the merchant “${title}”` },
  async apply(tx, secrets, session, row) {
    const whole = wholeProjectOf(session)
    const merchant = await lockMerchant(tx, whole.scope, row.subjectId)
    if (merchant.updatedAt !== row.before.updatedAt) refuse(approvalRefusals.changedSince)
    if ('keys' in row.after) await exchangeKeys(tx, secrets, whole, merchant)
    else await enable(tx, whole, merchant)
    return {}
  },
}

const enabling: SystemReason = 'merchant.enable'
const newKeys: SystemReason = 'merchant.keys'

/** Proposes that a locked merchant takes the payments of its channel. */
const proposeEnabling = (tx: Tx, session: ProjectSession, { id, name, updatedAt }: Merchant) =>
  proposeApproval(tx, session, merchantKind as ApprovalKind, {
    subjectId: id,
    part: 'status',
    title: name,
    reason: enabling,
    before: { status: 'disabled', updatedAt, count: 0, names: [] },
    after: { status: 'enabled' },
  })

/** Proposes new keys of a locked merchant; they wait sealed beside its own, which hold until then. */
export async function proposeKeys(
  tx: Tx,
  secrets: Secrets,
  session: ProjectSession,
  id: string,
  keys: Keys,
): Promise<string> {
  const proposedKeysSealed = secrets.seal('merchants.proposed_keys', id, JSON.stringify(keys))
  await tx`update merchants set proposed_keys_sealed = ${proposedKeysSealed} where id = ${id}`
  const { name: title, updatedAt } = await lockMerchant(tx, session.scope, id)
  return proposeApproval(tx, session, merchantKind as ApprovalKind, {
    subjectId: id,
    part: 'keys',
    title,
    reason: newKeys,
    before: { updatedAt, count: 0, names: [] },
    after: { keys: Object.keys(keys) },
  })
}

/**
 * Disables a merchant for new payments, or proposes to a second person that it takes them; enabled, it takes the place
 * of the other one of its channel at once, so that no payment goes through the portal's own in between. Nothing changes
 * where it is so already.
 */
export async function disableMerchant(
  tx: Tx,
  session: ProjectSession,
  { id, disabled }: InputOf<typeof merchantCalls.disabled>,
): Promise<{ approvalId: string } | null> {
  await tx`select from projects where id = ${session.projectId} for no key update`
  const merchant = await lockMerchant(tx, session.scope, id)
  if (merchant.status === (disabled ? 'disabled' : 'enabled')) return null
  if (!disabled) return { approvalId: await proposeEnabling(tx, session, merchant) }
  await setStatus(tx, session, merchant, 'disabled')
  return null
}
