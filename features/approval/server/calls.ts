import { type BoundCall, handlers } from '../../../server/serve.ts'
import { approvalCalls } from '../contract.ts'
import { type ApprovalKind, approveLocked, rejectLocked, undoLocked, withdrawLocked } from './actions.ts'
import { leftOutOf, lockProposal, pageApprovals } from './proposals.ts'

/** Answers for the kinds of proposals that are shown in one list. */
export function approvalHandlers(kinds: readonly ApprovalKind[]): BoundCall[] {
  return handlers(approvalCalls, {
    findPageList: ({ db, session, input }) => pageApprovals(db, kinds, session, input),
    approve: ({ db, secrets, session, input }) =>
      db.begin(async (tx) => {
        const { row, kind } = await lockProposal(tx, kinds, session, input.id)
        const status = await approveLocked(tx, secrets, session, kind, row, true)
        const [kept] = await tx`select after from approvals where id = ${row.id}`
        return { status, leftOut: leftOutOf(kind, kept!.after as object) }
      }),
    reject: ({ db, session, input }) =>
      db.begin(async (tx) => {
        const { row, kind } = await lockProposal(tx, kinds, session, input.id)
        return { status: await rejectLocked(tx, session, kind, row, input.reason), leftOut: [] }
      }),
    withdraw: ({ db, session, input }) =>
      db.begin(async (tx) => {
        const { row, kind } = await lockProposal(tx, kinds, session, input.id)
        return { status: await withdrawLocked(tx, session, kind, row), leftOut: [] }
      }),
    undo: ({ db, secrets, session, input }) =>
      db.begin(async (tx) => {
        const { row, kind } = await lockProposal(tx, kinds, session, input.id)
        return { status: await undoLocked(tx, secrets, session, kind, row, input.reason), leftOut: [] }
      }),
  })
}
