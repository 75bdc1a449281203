import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import type { Tx } from '../../../server/db.ts'
import { studyStatuses } from '../../enrolment/rules.ts'
import { getSettings } from '../../project/server/actions.ts'
import { recordStudy } from '../../enrolment/server/actions.ts'
import { signPlayUrl, signSubtitlesUrl } from '../../resource/server/actions.ts'
import { beatMs, lapseMs } from '../beat/rules.ts'
import { beginCaptures, tellCapture } from '../capture/server/draw.ts'
import { studyRefusals, type VideoToken } from '../contract.ts'
import { aheadOf, blockedBy, classStudy, shareOf } from '../rules.ts'
import {
  endLease,
  findMyClass,
  insertLease,
  listCourses,
  listStudiedItems,
  lockActiveLease,
  type MyClassRow,
} from './data.ts'

export { listCourses }

/**
 * Brings an enrolment's progress up to what was watched, in the caller's transaction; the class passes here when
 * all is done. Also after its end: what was counted then was played before.
 */
export async function rollUp(tx: Tx, enrolmentId: string): Promise<void> {
  const [last] = await tx`
    select w.item_id, w.position_ms from watch_coverages w join enrolments e on e.id = w.enrolment_id
    where w.enrolment_id = ${enrolmentId} and is_admitted(e.status)
    order by w.updated_at desc limit 1`
  if (!last) return
  // Leases before enrolments, as everywhere.
  await tx`
    update play_leases set rolled_at = last_beat_at
    where enrolment_id = ${enrolmentId} and rolled_at < last_beat_at`
  const study = classStudy(await listStudiedItems(tx, enrolmentId))
  await recordStudy(tx, {
    enrolmentId,
    progress: study.progress,
    watchedSeconds: study.watchedMs / 1000,
    lastItemId: last.itemId as string,
    lastPosition: (last.positionMs as number) / 1000,
    done: study.done,
    inTime: true,
  })
}

/**
 * Rolls up in a transaction of its own, after what was watched is durable: a failure here affects nothing else, is
 * logged with its cause and is tried again by the job every minute.
 */
export async function rollUpSeparately(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  enrolmentId: string,
): Promise<void> {
  await db
    .begin((tx) => rollUp(tx, enrolmentId))
    .catch((error: unknown) => log.error({ err: error, enrolmentId }, 'progress could not be rolled up'))
}

/** Announces the check that is due to a lease, likewise; null where none is, or where it failed. */
export const announceSeparately = (
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  accountId: string,
  leaseId: string,
) =>
  db
    .begin((tx) => tellCapture(tx, accountId, leaseId))
    .catch((error: unknown) => {
      log.error({ err: error, leaseId }, 'a check could not be announced')
      return null
    })

function assertOpen(enrolment: MyClassRow): void {
  const { status, isExpired, suspended, hasBegun, studyFromDay } = enrolment
  if (suspended) refuse(studyRefusals.suspended)
  if (status === 'expired' || isExpired) refuse(studyRefusals.expired)
  if (!studyStatuses.includes(status)) refuse(studyRefusals.notOpen)
  if (!hasBegun) refuse(studyRefusals.notStarted, { date: studyFromDay! })
}

interface OpenVideo {
  session: Session
  enrolmentId: string
  itemId: string
  /** The lease the calling window holds itself. */
  previous: string | null
  /** The window's id of this opening, so that it may retry. */
  opening: string | null
  ip: string
  agent: string
}

/**
 * Grants the learner's one lease to a window. Another living window is refused (409) or loses it, as the project
 * says; a lapsed one always loses it. Refuses (404) what is not the learner's, (409) what cannot be studied now.
 */
export async function openVideo(
  app: Pick<AppContext, 'db' | 'log' | 'secrets'>,
  open: OpenVideo,
): Promise<VideoToken> {
  const { token, endedIn } = await app.db.begin((tx) => replaceLease(tx, app.secrets, open))
  if (endedIn) await rollUpSeparately(app, endedIn)
  return token
}

