import { maskName } from '../../../contract/identity.ts'
import type { Call } from '../../../contract/call.ts'
import { commonRefusals, type RefusalWords, refuse } from '../../../contract/refusal.ts'
import type { SystemReason } from '../../../contract/systemReason.ts'
import type { RefusalStore, StoredRefusal } from '../../../contract/storedRefusal.ts'
import { type Action, audit, auditAll } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import type { Feature } from '../../../server/feature.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, mayCall, type Session } from '../../../server/session.ts'
import { approvalRefusals, type Bilingual } from '../contract.ts'
import { approvalLifecycle, type ApprovalStatus, type ApprovalStep, stepsOf } from '../rules.ts'
import { handsOf, isOwn, type LockedApproval, type Side } from './data.ts'

export { countPlaces, decideAlone, type Leaving, lockPerson, mayGivePlaces, takeBack } from './alone.ts'
export {
  approvalColumns,
  handsOf,
  isDecidable,
  isLatest,
  isOwn,
  isProposed,
  isUndoable,
  lockedColumns,
  type LockedApproval,
  samePerson,
  type Side,
} from './data.ts'

/** Refuses (409) what staff do about records of learners who are themselves, in whichever account, or gave them theirs. */
export async function assertNotOwn(db: Db, by: { accountId: string }, ...ids: string[]): Promise<void> {
  const own = await db`
    select from unnest(${ids}::uuid[]) as learner (id) where learner.id = ${handsOf(db, by.accountId)} limit 1`
  if (own.length > 0) refuse(approvalRefusals.ownRecord)
}

/** True if an account counts as the caller's own where something takes two people. */
export async function isSamePerson(
  db: Db,
  by: { accountId: string },
  accountId: string | null,
): Promise<boolean> {
  const [row] = await db<
    { same: boolean | null }[]
  >`select is_same_person(${by.accountId}, ${accountId}) as same`
  return row!.same === true
}

type Allow = Call['allow']

/** The sentences a kind refuses a step with. */
type ApprovalWords = Readonly<
  Record<'openAlready' | 'settledAlready' | 'secondNeeded' | 'notYours' | 'tooLate', RefusalWords>
>

/** Someone an applied proposal left out; rows of an earlier version hold the sentences. */
export type StoredLeftOut = { name: string } & ({ reason: StoredRefusal } | Bilingual)

/** Old and new values of an applied proposal, replacing those that were proposed. */
export interface Applied {
  before?: Side
  after?: Side
}

/** A kind of action that waits for approval, declared by the feature whose action it is. */
export interface ApprovalKind<R extends LockedApproval = LockedApproval> {
  key: string
  /** The action prefix and subject kind of its operation log entries. */
  log: { prefix: 'approval' | 'correction'; subjectKind: string }
  /** Another than the proposer has to approve it. */
  second: boolean
  /** Permissions to propose, and permissions an approver must hold, all of them. */
  propose: Allow
  approve: readonly Allow[]
  words: ApprovalWords
  /** Reasons for which its `apply` may leave someone out; for kinds that do. */
  leftOutReasons?: RefusalStore
  /** Locks what it is about, before its proposal, as who proposes does; for kinds whose proposers hold it locked. */
  lock?(tx: Tx, subjectId: string): Promise<unknown>
  /** The learner whose record it is, who takes no step of it in whichever account; for kinds about one learner. */
  learner?(db: Db, row: R): Promise<string>
  /** Takes back, under the same locks, what its proposal alone changed; for kinds whose proposal changes something. */
  withdrawn?(tx: Tx, subjectId: string): Promise<void>
  /**
   * Condition on a waiting proposal `p` that this account can still approve it, without which the queue does not offer
   * it: for kinds about many things, none of which ends it alone, and about what is nobody's own to decide.
   */
  canApply?(db: Db, accountId: string): Fragment
  /** Applies it to the current state. Refuses (409) where that has changed since it was proposed. */
  apply(tx: Tx, secrets: Secrets, session: Session, row: R): Promise<Applied>
  /** Reverts what was applied, for a reason; a kind without it cannot be undone. */
  undo?(tx: Tx, secrets: Secrets, session: Session, row: R, reason: string): Promise<void>
  /** Describes the proposal in one sentence; for kinds that the list of approvals shows. */
  describe?(row: { title: string; before: Side; after: Side }): Bilingual
}

declare module '../../../server/feature.ts' {
  interface Feature {
    /** Kinds of proposals that a second person approves. */
    readonly approvals?: readonly ApprovalKind[]
  }
}

/** All kinds of proposals, corrections too. */
export const declaredKinds = (features: readonly Feature[]): ApprovalKind[] =>
  features.flatMap(({ approvals = [] }) => approvals)

/** Kinds in the list of approvals; corrections have a list of their own. */
export const approvalKinds = (features: readonly Feature[]): ApprovalKind[] =>
  declaredKinds(features).filter(({ log }) => log.prefix === 'approval')

