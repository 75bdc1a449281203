import { createHash } from 'node:crypto'
import { lifecycleRefusals } from '../../../contract/lifecycle.ts'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { refusalStore } from '../../../contract/storedRefusal.ts'
import type { Action } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import {
  type ApprovalKind,
  assertNotOwn,
  type LockedApproval,
  lockPerson,
  proposeApproval,
  type StoredLeftOut,
  withdrawWaiting,
} from '../../approval/server/actions.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { enrolmentRefusals } from '../contract.ts'
import { assertOthers, liftBar, passByHand, revertPass } from './actions.ts'
import { lockEnrolment, nameEnrolments, needsSecond } from './data.ts'

interface Member {
  id: string
  name: string
  status: string
}

type Passes = LockedApproval<Record<string, unknown>> & {
  before: { members: Member[] }
  after: { passed?: string[] }
}

/**
 * Locks all its enrolments in one order: two classes of one learner share a ledger, where others would wait crosswise.
 */
const lockMembers = (tx: Tx, { before: { members } }: Passes) => tx`
  select from enrolments where id = any(${members.map(({ id }) => id)}::uuid[]) order by id for no key update`

/** True if an enrolment that a proposal `p` lists is still as it was. */
const standsFor = (db: Db) => db`exists (
  select from jsonb_to_recordset(p.before -> 'members') m (id uuid, status text)
  join enrolments e on e.id = m.id and e.status = m.status)`

/** Reasons for which an approved pass may leave out an enrolment. */
const leftOutReasons = refusalStore({
  approval: approvalRefusals,
  common: commonRefusals,
  enrolment: enrolmentRefusals,
  lifecycle: lifecycleRefusals,
})

/** Manual passes of more than `secondAbove` learners together. Undone, each of them is open again. */
export const passesKind: ApprovalKind<Passes> = {
  key: 'passes',
  log: { prefix: 'approval', subjectKind: 'class' },
  second: true,
  propose: '/train-manage/study-report#pass',
  approve: ['/customer/exception-register#approve', '/train-manage/study-report#pass'],
  words: approvalRefusals,
  leftOutReasons,
  describe: ({ title, before }) => ({
    zh: `把 ${before.count} 条学习记录人工判为合格（${title}）`,
    en: `Pass ${before.count} enrolments manually (${title})`,
  }),
  canApply: standsFor,
  async apply(tx, _secrets, session, row) {
    await lockMembers(tx, row)
    const passed: string[] = []
    const leftOut: StoredLeftOut[] = []
    for (const { id, name, status } of row.before.members) {
      try {
        await tx.savepoint(async (inner) => {
          const now = await lockEnrolment(inner, session.scope, id)
          if (now.status !== status) refuse(approvalRefusals.changedSince)
          await passByHand(inner as Tx, id, { by: session, reason: row.reason, approvalId: row.id })
        })
        passed.push(id)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        leftOut.push({ name, reason: leftOutReasons.store(error) })
      }
    }
    // With nobody left to pass nothing was approved; the proposal stays, to be rejected or withdrawn.
    if (passed.length === 0) refuse(approvalRefusals.changedSince)
    return { after: { status: 'passed', passed, leftOut } }
  },
  async undo(tx, _secrets, session, row, reason) {
    await lockMembers(tx, row)
    const names = new Map(row.before.members.map(({ id, name }) => [id, name]))
    for (const id of row.after.passed ?? []) {
      const name = names.get(id)!
      const { status } = await lockEnrolment(tx, session.scope, id)
      if (status !== 'passed') refuse(approvalRefusals.changedAfter, { name })
      const [printed] = await tx`
        select number from certificates
        where enrolment_id = ${id} and status = 'valid' and print_count > 0 and issued_at >= ${row.appliedAt}`
      if (printed) {
        refuse(approvalRefusals.certificatePrinted, { name, number: printed.number as string })
      }
      await revertPass(tx, session, id, reason, false)
    }
  },
}

/** Ends proposals to pass of which the enrolment that is left was the last one that still stood. */
export async function endPasses(tx: Tx, by: Action['by'], enrolmentId: string): Promise<void> {
  // Who approves one holds it, and waits for the enrolment: it refuses by itself then.
  const rows = await tx<{ id: string; projectId: string; subjectId: string }[]>`
    select p.id, p.project_id, p.subject_id from approvals p
    where p.kind = ${passesKind.key} and p.status = 'proposed' and not ${standsFor(tx)}
      and p.before -> 'members' @> ${tx.json([{ id: enrolmentId }])}
    order by p.id for update of p skip locked`
  const about = rows.map(({ id: _id, ...subject }) => ({ ...subject, subjectKind: 'class' }))
  const which = tx`p.id = any(${rows.map(({ id }) => id)}::uuid[])`
  if (rows.length > 0) await withdrawWaiting(tx, by, about, 'enrolment.left', { which })
}

/**
 * Passes an enrolment of the caller's scope manually, without a second person. Refuses (409) more than `secondAbove` of
 * them a day.
 */
export async function passAlone(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  reason: string,
): Promise<void> {
  // One after the other, so that the limit counts each.
  await lockPerson(tx, session.accountId)
  await lockEnrolment(tx, session.scope, enrolmentId)
  if (await needsSecond(tx, session, 1)) refuse(enrolmentRefusals.secondNeeded)
  await passByHand(tx, enrolmentId, { by: session, reason })
}

/**
 * Lifts the bar of an enrolment of the caller's scope, without a second person: it counts as a pass of the day. Refuses
 * (409) what is not barred, one's own, and more than `secondAbove` of both a day.
 */
export async function liftAlone(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  reason: string,
): Promise<void> {
  await lockPerson(tx, session.accountId)
  await lockEnrolment(tx, session.scope, enrolmentId)
  await assertOthers(tx, session, enrolmentId)
  if (await needsSecond(tx, session, 1)) refuse(enrolmentRefusals.secondNeeded)
  await liftBar(tx, session, enrolmentId, reason)
}

/**
 * Proposes to pass these learners when, with those the caller passed today already, they are more than one person
 * may pass, or are part of a batch that is; returns the proposal's id, or null when they are not. Only those in scope
 * count. Refuses (409) while the same people wait already, and one's own record among them.
 */
export async function proposePasses(
  tx: Tx,
  session: Session,
  ids: readonly string[],
  reason: string,
  isPart = false,
): Promise<string | null> {
  if (!isPart && !(await needsSecond(tx, session, new Set(ids).size))) return null
  const named = await nameEnrolments(tx, session.scope, ids)
  if (named.size === 0 || (!isPart && !(await needsSecond(tx, session, named.size)))) return null
  const known = [...named.keys()].sort()
  const rows = await tx<
    { id: string; accountId: string; classId: string; className: string; status: string }[]
  >`
    select e.id, e.account_id, e.class_id, e.status, c.name as class_name
    from enrolments e join train_classes c on c.id = e.class_id where e.id = any(${known}::uuid[]) order by e.id`
  await assertNotOwn(tx, session, ...rows.map(({ accountId }) => accountId))
  const classes = [...new Set(rows.map(({ className }) => className))]
  const members = rows.map(({ id, status }) => ({ id, name: named.get(id)!, status }))
  return proposeApproval(tx, session, passesKind, {
    subjectId: rows[0]!.classId,
    part: createHash('sha256').update(known.join()).digest('hex'),
    title: classes.slice(0, 3).join(' · ') + (classes.length > 3 ? ' …' : ''),
    before: { count: members.length, names: members.slice(0, 10).map(({ name }) => name), members },
    after: { status: 'passed' },
    reason,
  })
}
