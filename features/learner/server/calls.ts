import type { Feature } from '../../../server/feature.ts'
import { type BoundCall, handlers } from '../../../server/serve.ts'
import { approvalKinds } from '../../approval/server/actions.ts'
import { learnerCalls } from '../contract.ts'
import { getDesk } from './data.ts'

/** Answers about one learner, with the approvals that these features declare. */
export function learnerHandlers(features: readonly Feature[]): BoundCall[] {
  const kinds = approvalKinds(features)
  return handlers(learnerCalls, {
    getDesk: ({ db, session, input }) => getDesk(db, session, kinds, input.accountId),
  })
}
