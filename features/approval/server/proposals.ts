import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Conditions, type Db, type Fragment, type Tx, where } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Session } from '../../../server/session.ts'
import { Approval, type approvalCalls, type LeftOut } from '../contract.ts'
import { stepsOf } from '../rules.ts'
import { type ApprovalKind, mayOf, type StoredLeftOut, visibleTo } from './actions.ts'
import { approvalColumns, isAlike, isLatest, isOwn, type LockedApproval, lockedColumns } from './data.ts'

/** People concerned by a proposal, as its kind stores them in `before`. */
interface Concerned {
  count?: number
  names?: string[]
}

/** Returns the people left out and the reasons, from what its kind stores in `after`. */
export function leftOutOf(
  { leftOutReasons }: Pick<ApprovalKind, 'leftOutReasons'>,
  { leftOut = [] }: { leftOut?: StoredLeftOut[] },
): LeftOut {
  return leftOut.map(({ name, ...why }) => ({
    name,
    ...('reason' in why ? leftOutReasons!.say(why.reason) : why),
  }))
}

/** Locks what a proposal of these kinds is about, then the proposal, with its kind. Refuses 404 what the caller does not see. */
export async function lockProposal(
  tx: Tx,
  kinds: readonly ApprovalKind[],
  session: Session,
  id: string,
): Promise<{ row: LockedApproval; kind: ApprovalKind }> {
  const [found] = await tx<{ kind: string; subjectId: string }[]>`
    select p.kind, p.subject_id from approvals p where p.id = ${id} and ${visibleTo(tx, kinds, session)}`
  if (!found) refuse(commonRefusals.notFound)
  const kind = kinds.find(({ key }) => key === found.kind)!
  await kind.lock?.(tx, found.subjectId)
  const [row] = await tx<LockedApproval[]>`
    select ${lockedColumns(tx, session.accountId)} from approvals p where p.id = ${id} for update of p`
  return { row: { ...row! }, kind }
}

const Row = Type.Interface([Type.Omit(Approval, ['summary', 'names', 'count', 'leftOut', 'steps'])], {
  title: Type.String(),
  before: Type.Unsafe<Record<string, unknown> & Concerned>(Type.Object({})),
  after: Type.Unsafe<Record<string, unknown> & { leftOut?: StoredLeftOut[] }>(Type.Object({})),
  undoable: Type.Boolean(),
  own: Type.Boolean(),
  alike: Type.Boolean(),
  approvedAlone: Type.Boolean(),
  canApply: Type.Boolean(),
})

function shown(kinds: readonly ApprovalKind[], session: Session, found: Static<typeof Row>): Approval {
  const { title, before, after, undoable, own, alike, approvedAlone, canApply, ...row } = found
  const kind = kinds.find(({ key }) => key === row.kind)!
  const canUndo = undoable && kind.undo !== undefined
  return {
    ...row,
    summary: kind.describe?.({ title, before, after }) ?? { zh: title, en: title },
    names: before.names ?? [],
    count: before.count ?? 1,
    leftOut: leftOutOf(kind, after),
    undoUntil: canUndo ? row.undoUntil : null,
    steps: stepsOf({ ...row, own, alike, approvedAlone, undoable: canUndo }, mayOf(kind, session)).filter(
      (step) => canApply || step !== 'approve',
    ),
  }
}

/** Condition on a proposal `p`, of whichever kind, that the account can still approve it. */
const canBeApplied = (db: Db, kinds: readonly ApprovalKind[], accountId: string): Fragment =>
  kinds
    .filter(({ canApply }) => canApply)
    .reduce(
      (all, kind) => db`${all} and (p.kind <> ${kind.key} or ${kind.canApply!(db, accountId)})`,
      db`true`,
    )

type Query = InputOf<(typeof approvalCalls)['findPageList']>

/** The proposals `p` that the caller sees and a query names. */
const listed = (
  db: Db,
  kinds: readonly ApprovalKind[],
  session: Session,
  { id, status, kind, subjectId, own, days }: Omit<Query, 'page' | 'limit'>,
): Conditions => [
  visibleTo(db, kinds, session),
  id && db`p.id = ${id}`,
  status && db`p.status = ${status}`,
  kind && db`p.kind = ${kind}`,
  subjectId && db`p.subject_id = ${subjectId}`,
  own !== undefined && db`${isOwn(db, session.accountId)} = ${own}`,
  // What can only be refused is offered to nobody.
  status === 'proposed' &&
    own === false &&
    db`not ${isAlike(db, session.accountId)} and ${canBeApplied(db, kinds, session.accountId)}`,
  days && db`p.created_at > moment() - make_interval(days => ${days})`,
]

/** The proposals that a query names, as work that waits since they were proposed or decided. */
export const waitingProposals = (
  db: Db,
  kinds: readonly ApprovalKind[],
  session: Session,
  query: Omit<Query, 'page' | 'limit'>,
): Fragment => db`
  select p.id, coalesce(p.decided_at, p.created_at), null from approvals p
  ${where(db, listed(db, kinds, session, query))}`

/** One's own proposals of the last days that were rejected, until the same is proposed again. */
export const rejectedProposals = (
  db: Db,
  kinds: readonly ApprovalKind[],
  session: Session,
  days: number,
): Fragment => db`
  select p.id, p.decided_at, null from approvals p
  ${where(db, [...listed(db, kinds, session, { status: 'rejected', own: true, days }), isLatest(db)])}`

/** A page of proposals the caller sees, the newest first. */
export async function pageApprovals(
  db: Db,
  kinds: readonly ApprovalKind[],
  session: Session,
  input: Query,
): Promise<{ total: number; list: Approval[] }> {
  const { after } = input
  const { total, list } = await page(db, Row, input, {
    columns: db`${approvalColumns(db, session.accountId)}, (${canBeApplied(db, kinds, session.accountId)}) as can_apply`,
    key: db`p.id`,
    from: db`approvals p`,
    where: listed(db, kinds, session, input),
    after: after !== undefined && db`p.id < ${after}`,
    sorts: { status: db`p.status` },
    orderBy: db`p.id desc`,
    capped: true,
  })
  return { total, list: list.map((row) => shown(kinds, session, row)) }
}
