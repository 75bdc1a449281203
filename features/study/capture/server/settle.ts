import type { InputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { assertNotOwn } from '../../../approval/server/actions.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { type captureCalls, type CaptureEffect, captureRefusals } from '../contract.ts'
import { type CaptureResult, type CaptureState, captureLifecycle, stopOf, tellMs } from '../rules.ts'
import { capturePlace } from './actions.ts'
import { redraw } from './draw.ts'
import {
  findStanding,
  getEnrolmentOf,
  getFacts,
  lockCapture,
  lockLastLease,
  lockNewest,
  setLeft,
} from './data.ts'
import { captureAccepted, captureRejected } from './messages.ts'

const eventOf = (result: CaptureResult) => (result === 'accepted' ? 'accept' : 'reject')
const countsAsMissed = (state: CaptureState) => ['missed', 'failed', 'appealed', 'rejected'].includes(state)

/** Tells what a result of a check would do; changes nothing. Refuses (404) one out of scope, (409) a result it cannot have. */
export async function previewChange(
  tx: Tx,
  { scope }: Pick<Session, 'scope'>,
  { captureId, result }: InputOf<typeof captureCalls.previewCaptureChange>,
): Promise<CaptureEffect> {
  const enrolmentId = await getEnrolmentOf(tx, scope, captureId)
  const { status: from } = (await lockCapture(tx, captureId))!
  const to = captureLifecycle.next(from, eventOf(result))
  const { settings, misses, sinceDays } = await findStanding(tx, enrolmentId)
  const missesAfter = misses + Number(countsAsMissed(to)) - Number(countsAsMissed(from))
  const stops = (count: number) => stopOf(settings, { misses: count, sinceDays }) !== 'none'
  return {
    from,
    to,
    missesBefore: misses,
    missesAfter,
    missesAllowed: settings.captureMisses,
    stopsBefore: stops(misses),
    stopsAfter: stops(missesAfter),
    ...(await getFacts(tx, enrolmentId)),
  }
}

/**
 * Gives a check another result. What it was is kept with the reason, and its learner is told. Accepted, study goes on where
 * it waited for this check; not accepted, another check is due at once. Refuses (404) one out of scope, (409) one's own
 * and one that is in another state than was seen.
 */
export async function settleCapture(
  tx: Tx,
  session: Session,
  { captureId, result, from, reason }: InputOf<typeof captureCalls.updateCaptureJson>,
): Promise<null> {
  const enrolmentId = await getEnrolmentOf(tx, session.scope, captureId)
  const lease = await lockLastLease(tx, enrolmentId)
  const newest = await lockNewest(tx, enrolmentId)
  const capture = (await lockCapture(tx, captureId))!
  await assertNotOwn(tx, session, capture.accountId)
  if (capture.status !== from) refuse(captureRefusals.changed)
  const to = captureLifecycle.next(from, eventOf(result))
  await tx`update captures set status = ${to}, settled_at = moment() where id = ${captureId}`
  await tx`
    insert into capture_changes ${tx({ captureId, fromStatus: from, toStatus: to, reason, operatorId: session.accountId })}`
  if (lease && lease.captureLeftMs !== null) {
    if (countsAsMissed(to)) await setLeft(tx, lease.id, 0)
    else if (newest?.id === captureId && lease.captureLeftMs <= tellMs) await redraw(tx, enrolmentId, lease)
  }
  await audit(tx, {
    by: session,
    action: 'capture.settle',
    subjectKind: 'capture',
    subjectId: captureId,
    before: { status: from },
    after: { status: to },
    reason,
  })
  const [named] = await tx<{ className: string }[]>`
    select c.name as class_name from enrolments e join train_classes c on c.id = e.class_id where e.id = ${enrolmentId}`
  const params = { enrolmentId, className: named!.className }
  if (countsAsMissed(to))
    await sendMessage(tx, captureRejected, capture.accountId, { ...params, answer: reason })
  else await sendMessage(tx, captureAccepted, capture.accountId, params)
  return null
}

/** The picture of a check in scope as a data address; the look is recorded. Refuses (404) one that is gone. */
export async function openPicture(
  tx: Tx,
  { secrets }: Pick<AppContext, 'secrets'>,
  session: Session,
  captureId: string,
): Promise<{ picture: string }> {
  await getEnrolmentOf(tx, session.scope, captureId)
  const [row] = await tx<{ pictureSealed: Buffer }[]>`
    select picture_sealed from capture_pictures where capture_id = ${captureId}`
  if (!row) refuse(captureRefusals.noPicture)
  await audit(tx, { by: session, action: 'capture.look', subjectKind: 'capture', subjectId: captureId })
  return { picture: `data:image/jpeg;base64,${secrets.open(capturePlace, captureId, row.pictureSealed)}` }
}

/** Deletes what came from the checks of a closed account; that there were some stays. */
export async function eraseCaptures(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    delete from capture_pictures where capture_id in (select id from captures where account_id = ${accountId})`
  await tx`
    update captures set ip = '', agent = '', appeal = case when appeal is not null then '' end
    where account_id = ${accountId}`
  await tx`
    update capture_changes set reason = ''
    where capture_id in (select id from captures where account_id = ${accountId})`
  await tx`delete from capture_consents where account_id = ${accountId}`
}
