import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Db, now, type Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { isForTwo } from '../../approval/rules.ts'
import { countPlaces, decideAlone, lockPerson, takeBack } from '../../approval/server/actions.ts'
import { isOwnPrice, lockSeats } from '../../class/seat/server/actions.ts'
import { passesByRule } from '../../enrolment/rules.ts'
import { assertOthers, moveBack, moveInto, passedAlone } from '../../enrolment/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import {
  type Carried,
  carryStudy,
  findCarried,
  lockLeases,
  returnStudy,
} from '../../study/carry/server/actions.ts'
import { rollUp } from '../../study/server/actions.ts'
import { findBuying } from '../../unit/trainType/server/actions.ts'
import { type transferCalls, transferRefusals } from '../contract.ts'
import { blockOf, difference as sayDifference, undoHours } from '../rules.ts'
import {
  type Candidate,
  findUndoable,
  getRecord,
  getTarget,
  isPassed,
  listCandidates,
  type Within,
  within,
} from './data.ts'
import { transferred, transferUndone } from './messages.ts'

/** The refusal of a learner who cannot be moved, or null. */
export function refusalOf(candidate: Candidate): Refusal | null {
  const block = blockOf(candidate)
  const { className, targetName: name, year: own, targetYear: year } = candidate
  if (block === null) return null
  if (block === 'sameClass') return new Refusal(transferRefusals.sameClass, { name: className })
  if (block === 'otherYear') return new Refusal(transferRefusals.otherYear, { name, year, own })
  return new Refusal({ ...transferRefusals[block] }, { name })
}

/** Fen by which a place there costs the people of a unit more than what was paid for the one left. */
async function priceDifference(db: Db, { accountId, unitId, paid, to }: Candidate): Promise<number> {
  const { payable } = await findBuying(db, unitId, accountId)
  return payable(to) - (paid ?? 0)
}

/** Refuses (409) a unit a class that its people may not buy. */
async function assertOffered(
  db: Db,
  by: Deciding,
  { accountId, unitId, to, targetName: name }: Candidate,
): Promise<void> {
  if (by.isProvider) return
  const obstacle = (await findBuying(db, unitId, accountId)).obstacle(to)
  if (obstacle === null || obstacle === 'unit_group') return
  refuse(transferRefusals.notOffered, { name })
}

/** Person who moves learners: of the provider, or of a unit for its own, which takes nothing off and lets nobody off an exam. */
interface Deciding extends Pick<Session, 'accountId' | 'projectId'> {
  isProvider: boolean
}

/** A caller, by what their session covers. */
export const decidingOf = (session: Session): Deciding => ({
  ...session,
  isProvider: session.scope.unitPath === null,
})

/**
 * Counts what a place there is dearer, as money that the caller takes off, and refuses (409) what exceeds their day, of a
 * unit all of it. Moved on, a paid place counts by its difference to what was counted already.
 */
async function countDearer(
  tx: Tx,
  by: Deciding,
  candidate: Candidate,
  { difference, sourceId }: { difference: number; sourceId: string },
): Promise<void> {
  const { orderId, accountId, counted, targetName: name } = candidate
  const reduction = Math.max(0, difference) - counted
  if (reduction <= 0) return
  if (!by.isProvider) refuse(transferRefusals.dearerByUnit, { name, amount: yuan(difference) })
  const leaving = { subjectId: orderId ?? accountId, sourceId, sums: { reduction }, bySum: true }
  if (!(await decideAlone(tx, by, leaving)))
    refuse(transferRefusals.dearer, { name, amount: yuan(difference) })
}

/**
 * Counts a place in a class that costs nothing by the caller's price as one that they give. Refuses (409) more of them than
 * they may give a day, but for those that were paid.
 */
async function countFree(
  tx: Tx,
  by: Deciding,
  { accountId, unitId, paid, to, targetId }: Candidate,
  placeId: string,
): Promise<void> {
  if (paid || !(await findBuying(tx, unitId, accountId)).isFree(to)) return
  if (await isOwnPrice(tx, by, { classId: targetId, places: 1 })) await countPlaces(tx, by, [placeId])
}

