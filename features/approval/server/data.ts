import type { Db, Fragment } from '../../../server/db.ts'
import { type ApprovalStatus, undoHours } from '../rules.ts'

/** Old or new values, by field; numbers masked. */
export type Side = Record<string, unknown>

/** A proposal whose row is locked until the transaction ends. */
export interface LockedApproval<S extends Side = Side> {
  id: string
  projectId: string
  kind: string
  subjectId: string
  part: string
  title: string
  before: S
  after: S
  reason: string
  second: boolean
  status: ApprovalStatus
  proposerId: string
  /** The caller proposed it, in whichever account. */
  own: boolean
  /** Its proposer counts as the caller where something takes two. */
  alike: boolean
  /** It is approved by nobody but its proposer, in whichever account. */
  approvedAlone: boolean
  appliedAt: string | null
  /** It was applied less than `undoHours` ago. */
  undoable: boolean
}

/** True if an approval `p` was applied less than `undoHours` ago. */
export const isUndoable = (db: Db) =>
  db`coalesce(p.status = 'applied' and p.applied_at > moment() - make_interval(hours => ${undoHours}), false)`

/** The accounts of staff that count as one person with one of them, read once a query. */
export const samePerson = (db: Db, accountId: string): Fragment =>
  db`any((select same_person(${accountId}))::uuid[])`

/** An account, and those that its holder has linked with it as theirs, read once a query. */
const ownAccounts = (db: Db, accountId: string): Fragment =>
  db`any((select own_accounts(array[${accountId}::uuid]))::uuid[])`

/**
 * The accounts whose records the holder of an account decides nothing about: their own, and those of everybody who lately
 * gave access to one of these, whose hand it may be.
 */
export const handsOf = (db: Db, accountId: string): Fragment =>
  db`any((select hands_of(${accountId}))::uuid[])`

/** True if an approval `p` was proposed from the account, or from another of the same holder. */
export const isOwn = (db: Db, accountId: string): Fragment =>
  db`(p.proposer_id = ${ownAccounts(db, accountId)})`

/** True if the proposer of an approval `p` counts as the holder of the account where something takes two. */
export const isAlike = (db: Db, accountId: string): Fragment =>
  db`(p.proposer_id = ${samePerson(db, accountId)})`

/** True if an approval `p` is approved by nobody but its proposer, in whichever account. */
const isApprovedAlone = (db: Db): Fragment =>
  db`coalesce(p.status = 'approved' and is_same_person(p.proposer_id, p.decider_id), false)`

/** True if an approval `p` takes a second person, as it was proposed. */
const wasForTwo = (db: Db): Fragment => db`p.second`

/** True if a proposal, of one kind or of any, is pending about the subject that a column names, or about one part of it. */
export const isProposed = (db: Db, subject: Fragment, kind?: string, part?: Fragment): Fragment => db`exists (
  select from approvals p where p.subject_id = ${subject} and p.status = 'proposed'
    ${kind === undefined ? db`` : db`and p.kind = ${kind}`} ${part === undefined ? db`` : db`and p.part = ${part}`})`

/** True if nothing was proposed for the same thing after an approval `p`. */
export const isLatest = (db: Db): Fragment => db`not exists (
  select from approvals again
  where (again.subject_id, again.kind, again.part) = (p.subject_id, p.kind, p.part) and again.id > p.id)`

/**
 * True if an account may approve or apply an approval `p` now; the same as `stepsOf` of the rules. `second` is the condition
 * that it takes two, for kinds of which that changes.
 */
export const isDecidable = (
  db: Db,
  accountId: string,
  may: { propose: boolean; approve: boolean },
  second = wasForTwo(db),
): Fragment => db`(
  p.status in ('proposed', 'approved') and case
    when ${second} and (p.status = 'proposed' or ${isApprovedAlone(db)})
      then ${may.approve} and not ${isAlike(db, accountId)}
    else ${may.approve} or (${may.propose} and ${isOwn(db, accountId)}) end)`

/** Facts of an approval `p` by which it is decided what an account may do about it. */
const standing = (db: Db, accountId: string, second: Fragment): Fragment => db`
  ${second} as second, p.status, ${isUndoable(db)} as undoable, ${isOwn(db, accountId)} as own,
  ${isAlike(db, accountId)} as alike, ${isApprovedAlone(db)} as approved_alone`

/**
 * The columns of a locked approval `p`, for features that lock what they keep beside it; `own` to the account. `second` as
 * in `isDecidable`.
 */
export function lockedColumns(db: Db, accountId: string, second = wasForTwo(db)): Fragment {
  return db`p.id, p.project_id, p.kind, p.subject_id, p.part, p.title, p.before, p.after, p.reason, p.proposer_id,
    p.applied_at, ${standing(db, accountId, second)}`
}

/** Selects the people, actions and times of an approval `p`, for lists; `own` refers to the account, `second` as above. */
export function approvalColumns(db: Db, accountId: string, second = wasForTwo(db)): Fragment {
  const someone = (role: string, at: string) => db`
    (select json_build_object('name', x.user_name, 'at', ${db(`p.${at}`)}) from accounts x
      where x.id = ${db(`p.${role}_id`)})`
  return db`p.id, p.kind, p.subject_id, p.title, p.before, p.after, p.reason,
    ${someone('proposer', 'created_at')} as proposed, ${someone('decider', 'decided_at')} as decided, p.decision,
    ${someone('applier', 'applied_at')} as applied, ${someone('undoer', 'undone_at')} as undone, p.undo_reason,
    case when p.status = 'applied' then p.applied_at + make_interval(hours => ${undoHours}) end as undo_until,
    ${standing(db, accountId, second)}`
}
