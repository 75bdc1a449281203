import type { InputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { type Db, type Tx } from '../../../../server/db.ts'
import { type ProjectSession, wholeProjectOf } from '../../../../server/session.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../../approval/server/actions.ts'
import type { Settings } from '../../contract.ts'
import { settingsOf } from '../../rules.ts'
import type { settingCalls } from '../contract.ts'
import { bankKeys, differences, isOfBank, redirects } from '../rules.ts'
import { addStep, findChange, sideOf } from './actions.ts'
import { ownSettings } from './data.ts'

type BankAccount = Partial<Pick<Settings, (typeof bankKeys)[number]>>

type BankProposal = LockedApproval<Record<string, unknown>> & {
  before: BankAccount
  after: BankAccount & { effectiveFrom?: string }
}

/** Proposal of another account that units transfer their money to. Never undone: another is proposed. */
export const bankAccountKind: ApprovalKind<BankProposal> = {
  key: 'bankAccount',
  log: { prefix: 'approval', subjectKind: 'project' },
  second: true,
  propose: '/project-manage/setting',
  approve: ['/customer/exception-register#approve', '/project-manage/setting'],
  words: approvalRefusals,
  lock: (tx, projectId) => tx`select from projects where id = ${projectId} for no key update`,
  describe: ({ title }) => ({
    zh: `把单位转账的收款账户改为“${title}”`,
    en: `Have units transfer their money to “${title}”`,
  }),
  async apply(tx, _secrets, session, row) {
    const whole = wholeProjectOf(session)
    const { effectiveFrom, ...changes } = row.after
    const own = await ownSettings(tx, whole.projectId, null)
    const found = differences(settingsOf(own), settingsOf({ ...own, ...changes }))
    const proposed = Object.keys(changes)
    const stands =
      found.length === proposed.length &&
      found.every(({ key, before }) => before === row.before[key as keyof BankAccount])
    if (!stands) refuse(approvalRefusals.changedSince)
    const [time] = await tx<{ isAhead: boolean }[]>`
      select coalesce(${effectiveFrom ?? null}::timestamptz > moment(), false) as is_ahead`
    const later = time!.isAhead && effectiveFrom !== undefined && { effectiveFrom }
    await addStep(tx, whole, found, { changes, reason: row.reason, ...later })
    return {}
  },
}

/** The account in words, as those who approve it compare it with the bank's paper. */
async function titleOf(db: Db, projectId: string, changes: BankAccount): Promise<string> {
  const after = settingsOf({ ...(await ownSettings(db, projectId, null)), ...changes })
  return bankKeys.flatMap((key) => after[key] ?? []).join(' · ')
}

/**
 * Changes settings. Another bank account is proposed to a second person, who is not the one that opens the door to what
 * units pay; what is changed beside it holds at once. An account that is taken away holds at once too, with the end of
 * what was proposed about it.
 */
export async function saveOrPropose(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof settingCalls.saveSetting>,
): Promise<{ id: string | null; approvalId: string | null }> {
  const found = await findChange(tx, session, input)
  const { projectId } = session
  const account = found.filter(redirects)
  const others = found.filter((difference) => !redirects(difference))
  if (others.some(isOfBank)) {
    const about = [{ projectId, subjectKind: 'project', subjectId: projectId }]
    const which = tx`p.kind = ${bankAccountKind.key}`
    await withdrawWaiting(tx, session, about, 'project.bankAccountChanged', { which })
  }
  const id = others.length === 0 ? null : await addStep(tx, session, others, input)
  if (account.length === 0) return { id, approvalId: null }
  const changes = sideOf(account, 'after')
  const approvalId = await proposeApproval(tx, session, bankAccountKind as ApprovalKind, {
    subjectId: projectId,
    title: await titleOf(tx, projectId, changes),
    before: { ...sideOf(account, 'before'), count: 0, names: [] },
    after: { ...changes, ...(input.effectiveFrom && { effectiveFrom: input.effectiveFrom }) },
    reason: input.reason,
  })
  return { id, approvalId }
}