/** Ways in which a place lets its learner pass: in a class without an exam, or at once. */
type PassWay = 'withoutExam' | 'passes'

/**
 * Refuses (409) a place in a class that lets its learner pass, in a way that counts as a pass: beyond what one person lets
 * pass a day, of which `passed` are used, and by a unit any.
 */
function assertMayPass({ isProvider }: Deciding, way: PassWay, name: string, passed: number): void {
  if (!isProvider) refuse(transferRefusals[`${way}ByUnit`], { name })
  if (isForTwo(passed + 1)) refuse(transferRefusals[way], { name })
}

/** Way in which a place would let its learner pass with what is carried there, or null. */
function passWayOf(candidate: Candidate, carried: Carried | undefined): PassWay | null {
  if (candidate.escapesExam) return 'withoutExam'
  const { electiveMinTenths, isExamined, barReason } = candidate
  if (!carried) return null
  const { done: studyDone, electiveTenths } = carried
  const exam = { examRequired: isExamined, examPassed: false }
  const hold = { suspended: false, barred: barReason !== null }
  return passesByRule({ studyDone, electiveTenths, electiveMinTenths, ...exam, ...hold }) ? 'passes' : null
}

/** Ends a savepoint whose counts are only looked at. */
class Previewed extends Error {}

/**
 * The price difference, in fen, of each of those places, moved one after the other with what each carries; with the refusal
 * of those that are dearer than the caller may take off alone, free by the caller's price beyond their day, or let more
 * learners pass than one person may.
 */
export async function judgeMoves(
  tx: Tx,
  by: Deciding,
  candidates: readonly Candidate[],
  carried: ReadonlyMap<string, Carried>,
): Promise<ReadonlyMap<string, { difference: number; refusal?: Refusal }>> {
  const judged = new Map<string, { difference: number; refusal?: Refusal }>()
  const looked = tx.savepoint(async (inner) => {
    let passed = await passedAlone(inner as Tx, by)
    for (const candidate of candidates) {
      const difference = await priceDifference(inner as Tx, candidate)
      const way = passWayOf(candidate, carried.get(candidate.id))
      judged.set(candidate.id, { difference })
      try {
        if (way) assertMayPass(by, way, candidate.targetName, passed)
        await (inner as Tx).savepoint(async (each) => {
          await assertOffered(each as Tx, by, candidate)
          await countDearer(each as Tx, by, candidate, { difference, sourceId: randomUUID() })
          await countFree(each as Tx, by, candidate, randomUUID())
        })
        if (way) passed++
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        judged.set(candidate.id, { difference, refusal: error })
      }
    }
    throw new Previewed()
  })
  await looked.catch((error: unknown) => {
    if (!(error instanceof Previewed)) throw error
  })
  return judged
}

