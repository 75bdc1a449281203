import { maskMobile } from '../../../../contract/identity.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Pool, Tx } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { hashPassword, passwordMatches } from '../../../../server/password.ts'
import type { Session } from '../../../../server/session.ts'
import { accountRefusals } from '../../../account/contract.ts'
import {
  assertPassword,
  changeMobile,
  changePassword,
  endSessionsOf,
} from '../../../account/server/actions.ts'
import { assertMobile, checkCode, getOwnMobile, useCode } from '../../code/server/actions.ts'
import { endSession, provePassword, renewSession, type Visitor } from '../../server/actions.ts'
import { credentialRefusals } from '../contract.ts'
import { getOwn, type Own } from './data.ts'

const assertNew = (password: string, own: Own) =>
  assertPassword(
    password,
    [own.loginName, own.mobile, own.cardNumber].filter((text) => text !== null),
  )

/** True if a typed password is the signed-in person's; guarded against guessing as the sign-in itself. */
const proves = (db: Pool, { accountId }: Session, own: Own, password: string, ip: string) =>
  provePassword(db, {
    known: { id: accountId, passwordHash: own.passwordHash },
    name: own.loginName,
    password,
    visitor: { ip },
    own: true,
  })

/** Sets the new password if the old one is unchanged; ends every session and continues in a new one. */
async function renew(
  app: AppContext,
  session: Session,
  change: { old: Own; password: string; codeToken?: string; how: string },
  visitor: Visitor,
): Promise<string> {
  const { accountId } = session
  const passwordHash = await hashPassword(change.password)
  return app.db.begin(async (tx) => {
    const [now] = await tx`select password_hash from accounts where id = ${accountId} for update`
    if (now?.passwordHash !== change.old.passwordHash) {
      refuse(credentialRefusals.wrongOldPassword, {}, 'oldPassword')
    }
    if (change.codeToken) await useCode(tx, change.codeToken)
    const token = await renewSession(tx, session.id, visitor)
    await changePassword(tx, accountId, passwordHash)
    await endSessionsOf(tx, accountId)
    await audit(tx, {
      by: session,
      action: 'account.modifyPassword',
      subjectKind: 'account',
      subjectId: accountId,
      after: { by: change.how },
    })
    return token
  })
}

/**
 * Changes one's own password: the old one is needed and may not be the new one. Returns the token this session
 * continues with; every other session ends.
 */
export async function modifyPassword(
  app: AppContext,
  session: Session,
  form: { oldPassword: string; password: string },
  visitor: Visitor,
): Promise<string> {
  const old = await getOwn(app.db, app.secrets, session.accountId)
  assertNew(form.password, old)
  if (!(await proves(app.db, session, old, form.oldPassword, visitor.ip))) {
    refuse(credentialRefusals.wrongOldPassword, {}, 'oldPassword')
  }
  if (form.password === form.oldPassword) refuse(accountRefusals.passwordSame, {}, 'password')
  return renew(app, session, { old, password: form.password, how: 'password' }, visitor)
}

/** Changes one's own password with a code that was sent to one's own number. */
export async function modifyPasswordByMobile(
  app: AppContext,
  session: Session,
  form: { password: string; msgCode: string; codeToken: string },
  visitor: Visitor,
): Promise<string> {
  const { db, secrets } = app
  const { password, ...typed } = form
  const old = await getOwn(db, secrets, session.accountId)
  assertNew(password, old)
  const mobile = await getOwnMobile(app, session.accountId)
  await checkCode(db, secrets, { ...typed, purpose: 'modify', mobile }, visitor.ip)
  if (await passwordMatches(password, old.passwordHash)) refuse(accountRefusals.passwordSame, {}, 'password')
  return renew(app, session, { old, password, codeToken: form.codeToken, how: 'mobile' }, visitor)
}

/**
 * Proves the signed-in person once more, by the password or a code to the own number; refuses (422) a wrong one and none.
 * Returns the token of the code, which the change then uses up.
 */
export async function proveSelf(
  { db, secrets }: AppContext,
  session: Session,
  given: { password?: string | undefined; msgCode?: string | undefined; codeToken?: string | undefined },
  ip: string,
): Promise<string | null> {
  const own = await getOwn(db, secrets, session.accountId)
  const { msgCode, codeToken } = given
  if (given.password) {
    if (await proves(db, session, own, given.password, ip)) return null
    refuse(credentialRefusals.wrongPassword, {}, 'password')
  }
  if (!msgCode || !codeToken || !own.mobile) refuse(credentialRefusals.proofNeeded, {}, 'password')
  await checkCode(db, secrets, { purpose: 'modify', mobile: own.mobile, msgCode, codeToken }, ip)
  return codeToken
}

interface MobileForm {
  mobile: string
  msgCode: string
  codeToken: string
  password?: string
  oldMsgCode?: string
  oldCodeToken?: string
}

/**
 * Changes one's own number: a code to the new one, and the password or a code to the old one. Whether a number is
 * taken is reported only to who proved to have it. Returns the new number, masked.
 */
export async function modifyMobile(
  app: AppContext,
  session: Session,
  form: MobileForm,
  ip: string,
): Promise<string> {
  const { db, secrets } = app
  const { mobile, msgCode, codeToken, oldMsgCode, oldCodeToken } = form
  const { accountId } = session
  assertMobile(mobile)
  const own = await getOwn(db, secrets, accountId)
  if (own.mobile === mobile) refuse(credentialRefusals.mobileSame, {}, 'mobile')
  if (form.password) {
    if (!(await proves(db, session, own, form.password, ip))) {
      refuse(credentialRefusals.wrongPassword, {}, 'password')
    }
  } else if (oldMsgCode && oldCodeToken && own.mobile) {
    const typed = {
      purpose: 'modify',
      mobile: own.mobile,
      msgCode: oldMsgCode,
      codeToken: oldCodeToken,
    } as const
    await checkCode(db, secrets, typed, ip)
  } else refuse(credentialRefusals.proofNeeded, {}, 'password')
  await checkCode(db, secrets, { purpose: 'modify', mobile, msgCode, codeToken }, ip)
  await db.begin(async (tx) => {
    await useCode(tx, codeToken)
    if (!form.password && oldCodeToken) await useCode(tx, oldCodeToken)
    await changeMobile(tx, secrets, accountId, mobile)
    await audit(tx, {
      by: session,
      action: 'account.modifyMobile',
      subjectKind: 'account',
      subjectId: accountId,
      before: { mobile: own.mobile && maskMobile(own.mobile) },
      after: { mobile: maskMobile(mobile) },
    })
  })
  return maskMobile(mobile)
}

/** Ends a session of one's own; another's is not found. */
export async function endMine(tx: Tx, session: Session, sessionId: string): Promise<null> {
  const [mine] = await tx`
    select 1 from sessions where id = ${sessionId} and account_id = ${session.accountId} and revoked_at is null`
  if (!mine) refuse(commonRefusals.notFound)
  await endSession(tx, sessionId, 'remote')
  return null
}
