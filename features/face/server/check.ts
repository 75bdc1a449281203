import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { Refusal, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { FaceChannel } from '../../../server/channels/face.ts'
import type { Face } from '../../../server/channels/faceWorker.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Session } from '../../../server/session.ts'
import type { Upload } from '../../../server/upload.ts'
import { readSaved, readPicture } from '../../file/server/actions.ts'
import { resetAttempts, refundAttempt, consumeAttempt, triesLeft } from '../../rateLimit/server/actions.ts'
import { faceRefusals } from '../contract.ts'
import { consentVersion, distanceOf, faceFault, verdictOf } from '../rules.ts'
import { type FaceRow, findFace, getFace, lockFace } from './data.ts'

type Means = Pick<AppContext, 'db' | 'secrets' | 'files' | 'channels' | 'log'>
const place = 'faces.template'

/** The largest side of a stored picture, in pixels. */
const storedSide = 640

/** The bytes of a description, as text that is sealed. */
const textOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')
const descriptionOf = (text: string) => new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)

async function facesIn({ log }: Means, channel: FaceChannel, picture: Buffer): Promise<Face[]> {
  try {
    return await channel.describe(picture)
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error }, 'faces could not be looked for')
    return refuse(faceRefusals.unavailable)
  }
}

/**
 * The description of the portrait on file: the stored one, or one computed now. Refuses (409) one that shows no face.
 */
async function describePortrait(
  means: Means,
  channel: FaceChannel,
  face: FaceRow & { portrait: string },
): Promise<Float32Array> {
  const { secrets } = means
  if (face.templateSealed && face.templateOf === face.portrait) {
    return descriptionOf(secrets.open(place, face.accountId, face.templateSealed))
  }
  const picture = await readSaved(means, face.portrait)
  const found = picture ? await facesIn(means, channel, picture) : []
  if (faceFault(found)) refuse(faceRefusals.portraitUnfit)
  return found[0]!.descriptor
}

/** Refuses to open the camera without a profile, a portrait and the current consent. */
function assertReady(face: FaceRow): asserts face is FaceRow & { portrait: string } {
  if (!face.hasProfile) refuse(faceRefusals.noProfile)
  if (face.portrait === null) refuse(faceRefusals.noPortrait)
  if (face.consentVersion !== consentVersion) refuse(faceRefusals.consentFirst)
}

/**
 * Compares a picture that is stored already with a learner's portrait, by a job. Whatever keeps it from being told is no
 * likeness: no detector, no portrait or consent, no single face, or the portrait itself. Stores nothing.
 */
export async function likenessOf(
  means: Means,
  accountId: string,
  picture: Buffer,
): Promise<{ isSame: boolean; distance: number | null }> {
  const unknown = { isSame: false, distance: null }
  const { face: channel } = means.channels
  const face = await findFace(means.db, null, accountId)
  if (!channel || face?.portrait == null || face.consentVersion !== consentVersion) return unknown
  try {
    const template = await describePortrait(means, channel, { ...face, portrait: face.portrait })
    const found = await facesIn(means, channel, picture)
    if (faceFault(found)) return unknown
    const { descriptor } = found[0]!
    return {
      isSame: verdictOf(template, descriptor) === 'passed',
      distance: distanceOf(template, descriptor),
    }
  } catch (error) {
    if (error instanceof Refusal) return unknown
    throw error
  }
}

interface Compared {
  portrait: string
  template: Float32Array
  passed: boolean
  /** The picture as it is stored. */
  picture: Buffer
  /** Blind index of the file as it was sent. */
  pictureIndex: Buffer
}

/** Looks at both pictures; refuses what cannot be compared, with what to do about it. */
async function compare(
  means: Means,
  channel: FaceChannel,
  face: FaceRow & { portrait: string },
  path: string,
): Promise<Omit<Compared, 'pictureIndex'>> {
  const template = await describePortrait(means, channel, face)
  const whole = await readFile(path)
  const found = await facesIn(means, channel, whole)
  const fault = faceFault(found)
  if (fault) refuse(faceRefusals[fault], {}, 'file')
  const verdict = verdictOf(template, found[0]!.descriptor)
  if (verdict === 'copy') refuse(faceRefusals.copy, {}, 'file')
  const picture = await sharp(whole)
    .resize({ width: storedSide, height: storedSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { portrait: face.portrait, template, passed: verdict === 'passed', picture }
}

/** Stores the result; refuses when consent or portrait were removed, or the file was used, during the comparison. */
async function keep({ db, secrets }: Means, session: Session, compared: Compared): Promise<void> {
  const { accountId } = session
  const { portrait, passed, pictureIndex } = compared
  await db.begin(async (tx) => {
    const now = await lockFace(tx, session)
    if (now.consentVersion !== consentVersion) refuse(faceRefusals.consentFirst)
    if (now.portrait !== portrait) refuse(faceRefusals.portraitChanged)
    const [fresh] = await tx`
      insert into used_faces ${tx({ pictureIndex })} on conflict do nothing returning picture_index`
    if (!fresh) refuse(faceRefusals.replay, {}, 'file')
    await tx`
      update faces set ${tx({
        templateSealed: secrets.seal(place, accountId, textOf(compared.template)),
        templateOf: portrait,
        lastResult: passed ? 'passed' : 'failed',
      })}, last_at = moment()
        ${passed ? tx`, confirmed_of = ${portrait}, confirmed_at = moment()` : tx``}
      where account_id = ${accountId}`
    const pictureSealed = secrets.seal(
      'face_pictures.picture',
      accountId,
      compared.picture.toString('base64'),
    )
    await tx`
      insert into face_pictures ${tx({ accountId, pictureSealed })}
      on conflict (account_id) do update set picture_sealed = excluded.picture_sealed, taken_at = excluded.taken_at`
    await audit(tx, {
      by: session,
      action: 'face.check',
      subjectKind: 'account',
      subjectId: accountId,
      after: { passed },
    })
    if (passed) await resetAttempts(tx, 'face', accountId)
  })
}

/**
 * Compares a picture with the portrait on file. Needs consent, profile and portrait (409). A picture that cannot be
 * compared (422) is no try; one that shows somebody else is, and after three a person has to look (429).
 */
export async function checkFace(
  means: Means,
  session: Session,
  file: Upload['file'],
): Promise<{ passed: boolean; triesLeft: number }> {
  const { db, secrets, channels } = means
  const { accountId } = session
  if (!channels.face) refuse(faceRefusals.unavailable)
  const face = await getFace(db, session.scope, accountId)
  assertReady(face)
  const { path } = await readPicture(file)
  const digest = createHash('sha256')
    .update(await readFile(file!.path))
    .digest('hex')
  const pictureIndex = secrets.blindIndex('faces.picture', digest)
  const [used] = await db`select 1 from used_faces where picture_index = ${pictureIndex}`
  if (used) refuse(faceRefusals.replay, {}, 'file')
  await consumeAttempt(db, 'face', accountId, faceRefusals.tooManyTries)
  try {
    const compared = await compare(means, channels.face, face, path)
    await keep(means, session, { ...compared, pictureIndex })
    return { passed: compared.passed, triesLeft: await triesLeft(db, 'face', accountId) }
  } catch (error) {
    await refundAttempt(db, 'face', accountId)
    throw error
  }
}
