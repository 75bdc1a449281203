import { randomInt } from 'node:crypto'
import type { Tx } from '../../../../server/db.ts'
import type { CaptureDue } from '../contract.ts'
import { captureLifecycle, stopOf, tellMs } from '../rules.ts'
import {
  type CaptureRow,
  findStanding,
  type LeaseRow,
  lockCapture,
  lockLastLease,
  lockLease,
  lockNewest,
  setLeft,
  type Standing,
  takeLeft,
} from './data.ts'

/** Means of the next check: what the class wants, or a click where the learner did not agree to it. */
export function meansOf({ kind, photo, face, faceConsent }: Standing): CaptureRow['kind'] {
  if (kind === 'face' && face === true && faceConsent) return 'face'
  return kind === 'photo' && photo === true ? 'photo' : 'presence'
}

/** Study until the next check, drawn; null for the rest of a day on which as many were met as there may be. */
function draw({ kind, today, settings }: Standing): number | null {
  if (kind === 'off' || today >= settings.capturesADay) return null
  const minuteMs = 60_000
  return randomInt(settings.captureEveryFrom * minuteMs, settings.captureEveryTo * minuteMs + 1)
}

/**
 * Returns what may be credited to an enrolment from a lease opened now until its next check, in milliseconds: what its
 * last lease left, so that neither another video nor another window begins the time again; null without checks.
 */
export async function beginCaptures(tx: Tx, enrolmentId: string): Promise<number | null> {
  const standing = await findStanding(tx, enrolmentId)
  if (standing.kind === 'off') return null
  const last = await lockLastLease(tx, enrolmentId)
  await takeLeft(tx, enrolmentId)
  return last?.captureLeftMs ?? draw(standing)
}

/** A check as its learner is told of it. */
export function dueOf(capture: CaptureRow, standing: Standing): CaptureDue {
  const { settings, misses, sinceDays } = standing
  const isOpen = capture.status === 'open' && capture.secondsLeft > 0
  const isStopped = !isOpen && stopOf(settings, { misses, sinceDays }) !== 'none'
  const left = (settings.captureMakeUpDays - sinceDays) * 86_400_000
  return {
    captureId: capture.id,
    state: isOpen ? 'open' : isStopped ? 'stopped' : 'lapsed',
    kind: isOpen ? capture.kind : meansOf(standing),
    nonce: isOpen ? capture.nonce : null,
    dueAt: isOpen ? capture.dueAt : null,
    secondsLeft: isOpen ? Math.ceil(capture.secondsLeft) : 0,
    triesLeft: Math.max(0, settings.captureTries - capture.tries),
    makeUpUntil: isStopped ? new Date(Date.parse(standing.now) + left).toISOString() : null,
  }
}

/** Announces a new check to a locked lease. */
export async function announce(tx: Tx, lease: LeaseRow, standing: Standing): Promise<CaptureRow> {
  const [made] = await tx<{ id: string }[]>`
    insert into captures (project_id, enrolment_id, account_id, item_id, kind, at_ms, due_at, ip, agent)
    values (${standing.projectId}, ${lease.enrolmentId}, ${standing.accountId}, ${lease.itemId}, ${meansOf(standing)},
      ${lease.furthestMs}, moment() + make_interval(secs => ${standing.settings.captureSeconds}), ${lease.ip},
      ${lease.agent})
    returning id`
  return (await lockCapture(tx, made!.id))!
}

const isUnmet = ({ status }: CaptureRow) => captureLifecycle.can(status, 'makeUp') || status === 'appealed'

/**
 * The check that is due to a lease with so little left, announced now where it is new; null where none is due. One that
 * lapsed is not announced again by itself: nobody may be there. A lease without a next check gets one if this day has one.
 */
export async function tellCapture(tx: Tx, accountId: string, leaseId: string): Promise<CaptureDue | null> {
  const lease = await lockLease(tx, accountId, leaseId)
  if (!lease || lease.isOver || (lease.captureLeftMs !== null && lease.captureLeftMs > tellMs)) return null
  const standing = await findStanding(tx, lease.enrolmentId)
  if (lease.captureLeftMs === null) {
    // Kept from a day that had all its checks into another.
    await setLeft(tx, leaseId, draw(standing))
    return null
  }
  if (standing.kind === 'off') {
    // Switched off since, or the learner moved to a class without checks: nothing bounds the lease any more.
    await setLeft(tx, leaseId, null)
    return null
  }
  const newest = await lockNewest(tx, lease.enrolmentId)
  const isOver = stopOf(standing.settings, standing) === 'over'
  if (newest && (newest.status === 'open' || isUnmet(newest) || isOver)) return dueOf(newest, standing)
  return dueOf(await announce(tx, lease, standing), standing)
}

/** Draws the next check of an enrolment, whose last lease is locked. */
export async function redraw(tx: Tx, enrolmentId: string, lease: LeaseRow | null): Promise<void> {
  if (!lease || lease.captureLeftMs === null) return
  await setLeft(tx, lease.id, draw(await findStanding(tx, enrolmentId)))
}
