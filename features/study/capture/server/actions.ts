import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { enqueue, type JobKind } from '../../../../server/jobs.ts'
import type { Session } from '../../../../server/session.ts'
import type { Upload } from '../../../../server/upload.ts'
import { consent, withdraw } from '../../../face/server/actions.ts'
import { consentVersion } from '../../../face/rules.ts'
import { readPicture } from '../../../file/server/actions.ts'
import { type captureCalls, type CaptureDue, captureRefusals, type CaptureTerms } from '../contract.ts'
import { captureConsentVersion, captureLifecycle, stopOf, tellMs } from '../rules.ts'
import {
  type CaptureRow,
  findStanding,
  lockCapture,
  lockLastLease,
  lockLease,
  lockNewest,
  makeUpOldest,
  setLeft,
} from './data.ts'
import { announce, dueOf, meansOf, redraw } from './draw.ts'

export const judgeJob = { type: 'study.judge-capture', lane: 'people' } as const satisfies JobKind
/** Column that the picture of a check is bound to. */
export const capturePlace = 'capture_pictures.picture'
/** The largest side of a stored picture, in pixels. */
const storedSide = 640
/** Side of the raster that a picture is known by, in pixels, and how many of 256 neighbouring greys are one there. */
const [rasterSide, greys] = [16, 32]
/** Standard deviation of the greys, of 255, below which a picture shows nothing. */
const leastContrast = 4

/** Counts a check whose last try ran out as missed; it is locked. */
export async function lapse(tx: Tx, capture: CaptureRow): Promise<void> {
  await tx`
    update captures set status = ${captureLifecycle.next(capture.status, 'lapse')}, settled_at = moment()
    where id = ${capture.id}`
}

/**
 * Asks for a check that lapsed, as long as it has tries, or for another in place of one that was missed or not accepted.
 * Refuses (404) a lease of others, (409) one that ended, where nothing is due, and where making up is over.
 */
export async function requestCapture(
  tx: Tx,
  { accountId }: Pick<Session, 'accountId'>,
  leaseId: string,
): Promise<CaptureDue> {
  const lease = (await lockLease(tx, accountId, leaseId)) ?? refuse(commonRefusals.notFound)
  if (lease.isOver) refuse(captureRefusals.leaseOver)
  const newest = await lockNewest(tx, lease.enrolmentId)
  let standing = await findStanding(tx, lease.enrolmentId)
  const { captureTries, captureSeconds, captureMisses, captureMakeUpDays } = standing.settings
  if (lease.captureLeftMs === null || lease.captureLeftMs > tellMs) refuse(captureRefusals.notDue)
  if (newest?.status === 'open') {
    if (newest.secondsLeft > 0) return dueOf(newest, standing)
    if (newest.tries < captureTries) {
      await tx`
        update captures set tries = tries + 1, nonce = gen_random_uuid(), kind = ${meansOf(standing)},
          due_at = moment() + make_interval(secs => ${captureSeconds}) where id = ${newest.id}`
      return dueOf((await lockCapture(tx, newest.id))!, standing)
    }
    await lapse(tx, newest)
    standing = await findStanding(tx, lease.enrolmentId)
  }
  if (stopOf(standing.settings, standing) === 'over')
    refuse(captureRefusals.makeUpOver, { count: captureMisses, days: captureMakeUpDays })
  return dueOf(await announce(tx, lease, standing), standing)
}

interface Given {
  session: Session
  captureId: string
  nonce: string
  ip: string
  agent: string
  /** The picture, and the blind index of what it shows. */
  picture: { stored: Buffer; index: Buffer } | null
}

/**
 * Answers a check of one's own: refuses (409) what lapsed and, by its nonce, what is used or of another try; the next one
 * is drawn. The same answer again, within its time, is answered again and does nothing.
 */
async function take(tx: Tx, { secrets }: Pick<AppContext, 'secrets'>, given: Given) {
  const { session, captureId, nonce, picture } = given
  const [own] = await tx<{ enrolmentId: string }[]>`
    select enrolment_id from captures where id = ${captureId} and account_id = ${session.accountId}`
  if (!own) refuse(commonRefusals.notFound)
  const lease = await lockLastLease(tx, own.enrolmentId)
  const capture = (await lockCapture(tx, captureId))!
  const state = captureLifecycle.next('open', picture ? 'take' : 'confirm')
  if (capture.nonce !== nonce) refuse(captureRefusals.used, {}, 'nonce')
  if (capture.status !== 'open') {
    const isSame = capture.pictureIndex?.equals(picture?.index ?? Buffer.alloc(0)) ?? !picture
    if (capture.isAnswered && capture.secondsLeft > 0 && isSame) return { state }
    refuse(captureRefusals.used, {}, 'nonce')
  }
  if (capture.secondsLeft <= 0) refuse(captureRefusals.lapsed)
  const before = await findStanding(tx, capture.enrolmentId)
  if (picture) {
    const [fresh] = await tx`
      select where not exists (select from captures where picture_index = ${picture.index})`
    if (!fresh) refuse(captureRefusals.replay, {}, 'file')
  }
  await tx`
    update captures set status = ${state}, answered_at = moment(), picture_index = ${picture?.index ?? null},
      ip = ${given.ip}, agent = ${given.agent.slice(0, 300)} where id = ${captureId}`
  if (picture) {
    const pictureSealed = secrets.seal(capturePlace, captureId, picture.stored.toString('base64'))
    await tx`insert into capture_pictures ${tx({ captureId, pictureSealed })}`
    await enqueue(tx, { ...judgeJob, key: captureId, input: { captureId }, projectId: capture.projectId })
  }
  const { settings } = before
  const canMore =
    stopOf(settings, before) !== 'none' &&
    (await makeUpOldest(tx, capture.enrolmentId, settings.captureMakeUpDays))
  const after = await findStanding(tx, capture.enrolmentId)
  // Still stopped, the next miss is to be made up at once, as far as the learner can.
  if (lease && canMore && stopOf(settings, after) === 'makeUp') await setLeft(tx, lease.id, 0)
  else await redraw(tx, capture.enrolmentId, lease)
  return { state }
}