/** Shows what a transfer of learners carries, and the obstacle to each; refuses (404) a class of another project. */
export async function previewTransfer(
  db: Tx,
  session: Session,
  { enrolmentIds, classId }: InputOf<typeof transferCalls.previewTransferClass>,
): Promise<OutputOf<typeof transferCalls.previewTransferClass>> {
  const { name: className, placesLeft } = await getTarget(db, session, classId)
  const ids = [...new Set(enrolmentIds)]
  const candidates = await listCandidates(db, within(session.scope), ids, classId)
  const carried = await findCarried(db, ids, classId)
  if (candidates.length < ids.length) refuse(commonRefusals.notFound)
  // Places go in the order of the rows.
  let left = placesLeft
  const refused = new Map<string, Refusal | null>()
  for (const candidate of candidates) {
    const refusal = refusalOf({ ...candidate, placesLeft: left })
    if (refusal === null && left !== null) left--
    refused.set(candidate.id, refusal)
  }
  const movable = candidates.filter(({ id }) => !refused.get(id))
  const judged = await judgeMoves(db, decidingOf(session), movable, carried)
  const rows: OutputOf<typeof transferCalls.previewTransferClass>['rows'] = []
  for (const candidate of candidates) {
    const move = judged.get(candidate.id)
    const refusal = refused.get(candidate.id) ?? move?.refusal ?? null
    const { videos = 0, seconds = 0, progress = 0 } = carried.get(candidate.id) ?? {}
    rows.push({
      enrolmentId: candidate.id,
      realName: candidate.realName,
      cardMask: candidate.cardMask,
      className: candidate.className,
      carriedSeconds: seconds,
      carriedVideos: videos,
      watchedSeconds: candidate.watchedSeconds,
      progressBefore: candidate.progress,
      progressAfter: progress,
      priceDifference: move?.difference ?? (await priceDifference(db, candidate)),
      leavesScore: candidate.leavesScore,
      problem: refusal && { zh: refusal.say('zh'), en: refusal.say('en') },
    })
  }
  return { className, placesLeft, rows }
}

/** Locks a learner and what of a place may still change, in the order of all locks; gives the account. */
async function lockPlace(tx: Tx, accountId: string, enrolmentId: string): Promise<void> {
  await tx`select from accounts where id = ${accountId} for no key update`
  await lockLeases(tx, enrolmentId)
  // What was watched until now counts before anything is decided: it may pass by that.
  await rollUp(tx, enrolmentId)
  await tx`select from enrolments where id = ${enrolmentId} for no key update`
}

/** The actor of a transfer, with the enrolments they may move: a caller, or who sent a file. */
interface Mover extends Deciding, Pick<Session, 'request'> {
  isWithin: Within
}

interface Transfer {
  enrolmentId: string
  classId: string
  reason: string
  /** Fen that were shown; another difference is refused. */
  expectedDifference?: number
}

/**
 * Moves a learner of the caller's scope into another class: the place left is free, the new one has the same order item,
 * and what was counted goes along by resource. Gives the new enrolment's id. Refuses (404) what is out of scope, (409)
 * one's own, what `blockOf` names, another price difference than was expected, a class that is dearer by more than the
 * mover may take off alone, one that the mover made free for more than they give away a day, and one without an exam or
 * passed at once for more learners than the mover may let pass; a unit each of the last three, and a class that it may not
 * buy.
 */
export async function transferOne(tx: Tx, by: Mover, transfer: Transfer): Promise<string> {
  const { enrolmentId, classId, reason, expectedDifference } = transfer
  const [found] = await listCandidates(tx, by.isWithin, [enrolmentId], classId)
  if (!found) refuse(commonRefusals.notFound)
  await assertOthers(tx, by, enrolmentId)
  // One after the other, so that the day counts each.
  await lockPerson(tx, by.accountId)
  await lockPlace(tx, found.accountId, enrolmentId)
  await lockSeats(tx, [found.classId, classId])
  // Read after the locks: the statement that waited for them sees an older snapshot of other tables.
  const [before] = await listCandidates(tx, by.isWithin, [enrolmentId], classId)
  if (!before) refuse(commonRefusals.notFound)
  const refusal = refusalOf(before)
  if (refusal) throw refusal
  const { projectId, accountId, targetName: toName } = before
  await assertOffered(tx, by, before)
  if (before.escapesExam) assertMayPass(by, 'withoutExam', toName, await passedAlone(tx, by))
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const recordId = fresh!.id
  const difference = await priceDifference(tx, before)
  if (expectedDifference !== undefined && difference !== expectedDifference)
    refuse(transferRefusals.repriced, {
      name: toName,
      amount: sayDifference(difference),
      was: sayDifference(expectedDifference),
    })
  await countDearer(tx, by, before, { difference, sourceId: recordId })
  const toId = await moveInto(
    tx,
    by,
    { ...before, status: 'active' },
    { classId, transferId: recordId, reason },
  )
  await countFree(tx, by, before, toId)
  const carried = (await findCarried(tx, [enrolmentId], classId)).get(enrolmentId)
  await carryStudy(tx, enrolmentId, toId, classId)
  const passes = await isPassed(tx, toId)
  if (passes) assertMayPass(by, 'passes', toName, await passedAlone(tx, by))
  const record = {
    id: recordId,
    projectId,
    accountId,
    fromId: enrolmentId,
    toId,
    carriedMs: Math.round((carried?.seconds ?? 0) * 1000),
    carriedVideos: carried?.videos ?? 0,
    progressBefore: before.progress,
    progressAfter: carried?.progress ?? 0,
    priceDifference: difference,
    reason,
    operatorId: by.accountId,
  }
  await tx`insert into transfer_records ${tx(record)}`
  await audit(tx, {
    by,
    action: 'transfer.move',
    subjectKind: 'transfer',
    subjectId: recordId,
    after: {
      fromId: enrolmentId,
      toId,
      carriedSeconds: record.carriedMs / 1000,
      progressBefore: record.progressBefore,
      progressAfter: record.progressAfter,
      priceDifference: difference,
      ...(before.escapesExam && { withoutExam: true }),
      ...(passes && { passed: true }),
    },
    reason,
  })
  await sendMessage(tx, transferred, accountId, { fromName: before.className, toName }, recordId)
  return toId
}