/** Opens the lease, and gives the enrolment whose lease ended for it: its progress is not up to date yet. */
async function replaceLease(
  tx: Tx,
  secrets: Secrets,
  open: OpenVideo,
): Promise<{ token: VideoToken; endedIn: string | null }> {
  const { session, enrolmentId, itemId } = open
  // Two windows opening at once take turns here.
  await tx`select 1 from accounts where id = ${session.accountId} for no key update`
  const enrolment = (await findMyClass(tx, session.scope, enrolmentId)) ?? refuse(commonRefusals.notFound)
  const items = await listStudiedItems(tx, enrolmentId)
  const item = items.find((candidate) => candidate.itemId === itemId) ?? refuse(commonRefusals.notFound)
  assertOpen(enrolment)
  if (!item.playable) refuse(studyRefusals.noVideo)
  const settings = await getSettings(tx, enrolment.projectId)
  const first = settings.studyModel === 'sequence' ? blockedBy(items, itemId) : null
  if (first) refuse(studyRefusals.earlierFirst, { title: first.title })
  const endedIn = await yieldLease(tx, open, settings.secondWindow)
  const aheadMs = aheadOf(settings, item)
  const captureLeftMs = await beginCaptures(tx, enrolmentId)
  const lease = await insertLease(tx, {
    accountId: session.accountId,
    enrolmentId,
    itemId,
    ratePercent: settings.maxPlayRate,
    aheadMs,
    countHidden: !settings.pauseWhenHidden,
    ...shareOf(items, item),
    opening: open.opening,
    durationMs: item.durationMs,
    captureLeftMs,
    ip: open.ip,
    agent: open.agent,
  })
  const isOver = item.positionMs >= item.durationMs - 2000
  const play = {
    resourceId: item.resourceId,
    accountId: session.accountId,
    seconds: Math.ceil(item.durationMs / 1000) * 2 + 3600,
    from: lease.openedAt,
  }
  const token: VideoToken = {
    leaseToken: lease.id,
    openedAt: new Date(lease.openedAt * 1000).toISOString(),
    playUrl: signPlayUrl(secrets, play),
    subtitlesUrl: item.hasSubtitles ? signSubtitlesUrl(secrets, play) : null,
    kind: item.isFile ? 'file' : 'hls',
    durationSeconds: item.durationMs / 1000,
    resumeAt: isOver ? 0 : Math.min(item.positionMs, lease.pinMs ?? Infinity) / 1000,
    beatSeconds: beatMs / 1000,
    lapseSeconds: lapseMs / 1000,
    maxPlayRate: settings.maxPlayRate,
    pauseWhenHidden: settings.pauseWhenHidden,
    furthest: item.furthestMs / 1000,
    aheadSeconds: aheadMs / 1000,
    pinAt: lease.pinMs === null ? null : lease.pinMs / 1000,
    isCaptured: captureLeftMs !== null,
    capture: captureLeftMs === null ? null : await tellCapture(tx, session.accountId, lease.id),
  }
  return { token, endedIn }
}

/**
 * Ends the lease in force so that a new one may open, or refuses because its window is alive. Returns its enrolment.
 */
async function yieldLease(
  tx: Tx,
  open: OpenVideo,
  secondWindow: 'refuse' | 'takeover',
): Promise<string | null> {
  const active = await lockActiveLease(tx, open.session.accountId)
  if (!active) return null
  const isOwn = active.id === open.previous || (active.opening !== null && active.opening === open.opening)
  const left = Math.ceil(lapseMs / 1000 - active.silent)
  if (!isOwn && left > 0 && secondWindow === 'refuse') {
    const { className, title } = active
    refuse(studyRefusals.otherWindow, { className, title, seconds: left }, 'window')
  }
  await endLease(tx, active.id, isOwn ? 'released' : 'other_window')
  return active.enrolmentId
}
