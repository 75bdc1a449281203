import { type BoundCall, handlers } from '../../../server/serve.ts'
import type { ApprovalKind } from '../../approval/server/actions.ts'
import { learnerCalls } from '../contract.ts'
import { getDesk } from './data.ts'

/** Answers about one learner, with the approvals of these kinds. */
export function learnerHandlers(approvalKinds: readonly ApprovalKind[]): BoundCall[] {
  return handlers(learnerCalls, {
    getDesk: ({ db, session, input }) => getDesk(db, session, approvalKinds, input.accountId),
  })
}
