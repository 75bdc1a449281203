import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { Tx } from '../../../../server/db.ts'
import { type ProjectSession, wholeProjectOf } from '../../../../server/session.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../../approval/server/actions.ts'
import { findConfig } from '../../../project/config/server/actions.ts'
import type { invoiceConfigCalls, SellerProfile } from '../contract.ts'
import { accountOf, invoiceOf, sellerOn } from '../rules.ts'
import { saveInvoiceConfig } from './actions.ts'

/** Account of the seller from a day on. */
type DatedAccount = Pick<SellerProfile, 'from' | 'bank' | 'bankAccount'>
type Side = { accounts: DatedAccount[] } & Record<string, unknown>
type SellerProposal = LockedApproval<Side> & { before: Side; after: Side }

const lockProject = (tx: Tx, projectId: string) =>
  tx`select from projects where id = ${projectId} for no key update`

/** Accounts that are printed on invoices as the seller's, to which buyers send money. Never undone: another is proposed. */
export const sellerAccountKind: ApprovalKind<SellerProposal> = {
  key: 'sellerAccount',
  log: { prefix: 'approval', subjectKind: 'project' },
  second: true,
  propose: '/project-manage/setting',
  approve: ['/customer/exception-register#approve', '/project-manage/setting'],
  words: approvalRefusals,
  lock: lockProject,
  describe: ({ title }) => ({
    zh: `发票销售方的开户行与账号改为“${title}”`,
    en: `Print “${title}” on invoices as the seller’s bank account`,
  }),
  async apply(tx, _secrets, session, row) {
    const whole = wholeProjectOf(session)
    const { content, version } = await findConfig(tx, whole.projectId, 'invoice')
    const config = invoiceOf(content)
    const stands = row.before.accounts.every((account) =>
      config.sellers.some(
        (seller) => seller.from === account.from && accountOf(seller) === accountOf(account),
      ),
    )
    if (!stands) refuse(approvalRefusals.changedSince)
    const given = new Map(row.after.accounts.map((account) => [account.from, account]))
    const sellers = config.sellers.map((seller) => ({ ...seller, ...given.get(seller.from) }))
    await saveInvoiceConfig(tx, whole, { content: { ...config, sellers }, version })
    return {}
  },
}

const datedOf = ({ from, bank, bankAccount }: SellerProfile): DatedAccount => ({ from, bank, bankAccount })

/**
 * Saves how a project writes invoices. An account of the seller that it does not have yet is proposed to a second person,
 * and gives the proposal: until it is approved the seller has the account that was the seller's on that day, or none. All
 * else holds at once. Refuses as `saveInvoiceConfig`, and (409) another account while one waits.
 */
export async function saveOrPropose(
  tx: Tx,
  session: ProjectSession,
  { content, version }: InputOf<typeof invoiceConfigCalls.saveInvoiceConfig>,
): Promise<OutputOf<typeof invoiceConfigCalls.saveInvoiceConfig>> {
  const { projectId } = session
  await lockProject(tx, projectId)
  const before = invoiceOf((await findConfig(tx, projectId, 'invoice')).content)
  const known = new Set(before.sellers.map(accountOf))
  const fresh = content.sellers.filter((seller) => {
    const account = accountOf(seller)
    return account !== '' && !known.has(account)
  })
  const sellers = content.sellers.map((seller) => {
    if (!fresh.includes(seller)) return seller
    const { bank = '', bankAccount = '' } = sellerOn(before, seller.from) ?? {}
    return { ...seller, bank, bankAccount }
  })
  await saveInvoiceConfig(tx, session, { content: { ...content, sellers }, version })
  const isOther = JSON.stringify(sellers.map(datedOf)) !== JSON.stringify(before.sellers.map(datedOf))
  if (isOther) {
    const about = [{ projectId, subjectKind: 'project', subjectId: projectId }]
    const which = tx`p.kind = ${sellerAccountKind.key}`
    await withdrawWaiting(tx, session, about, 'project.bankAccountChanged', { which })
  }
  if (fresh.length === 0) return null
  const froms = new Set(fresh.map(({ from }) => from))
  const approvalId = await proposeApproval(tx, session, sellerAccountKind as ApprovalKind, {
    subjectId: projectId,
    title: fresh.map(({ from, bank, bankAccount }) => `${from} ${bank} ${bankAccount}`).join('；'),
    before: { accounts: sellers.filter(({ from }) => froms.has(from)).map(datedOf), count: 0, names: [] },
    after: { accounts: fresh.map(datedOf) },
    reason: 'project.sellerAccount',
  })
  return { approvalId }
}