/** A proposal to create: its subject, old and new values, and the reason. */
export interface Draft {
  subjectId: string
  part?: string
  title: string
  before: Side
  after: Side
  reason: string
  proofKey?: string | null
  /** The field that a refusal names while another proposal waits. */
  field?: string
}

/** Returns whether the caller may propose and approve proposals of a kind. */
export function mayOf(
  kind: Pick<ApprovalKind, 'propose' | 'approve'>,
  session: Session,
): { propose: boolean; approve: boolean } {
  return {
    propose: mayCall(session, kind.propose),
    approve: kind.approve.every((allow) => mayCall(session, allow)),
  }
}

/**
 * Proposals `p` a caller sees: their own, and of the kinds they may approve those of the project; a manager of units
 * those that managers in these units made.
 */
export function visibleTo(db: Db, kinds: readonly ApprovalKind[], session: Session): Fragment {
  const approved = kinds.filter((kind) => mayOf(kind, session).approve).map(({ key }) => key)
  const all = kinds.map(({ key }) => key)
  return db`p.project_id = ${session.projectId} and p.kind = any(${all}::text[]) and (
    ${isOwn(db, session.accountId)}
    or (p.kind = any(${approved}::text[]) and exists (
      select from accounts a join roles r on r.id = a.role_id left join units u on u.id = a.unit_id
      where a.id = p.proposer_id and ${inScope(db, session.scope, { project: 'p.project_id', unitPath: 'u.path' })}
        ${session.scope.unitPath === null ? db`` : db`and r.role_system = 2`})))`
}

/** A side as the log holds it: the people it names are masked, those it lists one by one are in the proposal. */
function logged({
  members: _members,
  leftOut,
  ...side
}: Side & { leftOut?: readonly StoredLeftOut[] }): Side {
  if (!leftOut) return side
  return { ...side, leftOut: leftOut.map((one) => ({ ...one, name: maskName(one.name) })) }
}

/** Writes a step of a proposal into the log; with the project where nobody took it but the system. */
export const record = (
  tx: Tx,
  by: Session | null,
  kind: Pick<ApprovalKind, 'key' | 'log'>,
  step: ApprovalStep | 'propose',
  row: { id: string; subjectId: string; title: string; projectId?: string },
  more: { before?: Side; after?: Side; reason?: string } = {},
) => {
  const { prefix, subjectKind } = kind.log
  const { id, subjectId, title, projectId } = row
  return audit(tx, {
    by,
    ...(projectId ? { projectId } : {}),
    action: `${prefix}.${step}`,
    subjectKind,
    subjectId,
    ...(more.before ? { before: logged(more.before) } : {}),
    after: {
      [`${prefix}Id`]: id,
      kind: kind.key,
      ...(title ? { title } : {}),
      ...(more.after && logged(more.after)),
    },
    ...(more.reason ? { reason: more.reason } : {}),
  })
}

/** Proposes an action and gives the proposal's id. Refuses (409) while another for the same thing is open. */
export async function proposeApproval(
  tx: Tx,
  session: Session,
  kind: Pick<ApprovalKind, 'key' | 'log' | 'second' | 'words'>,
  { before, after, field, ...draft }: Draft,
): Promise<string> {
  const [row] = await tx`
    insert into approvals ${tx({
      ...draft,
      kind: kind.key,
      second: kind.second,
      projectId: session.projectId,
      proposerId: session.accountId,
      before: tx.json(before as never),
      after: tx.json(after as never),
    })}
    on conflict (subject_id, kind, part) where status in ('proposed', 'approved') do nothing returning id`
  if (!row) refuse(kind.words.openAlready, {}, field)
  const id = row.id as string
  await record(tx, session, kind, 'propose', { ...draft, id }, { before, after, reason: draft.reason })
  return id
}

/** Refuses 409 when the state of a proposal has no such step or it is about the caller, 403 when they may not take it. */
async function assertStep<R extends LockedApproval>(
  db: Db,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
  step: ApprovalStep,
): Promise<void> {
  if (kind.learner) await assertNotOwn(db, session, await kind.learner(db, row))
  if (!approvalLifecycle.can(row.status, step)) refuse(kind.words.settledAlready)
  const undoable = row.undoable && kind.undo !== undefined
  if (stepsOf({ ...row, undoable }, mayOf(kind, session)).includes(step)) return
  if (step === 'undo' && !row.undoable) refuse(kind.words.tooLate)
  if (step === 'withdraw') refuse(kind.words.notYours)
  refuse(row.second && row.alike ? kind.words.secondNeeded : commonRefusals.notAllowed)
}

async function applyApproved<R extends LockedApproval>(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
): Promise<ApprovalStatus> {
  const status = approvalLifecycle.next('approved', 'apply')
  const { before, after } = {
    before: row.before,
    after: row.after,
    ...(await kind.apply(tx, secrets, session, row)),
  }
  await tx`
    update approvals set status = ${status}, applier_id = ${session.accountId}, applied_at = moment(),
      before = ${tx.json(before as never)}, after = ${tx.json(after as never)}
    where id = ${row.id}`
  await record(tx, session, kind, 'apply', row, { before, after, reason: row.reason })
  return status
}