/**
 * Undoes a transfer of the last hours in which nothing happened since: the learner is in the former class as before, and
 * the new place is removed. Refuses (404) what is out of scope, (409) one's own, one undone, late or touched, a class that
 * has no place any more, and one that asks so much less now that the learner passes there, beyond what the caller may let
 * pass alone. An exam that the class gave up meanwhile was counted then: its place was one that may return.
 */
export async function undoTransfer(
  tx: Tx,
  session: Session,
  { recordId, reason }: InputOf<typeof transferCalls.undoTransferClass>,
): Promise<void> {
  const { projectId, accountId, fromId, toId, fromClassId, toClassId } = await getRecord(
    tx,
    session.scope,
    recordId,
  )
  await assertOthers(tx, session, toId)
  // One after the other, so that the day counts each.
  await lockPerson(tx, session.accountId)
  await tx`select from accounts where id = ${accountId} for no key update`
  await lockLeases(tx, toId)
  await tx`select from enrolments where id in (${fromId}, ${toId}) order by id for no key update`
  await lockSeats(tx, [fromClassId, toClassId])
  const found = await findUndoable(tx, recordId)
  if (found.isUndone) refuse(transferRefusals.undone)
  if (found.isLate) refuse(transferRefusals.undoLate, { hours: undoHours })
  if (found.isTouched) refuse(transferRefusals.touched)
  if (found.isJoined) refuse(transferRefusals.alreadyJoined, { name: found.fromName })
  await moveBack(
    tx,
    session,
    {
      former: { id: fromId, projectId, classId: fromClassId, status: 'transferred' },
      joined: { id: toId, projectId, classId: toClassId, status: found.status },
    },
    { transferId: recordId, reason },
  )
  await returnStudy(tx, toId, fromId)
  const passes = await isPassed(tx, fromId)
  if (passes) assertMayPass(decidingOf(session), 'passes', found.fromName, await passedAlone(tx, session))
  await takeBack(tx, { sourceId: recordId, undoneBy: toId })
  await tx`
    update transfer_records set undone_at = moment(), undone_by = ${session.accountId}, undo_reason = ${reason}
    where id = ${recordId}`
  await audit(tx, {
    by: session,
    action: 'transfer.undo',
    subjectKind: 'transfer',
    subjectId: recordId,
    before: { undoneAt: null },
    after: { undoneAt: await now(tx), ...(passes && { passed: true }) },
    reason,
  })
  const { name: toName } = await getTarget(tx, session, toClassId)
  await sendMessage(tx, transferUndone, accountId, { fromName: found.fromName, toName }, recordId)
}