/**
 * Answers a check, with a picture where it wants one. Refuses (422) what is no picture, one that shows nothing and one that
 * was sent before. The picture is stored sealed and judged by a job: nobody waits for it.
 */
export async function answerCapture(
  app: Pick<AppContext, 'db' | 'secrets'>,
  {
    session,
    input,
    file,
    ip,
    agent,
  }: {
    session: Session
    input: InputOf<typeof captureCalls.answerCapture>
    file: Upload['file']
    ip: string
    agent: string
  },
) {
  const { captureId, nonce } = input
  const [asked] = await app.db<{ kind: CaptureRow['kind'] }[]>`
    select kind from captures where id = ${captureId} and account_id = ${session.accountId}`
  if (!asked) refuse(commonRefusals.notFound)
  const picture = asked.kind === 'presence' ? null : await readShot(app, file)
  return app.db
    .begin((tx) => take(tx, app, { session, captureId, nonce, ip, agent, picture }))
    .catch((error: { constraint_name?: string }) => {
      if (error.constraint_name === 'captures_picture_index_key') refuse(captureRefusals.replay, {}, 'file')
      throw error
    })
}

/**
 * Reads a picture to be stored, and its index: of a small raster of its greys, stretched to all of them, so that neither
 * another encoding without loss nor what is appended makes another picture of it. One that was drawn otherwise may pass.
 */
async function readShot({ secrets }: Pick<AppContext, 'secrets'>, file: Upload['file']) {
  const { path } = await readPicture(file)
  const grey = await sharp(path).flatten().greyscale().resize(64, 64, { fit: 'fill' }).png().toBuffer()
  const { channels } = await sharp(grey).stats()
  if (channels[0]!.stdev < leastContrast) refuse(captureRefusals.empty, {}, 'file')
  const raster = await sharp(grey)
    .normalise()
    .resize(rasterSide, rasterSide, { fit: 'fill' })
    .raw()
    .toBuffer()
  const digest = createHash('sha256')
    .update(raster.map((value) => Math.floor(value / greys)))
    .digest('hex')
  const stored = await sharp(path)
    .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { stored, index: secrets.blindIndex('captures.picture', digest) }
}

/**
 * Writes down what a learner decided about pictures; about a face, the consent to recognise it as well. Declined, the
 * pictures there are go at once. Refuses (409) a text that is not today's.
 */
export async function decideCapture(
  tx: Tx,
  session: Session,
  { kind, agreed, version }: InputOf<typeof captureCalls.decideCapture>,
): Promise<null> {
  if (version !== captureConsentVersion) refuse(captureRefusals.noticeChanged)
  const { accountId } = session
  await tx`
    insert into capture_consents ${tx({ accountId, kind, version, agreed })}
    on conflict (account_id, kind) do update set version = excluded.version, agreed = excluded.agreed, decided_at = moment()`
  if (!agreed)
    await tx`
      delete from capture_pictures where capture_id in (
        select id from captures where account_id = ${accountId} and kind = ${kind})`
  if (kind === 'face') await (agreed ? consent(tx, session, consentVersion) : withdraw(tx, session))
  await audit(tx, {
    by: session,
    action: agreed ? 'capture.agree' : 'capture.decline',
    subjectKind: 'account',
    subjectId: accountId,
    after: { kind, version },
  })
  return null
}

/** The checks of one's own class, as one is told before studying. Refuses (404) an enrolment of others. */
export async function findTerms(
  db: Db,
  { accountId }: Pick<Session, 'accountId'>,
  enrolmentId: string,
): Promise<CaptureTerms> {
  const [own] = await db`select from enrolments where id = ${enrolmentId} and account_id = ${accountId}`
  if (!own) refuse(commonRefusals.notFound)
  const standing = await findStanding(db, enrolmentId)
  const { kind, settings, misses } = standing
  const decided = kind === 'photo' ? standing.photo : kind === 'face' ? standing.face : null
  const isPicture = kind === 'photo' || kind === 'face'
  return {
    kind,
    consent: !isPicture ? 'none' : decided === null ? 'asked' : decided ? 'agreed' : 'declined',
    everyFrom: settings.captureEveryFrom,
    everyTo: settings.captureEveryTo,
    seconds: settings.captureSeconds,
    misses,
    missesAllowed: settings.captureMisses,
    makeUpDays: settings.captureMakeUpDays,
  }
}

/** Appeals about one's own check. Refuses (404) one of others, (409) one that stands or was appealed, and after its days. */
export async function appealCapture(
  tx: Tx,
  session: Session,
  { captureId, reason }: InputOf<typeof captureCalls.appealCapture>,
): Promise<null> {
  const capture = await lockCapture(tx, captureId)
  if (!capture || capture.accountId !== session.accountId) refuse(commonRefusals.notFound)
  const status = captureLifecycle.next(capture.status, 'appeal')
  if (!capture.isAppealable) refuse(captureRefusals.appealOver)
  await tx`
    update captures set status = ${status}, appeal = ${reason}, appealed_at = moment() where id = ${captureId}`
  await audit(tx, {
    by: session,
    action: 'capture.appeal',
    subjectKind: 'capture',
    subjectId: captureId,
    before: { status: capture.status },
    after: { status },
  })
  return null
}