/**
 * Approves a locked proposal and, with `applies`, carries it out in the same transaction: both or neither. Refuses
 * (403) the proposer of what takes two people.
 */
export async function approveLocked<R extends LockedApproval>(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
  applies: boolean,
): Promise<ApprovalStatus> {
  await assertStep(tx, session, kind, row, 'approve')
  const status = approvalLifecycle.next(row.status, 'approve')
  await tx`
    update approvals set status = ${status}, decider_id = ${session.accountId}, decided_at = moment()
    where id = ${row.id}`
  await record(tx, session, kind, 'approve', row)
  return applies ? applyApproved(tx, secrets, session, kind, row) : status
}

/** Approves and carries out at once one's own locked proposal of a kind that takes one person. */
export async function applyAlone<R extends LockedApproval>(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
): Promise<ApprovalStatus> {
  if (row.second) refuse(kind.words.secondNeeded)
  await tx`
    update approvals set status = ${approvalLifecycle.next(row.status, 'approve')}, decider_id = ${session.accountId},
      decided_at = moment()
    where id = ${row.id}`
  return applyApproved(tx, secrets, session, kind, row)
}

/** Carries out a locked, approved proposal. Refuses (409) where what it is about has changed since. */
export async function applyLocked<R extends LockedApproval>(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
): Promise<ApprovalStatus> {
  await assertStep(tx, session, kind, row, 'apply')
  return applyApproved(tx, secrets, session, kind, row)
}

/** Rejects a locked proposal, for a reason its proposer reads. */
export async function rejectLocked<R extends LockedApproval>(
  tx: Tx,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
  reason: string,
): Promise<ApprovalStatus> {
  await assertStep(tx, session, kind, row, 'reject')
  const status = approvalLifecycle.next(row.status, 'reject')
  await tx`
    update approvals set status = ${status}, decider_id = ${session.accountId}, decided_at = moment(),
      decision = ${reason}
    where id = ${row.id}`
  await record(tx, session, kind, 'reject', row, { reason })
  return status
}

/**
 * Withdraws one's own locked proposal, or, for those who approve, one that was approved and can no longer be applied.
 */
export async function withdrawLocked<R extends LockedApproval>(
  tx: Tx,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
): Promise<ApprovalStatus> {
  await assertStep(tx, session, kind, row, 'withdraw')
  const status = approvalLifecycle.next(row.status, 'withdraw')
  await tx`
    update approvals set status = ${status}, decider_id = null, decided_at = null where id = ${row.id}`
  await kind.withdrawn?.(tx, row.subjectId)
  await record(tx, session, kind, 'withdraw', row)
  return status
}

/**
 * Withdraws, for a reason, what waits for a decision about things that are over or otherwise than when it was proposed, in
 * the transaction that ends or changes them, under their locks; of several things of one, those proposals `p` that `which`
 * names.
 */
export async function withdrawWaiting(
  tx: Tx,
  by: Action['by'],
  about: readonly { projectId: string; subjectKind: string; subjectId: string }[],
  reason: SystemReason,
  {
    which = tx`true`,
    prefix = 'approval',
  }: { which?: Fragment; prefix?: ApprovalKind['log']['prefix'] } = {},
): Promise<void> {
  const rows = await tx<{ id: string; subjectId: string; kind: string; title: string }[]>`
    update approvals p set status = ${approvalLifecycle.next('proposed', 'withdraw')}, decision = ${reason}
    where subject_id = any(${about.map(({ subjectId }) => subjectId)}::uuid[]) and status = 'proposed' and ${which}
    returning id, subject_id, kind, title`
  await auditAll(
    tx,
    rows.map(({ id, subjectId, kind, title }) => ({
      ...about.find((subject) => subject.subjectId === subjectId)!,
      by,
      action: `${prefix}.withdraw`,
      after: { [`${prefix}Id`]: id, kind, title },
      reason,
    })),
  )
}

/**
 * Undoes what a locked proposal did, for a reason. Refuses (409) after `undoHours` and while something depends on it.
 */
export async function undoLocked<R extends LockedApproval>(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  kind: ApprovalKind<R>,
  row: R,
  reason: string,
): Promise<ApprovalStatus> {
  await assertStep(tx, session, kind, row, 'undo')
  const status = approvalLifecycle.next(row.status, 'undo')
  await kind.undo!(tx, secrets, session, row, reason)
  await tx`
    update approvals set status = ${status}, undoer_id = ${session.accountId}, undone_at = moment(),
      undo_reason = ${reason}
    where id = ${row.id}`
  await record(tx, session, kind, 'undo', row, { before: row.after, after: row.before, reason })
  return status
}
