import { yuan } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { type ProjectSession, wholeProjectOf } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../approval/server/actions.ts'
import type { SignUp, SignUpFields } from '../contract.ts'
import { feePermission } from '../rules.ts'

type FeeSide = Pick<SignUpFields, 'fee'>
type FeeProposal = LockedApproval<FeeSide & Record<string, unknown>> & { before: FeeSide }

/** Writes an approved fee. Refuses (409) where another holds than when it was proposed, or the sign-up is gone. */
async function writeFee(
  tx: Tx,
  session: ProjectSession,
  { subjectId: id, before: { fee: former }, after: { fee } }: FeeProposal,
): Promise<void> {
  const [written] = await tx<{ revision: number }[]>`
    update sign_ups set fee = ${fee}, revision = revision + 1
    where id = ${id} and fee = ${former} and status <> 'deleted' returning revision`
  if (!written) refuse(approvalRefusals.changedSince)
  const { revision } = written
  await audit(tx, {
    by: session,
    action: 'signUp.change',
    subjectKind: 'signUp',
    subjectId: id,
    before: { fee: former, revision: revision - 1 },
    after: { fee, revision },
  })
}

/**
 * Another fee of a sign-up that is public, a lower one or one on its first day once somebody has applied. Applications keep
 * the fee at which they came, and new ones come at this one as soon as it holds, so it is never undone: another is set.
 */
export const signUpFeeKind: ApprovalKind<FeeProposal> = {
  key: 'signUpFee',
  log: { prefix: 'approval', subjectKind: 'signUp' },
  second: true,
  propose: feePermission,
  approve: ['/customer/exception-register#approve', feePermission],
  words: approvalRefusals,
  lock: (tx, id) => tx`select from sign_ups where id = ${id} for no key update`,
  describe({ title, ...sides }) {
    const { before, after } = sides as unknown as Record<'before' | 'after', FeeSide>
    const fee = `¥${yuan(before.fee)} → ¥${yuan(after.fee)}`
    return { zh: `报名“${title}”：费用 ${fee}`, en: `Sign-up “${title}”: fee ${fee}` }
  },
  async apply(tx, _secrets, session, row) {
    await writeFee(tx, wholeProjectOf(session), row)
    return {}
  },
}

/** Proposes another fee of a locked sign-up to a second person, and gives the id. Refuses (409) while another waits. */
export const proposeFee = (
  tx: Tx,
  session: ProjectSession,
  { id, fee: former }: Pick<SignUp, 'id' | 'fee'>,
  { title, fee }: Pick<SignUpFields, 'title' | 'fee'>,
): Promise<string> =>
  proposeApproval(tx, session, signUpFeeKind as ApprovalKind, {
    subjectId: id,
    title,
    before: { fee: former, count: 0, names: [] },
    after: { fee },
    reason: 'signUp.fee',
    field: 'fee',
  })

/** Ends what is proposed about the fee of a locked sign-up that has another now. */
export const endProposal = (tx: Tx, session: ProjectSession, id: string): Promise<void> =>
  withdrawWaiting(
    tx,
    session,
    [{ projectId: session.projectId, subjectKind: 'signUp', subjectId: id }],
    'signUp.changed',
  )
