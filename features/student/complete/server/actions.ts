import type { InputOf } from '../../../../contract/call.ts'
import { isIdCard, longIdCard, maskIdCard, maskMobile } from '../../../../contract/identity.ts'
import { nameKey } from '../../../../contract/normalize.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Session } from '../../../../server/session.ts'
import { changeFace, changeMobile } from '../../../account/server/actions.ts'
import { assertMobile, checkCode, useCode } from '../../../session/code/server/actions.ts'
import { takePersonal } from '../../../file/server/actions.ts'
import { issueWaitingCertificates } from '../../../certificate/server/actions.ts'
import { refundAttempt, consumeAttempt } from '../../../rateLimit/server/actions.ts'
import { assertProfile } from '../../../project/register/server/actions.ts'
import { createStudent } from '../../server/actions.ts'
import { type completeCalls, completeRefusals } from '../contract.ts'
import { furtherFields, photoSide } from '../rules.ts'

export type Info = InputOf<(typeof completeCalls)['completeInfo']>

/** Refuses a photo that this account did not bring, or that is too small to print. */
async function assertPhoto(db: Db, accountId: string, key: string): Promise<void> {
  const [image] = await db<{ width: number; height: number }[]>`
    select width, height from images where key = ${key} and account_id = ${accountId}`
  if (!image) refuse(completeRefusals.photoAbsent, {}, 'photo')
  if (Math.min(image.width, image.height) < photoSide) {
    refuse(completeRefusals.photoSmall, { size: `${photoSide}*${photoSide}` }, 'photo')
  }
}

/** Refuses an ID that is none, and a name without an ID or the other way round. */
function assertIdentity(info: Info): void {
  if (info.cardNumber !== undefined && !isIdCard(info.cardNumber)) {
    refuse(completeRefusals.wrongCard, {}, 'cardNumber')
  }
  if (info.realName !== undefined && info.cardNumber === undefined) {
    refuse(completeRefusals.identityTogether, {}, 'cardNumber')
  }
  if (info.cardNumber !== undefined && info.realName === undefined) {
    refuse(completeRefusals.identityTogether, {}, 'realName')
  }
}

interface Stored {
  realName: string
  cardSealed: Buffer
}

/** Name and ID are written once: equal ones pass, others are for the customer service. */
function assertUnchanged(secrets: Secrets, accountId: string, stored: Stored, info: Info): void {
  const { realName, cardNumber } = info
  const sameCard =
    !cardNumber || longIdCard(cardNumber) === secrets.open('students.card', accountId, stored.cardSealed)
  const sameName = !realName || nameKey(realName) === nameKey(stored.realName)
  if (!sameCard || !sameName) {
    refuse(completeRefusals.identityFixed, {}, sameName ? 'cardNumber' : 'realName')
  }
}

/**
 * Writes the profile of a learner: created by name and ID, and from then on the rest of it. Returns what it was before
 * and the revision it leads to, so that anyone who has it open learns of it; null where nothing is written.
 */
async function writeProfile(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  info: Info,
  photoBefore: string | null,
): Promise<{ before: Record<string, unknown>; revision: number } | null> {
  const { accountId, projectId, unitId } = session
  const [stored] = await tx<Stored[]>`
    select real_name, card_sealed from students where account_id = ${accountId}`
  const more = {
    ...Object.fromEntries(furtherFields.map((key) => [key, info[key]])),
    photoKey: info.photo ?? (stored ? undefined : (photoBefore ?? undefined)),
  }
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
  if (stored) assertUnchanged(secrets, session.accountId, stored, info)
  else if (info.realName && info.cardNumber) {
    const { realName, cardNumber, personnelCategory = null } = info
    await createStudent(tx, secrets, {
      accountId,
      projectId,
      unitId,
      realName,
      cardNumber,
      personnelCategory,
    })
    await changeFace(tx, accountId, { userName: realName })
    await issueWaitingCertificates(tx, accountId)
  } else if (Object.keys(given).some((field) => field !== 'photoKey')) {
    refuse(completeRefusals.identityTogether, {}, 'realName')
  }
  const keys = Object.keys(given)
  if (keys.length === 0) return null
  const [before] = await tx`
    select ${tx(keys)} from students where account_id = ${accountId} for update`
  const [row] = await tx`
    update students set ${tx(given)}, version = version + 1 where account_id = ${accountId} returning version`
  return row ? { before: { ...before }, revision: row.version as number } : null
}

/** Fields of a profile that the log may record. */
const written = ({ msgCode, codeToken, ...info }: Info) => ({
  ...info,
  ...(info.cardNumber ? { cardNumber: maskIdCard(info.cardNumber) } : {}),
  ...(info.mobile ? { mobile: maskMobile(info.mobile) } : {}),
})

/**
 * Adds to one's own profile what is given. Name and ID come together and once, an ID somebody has is refused, and no
 * account is ever joined to another; a first mobile number needs the code sent to it. A manager has only a photo.
 */
export async function completeInfo(
  app: AppContext,
  session: Session,
  given: Info,
  ip: string,
): Promise<void> {
  const { db, secrets } = app
  const { accountId } = session
  const info: Info = session.roleSystem === 3 ? given : given.photo ? { photo: given.photo } : {}
  assertIdentity(info)
  const { mobile, msgCode, codeToken } = info
  if (mobile !== undefined) {
    assertMobile(mobile)
    if (!msgCode || !codeToken) refuse(completeRefusals.codeNeeded, {}, 'msgCode')
    await checkCode(db, secrets, { purpose: 'modify', mobile, msgCode, codeToken }, ip)
  }
  if (info.photo) await assertPhoto(db, accountId, info.photo)
  await assertProfile(
    db,
    session.projectId,
    furtherFields.map((key) => ({ key, required: false })),
    info,
  )
  // Each attempted ID reveals whether somebody has it.
  if (info.cardNumber) await consumeAttempt(db, 'address', ip)
  await db.begin(async (tx) => {
    const [account] = await tx<{ mobileIndex: Buffer | null; imageKey: string | null }[]>`
      select mobile_index, image_key from accounts where id = ${accountId} for update`
    if (mobile !== undefined && codeToken) {
      if (account!.mobileIndex !== null) refuse(completeRefusals.mobileFixed, {}, 'mobile')
      await useCode(tx, codeToken)
      await changeMobile(tx, secrets, accountId, mobile)
    }
    const edit =
      session.roleSystem === 3 ? await writeProfile(tx, secrets, session, info, account!.imageKey) : null
    if (info.photo) {
      await takePersonal(tx, accountId, info.photo)
      await changeFace(tx, accountId, { imageKey: info.photo })
    }
    if (Object.keys(info).length > 0) {
      await audit(tx, {
        by: session,
        action: 'account.completeInfo',
        subjectKind: 'account',
        subjectId: accountId,
        ...(edit && { before: edit.before }),
        after: { ...written(info), ...(edit && { revision: edit.revision }) },
      })
    }
  })
  if (info.cardNumber) await refundAttempt(db, 'address', ip)
}
