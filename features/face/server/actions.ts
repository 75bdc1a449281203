import type { SystemReason } from '../../../contract/systemReason.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Session } from '../../../server/session.ts'
import { register } from '../../supportCase/server/actions.ts'
import { triesLeft } from '../../rateLimit/server/actions.ts'
import { faceRefusals, type MyFace } from '../contract.ts'
import { confirmationOf, consentVersion } from '../rules.ts'
import { getFace, lockFace } from './data.ts'

export { likenessOf } from './check.ts'

const record = (tx: Tx, session: Session, action: string, after?: object) =>
  audit(tx, { by: session, action, subjectKind: 'account', subjectId: session.accountId, after })

/** Status of one's own face check. */
export async function myFace(
  { db, channels }: Pick<AppContext, 'db' | 'channels'>,
  session: Session,
): Promise<MyFace> {
  const face = await getFace(db, session.scope, session.accountId)
  return {
    ...confirmationOf(face),
    available: channels.face !== null,
    hasProfile: face.hasProfile,
    hasPortrait: face.portrait !== null,
    consentAt: face.consentVersion === consentVersion ? face.consentAt : null,
    triesLeft: await triesLeft(db, 'face', session.accountId),
  }
}

/** Writes the consent down. Refuses (409) a wording that is not the one in force. */
export async function consent(tx: Tx, session: Session, version: number): Promise<void> {
  if (version !== consentVersion) refuse(faceRefusals.noticeChanged)
  const face = await lockFace(tx, session)
  if (face.consentVersion === version) return
  await tx`
    update faces set consent_at = moment(), consent_version = ${version}, withdrawn_at = null
    where account_id = ${session.accountId}`
  await record(tx, session, 'face.consent', { version })
}

/** Takes the consent back and deletes template and picture with it; what was confirmed before stays confirmed. */
export async function withdraw(tx: Tx, session: Session): Promise<void> {
  const { accountId } = session
  const face = await lockFace(tx, session)
  if (face.consentVersion === null) return
  await tx`
    update faces set consent_at = null, consent_version = null, withdrawn_at = moment(),
      template_sealed = null, template_of = null
    where account_id = ${accountId}`
  await tx`delete from face_pictures where account_id = ${accountId}`
  await record(tx, session, 'face.withdraw')
}

/** Reason shown to staff in the register. */
const note: SystemReason = 'face.review'

/**
 * Requests a review by a person instead: one entry in the exception register, for the portrait on file. Refuses (409)
 * without a profile and without a portrait.
 */
export async function requestReview(tx: Tx, session: Session): Promise<void> {
  const { accountId, scope } = session
  await lockFace(tx, session)
  const face = await getFace(tx, scope, accountId)
  if (!face.hasProfile) refuse(faceRefusals.noProfile)
  if (face.portrait === null) refuse(faceRefusals.noPortrait)
  if (confirmationOf(face).state !== 'unconfirmed') return
  const [open] = await tx<{ id: string }[]>`
    select id from exception_registers
    where account_id = ${accountId} and kind = 'face' and is_unsettled(status)`
  const id = open?.id ?? (await register(tx, session, { accountId, kind: 'face', note }))
  await tx`
    update faces set asked_id = ${id}, asked_of = ${face.portrait} where account_id = ${accountId}`
}

/** Deletes what is on record of somebody's face: of a closed account. */
export async function eraseFace(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    update faces set consent_at = null, consent_version = null, withdrawn_at = moment(), template_sealed = null,
      template_of = null, confirmed_of = null, confirmed_at = null, asked_id = null, asked_of = null
    where account_id = ${accountId}`
  await tx`delete from face_pictures where account_id = ${accountId}`
}
