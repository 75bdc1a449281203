import { refuse } from '../../../../contract/refusal.ts'
import type { SystemReason } from '../../../../contract/systemReason.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import { type ProjectSession, wholeProjectOf } from '../../../../server/session.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../../approval/server/actions.ts'
import type { SettingChanges, SettingKey } from '../../contract.ts'
import { settingsOf } from '../../rules.ts'
import { bankKeys, limitKeys, loosens, redirects, type SettingDifference, sayLimits } from '../rules.ts'
import { addStep, lockProject, sideOf } from './actions.ts'
import { ownSettings } from './data.ts'

type SettingsProposal = LockedApproval<Record<string, unknown>> & {
  after: SettingChanges & { effectiveFrom?: string }
}

/** True if the settings that a proposal `p` is about are, when it is to hold, what they were when it was proposed. */
const isUnchanged = (db: Db): Fragment => db`(
  default_settings() || settings_at(p.project_id, greatest(moment(), (p.after->>'effectiveFrom')::timestamptz))
) @> (p.before - '{count,names}'::text[])`

/** The common part of proposals of settings. They are never undone: others are proposed. */
const ofSettings = {
  log: { prefix: 'approval', subjectKind: 'project' },
  second: true,
  propose: '/project-manage/setting',
  approve: ['/customer/exception-register#approve', '/project-manage/setting'],
  words: approvalRefusals,
  lock: lockProject,
  canApply: isUnchanged,
  async apply(tx, _secrets, session, { id, before, after, reason }) {
    const whole = wholeProjectOf(session)
    const { effectiveFrom, ...changes } = after
    const [now] = await tx<{ stands: boolean; isAhead: boolean }[]>`
      select ${isUnchanged(tx)} as stands,
        coalesce((p.after->>'effectiveFrom')::timestamptz > moment(), false) as is_ahead
      from approvals p where p.id = ${id}`
    if (!now!.stands) refuse(approvalRefusals.changedSince)
    const found = Object.entries(changes).map(([key, value]) => ({
      key: key as SettingKey,
      before: before[key],
      after: value,
    }))
    const later = now!.isAhead && effectiveFrom !== undefined && { effectiveFrom }
    await addStep(tx, whole, found, { changes, reason, ...later })
    return {}
  },
} as const satisfies Omit<ApprovalKind<SettingsProposal>, 'key'>

/** Proposal of another account that units transfer their money to. */
export const bankAccountKind: ApprovalKind<SettingsProposal> = {
  ...ofSettings,
  key: 'bankAccount',
  describe: ({ title }) => ({
    zh: `把单位转账的收款账户改为“${title}”`,
    en: `Have units transfer their money to “${title}”`,
  }),
}

/** Proposal of higher limits on what one person gives away alone. */
export const limitsKind: ApprovalKind<SettingsProposal> = {
  ...ofSettings,
  key: 'limits',
  describe({ before, after }) {
    const { zh, en } = sayLimits(before, after)
    return { zh: `调高一人权限：${zh}`, en: `Raise limits on one person: ${en}` }
  },
}

/** Settings of which some changes wait for a second person, and the end of what was proposed about them. */
interface Guarded {
  kind: ApprovalKind<SettingsProposal>
  keys: readonly SettingKey[]
  takesTwo(difference: SettingDifference): boolean
  changed: SystemReason
  titleOf?(db: Db, projectId: string, changes: SettingChanges): Promise<string>
}

const guarded: readonly Guarded[] = [
  {
    kind: bankAccountKind,
    keys: bankKeys,
    takesTwo: redirects,
    changed: 'project.bankAccountChanged',
    /** The account in words, as those who approve it compare it with the bank's paper. */
    async titleOf(db, projectId, changes) {
      const after = settingsOf({ ...(await ownSettings(db, projectId, null)), ...changes })
      return bankKeys.flatMap((key) => after[key] ?? []).join(' · ')
    },
  },
  { kind: limitsKind, keys: limitKeys, takesTwo: loosens, changed: 'project.limitsChanged' },
]

/** Ends what is proposed about settings of a locked project, of which these are changed. */
export async function endProposals(
  tx: Tx,
  session: ProjectSession,
  changedKeys: readonly string[],
): Promise<void> {
  const { projectId } = session
  for (const { kind, keys, changed } of guarded) {
    if (!keys.some((key) => changedKeys.includes(key))) continue
    const about = [{ projectId, subjectKind: 'project', subjectId: projectId }]
    await withdrawWaiting(tx, session, about, changed, { which: tx`p.kind = ${kind.key}` })
  }
}

/** Proposes those differences that take a second person, one proposal a kind, and gives these. Refuses (409) while one waits. */
export async function proposeSettings(
  tx: Tx,
  session: ProjectSession,
  found: readonly SettingDifference[],
  { reason, effectiveFrom }: { reason: string; effectiveFrom?: string },
): Promise<string[]> {
  const { projectId } = session
  const proposals: string[] = []
  for (const { kind, takesTwo, titleOf } of guarded) {
    const [first, ...others] = found.filter(takesTwo)
    if (!first) continue
    const changes = sideOf([first, ...others], 'after')
    const id = await proposeApproval(tx, session, kind as ApprovalKind, {
      subjectId: projectId,
      title: (await titleOf?.(tx, projectId, changes)) ?? '',
      before: { ...sideOf([first, ...others], 'before'), count: 0, names: [] },
      after: { ...changes, ...(effectiveFrom && { effectiveFrom }) },
      reason,
      field: `changes.${first.key}`,
    })
    proposals.push(id)
  }
  return proposals
}
