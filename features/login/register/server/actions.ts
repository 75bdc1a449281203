import { randomBytes } from 'node:crypto'
import type { InputOf } from '../../../../contract/call.ts'
import { isIdCard, longIdCard, maskMobile } from '../../../../contract/identity.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { badInput } from '../../../../server/input.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { hashPassword, passwordMatches } from '../../../../server/password.ts'
import type { Session } from '../../../../server/session.ts'
import { accountRefusals } from '../../../account/contract.ts'
import { assertPassword, changePassword, endSessionsOf } from '../../../account/server/actions.ts'
import { furtherFields } from '../../../project/register/rules.ts'
import { assertProfile, findRegisterFields } from '../../../project/register/server/actions.ts'
import { createLearner } from '../../../student/server/actions.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { assertMobile, checkCode, useCode } from '../../../session/code/server/actions.ts'
import { sessionRefusals } from '../../../session/contract.ts'
import { noteAgreed, openSession, type Visitor } from '../../../session/server/actions.ts'
import { joinUnit } from '../../../unit/server/actions.ts'
import { type registerCalls, registerRefusals } from '../contract.ts'

export type Registration = InputOf<(typeof registerCalls)['doRegister']>

/** The fields the project requires besides name, ID and number, validated; others are dropped. */
async function readFurther(db: Db, projectId: string, form: Registration): Promise<Record<string, string>> {
  // A photo is brought after signing in: it belongs to an account.
  const fields = furtherFields(await findRegisterFields(db, projectId)).filter(({ key }) => key !== 'photo')
  await assertProfile(db, projectId, fields, form)
  return Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = key === 'unitId' || key === 'photo' ? undefined : form[key as keyof Registration]
      return typeof value === 'string' && value !== '' ? [[key, value]] : []
    }),
  )
}

/** Records which version of the agreement somebody agreed to. */
async function noteConsent(tx: Tx, projectId: string, accountId: string, ip: string): Promise<void> {
  await tx`
    insert into agreement_consents (account_id, text_id, ip)
    select ${accountId}, t.id, ${ip} from projects p, newest_text(p.id, 'agreement') t
    where p.id = ${projectId} and t.id is not null`
}

/**
 * Records that somebody accepts the newest version of the agreement, and opens what waited for it; refuses (409) another
 * version than the newest, which they have not read.
 */
export async function acceptAgreement(tx: Tx, session: Session, version: number, ip: string): Promise<null> {
  const { accountId, projectId } = session
  const [newest] = await tx<{ id: string; version: number }[]>`
    select t.id, t.version from newest_text(${projectId}, 'agreement') t where t.id is not null`
  if (newest?.version !== version) refuse(registerRefusals.newerAgreement, {}, 'version')
  const made = await tx`
    insert into agreement_consents (account_id, text_id, ip) values (${accountId}, ${newest.id}, ${ip})
    on conflict do nothing returning text_id`
  await noteAgreed(tx, accountId)
  if (made.length > 0)
    await audit(tx, {
      by: session,
      action: 'account.agree',
      subjectKind: 'account',
      subjectId: accountId,
      after: { version },
    })
  return null
}

/** Records the skill somebody registers for; refuses (422) one that the project does not offer. */
async function noteSkill(tx: Tx, projectId: string, accountId: string, categoryId: string): Promise<void> {
  const written = await tx`
    insert into chosen_skills (account_id, category_id)
    select ${accountId}, g.id from class_categories g
    where g.id::text = ${categoryId} and g.project_id = ${projectId} and g.kind = 'skill' and g.status = 'active'
    returning account_id`
  if (written.length === 0) refuse(registerRefusals.skillUnknown, {}, 'skill')
}

/** Makes account and profile of a learner in one transaction and signs in; refuses with the field that is wrong. */
export async function register(
  app: AppContext,
  projectId: string,
  form: Registration,
  visitor: Visitor,
): Promise<string> {
  const { db, secrets } = app
  const cardNumber = longIdCard(form.cardNumber)
  if (!form.agreement)
    throw badInput('agreement', {
      zh: '请先阅读并同意用户协议',
      en: 'read and accept the user agreement first',
    })
  if (!isIdCard(form.cardNumber))
    throw badInput('cardNumber', { zh: '身份证号不正确，请核对', en: 'is not a valid ID card number' })
  assertMobile(form.mobile)
  assertPassword(form.password, [form.loginName, form.mobile, cardNumber])
  const further = await readFurther(db, projectId, form)
  await checkCode(db, secrets, { ...form, purpose: 'register' }, visitor.ip)
  const passwordHash = await hashPassword(form.password)
  return db.begin(async (tx) => {
    const unitId = form.unitId ? await joinUnit(tx, projectId, form.unitId) : null
    const { accountId, roleId } = await createLearner(tx, secrets, {
      projectId,
      unitId,
      // It is for the unit to say who belongs to it.
      claimedUnitId: unitId,
      loginName: form.loginName,
      userName: form.realName,
      passwordHash,
      mobile: form.mobile,
      profile: { realName: form.realName, cardNumber, personnelCategory: null, further },
    })
    await noteConsent(tx, projectId, accountId, visitor.ip)
    if (form.skill) await noteSkill(tx, projectId, accountId, form.skill)
    await useCode(tx, form.codeToken)
    await audit(tx, {
      by: { accountId, projectId },
      action: 'account.register',
      subjectKind: 'account',
      subjectId: accountId,
      after: { loginName: form.loginName, unitId },
    })
    return openSession(tx, { id: accountId, projectId, roleId, roleSystem: 3, unitId }, visitor)
  })
}

interface CodeForm {
  mobile: string
  msgCode: string
  codeToken: string
}

interface MobileAccount {
  id: string
  projectId: string
  roleId: string
  roleSystem: number
  unitId: string | null
  loginName: string
  passwordHash: string
  status: string
}

/** The account that has a number, whether or not it may sign in. */
async function byMobile(app: AppContext, projectId: string, mobile: string): Promise<MobileAccount | null> {
  const index = app.secrets.blindIndex('mobile', mobile)
  const [row] = await app.db<MobileAccount[]>`
    select a.id, a.project_id, a.role_id, r.role_system, a.unit_id, a.login_name, a.password_hash, a.status
    from accounts a join roles r on r.id = a.role_id
    where a.project_id = ${projectId} and a.mobile_index = ${index} and a.status <> 'deleted'`
  return row ?? null
}

/** Locks an account whose number was proved; refuses one that has been given another, or was disabled, meanwhile. */
async function lockProved(tx: Tx, secrets: Secrets, accountId: string, mobile: string): Promise<void> {
  const [same] = await tx`
    select 1 from accounts
    where id = ${accountId} and mobile_index = ${secrets.blindIndex('mobile', mobile)} and status = 'active'
    for no key update`
  if (!same) refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
}

/** Creates a learner for a visitor whose number is proved; the profile is completed later. */
async function admit(
  tx: Tx,
  secrets: Secrets,
  stranger: { projectId: string; mobile: string; passwordHash: string },
  ip: string,
): Promise<MobileAccount> {
  const { projectId, mobile } = stranger
  const account = {
    ...stranger,
    unitId: null,
    loginName: `m${randomBytes(6).toString('hex')}`,
    userName: maskMobile(mobile),
  }
  const { accountId: id, roleId } = await createLearner(tx, secrets, { ...account, profile: null })
  await audit(tx, {
    by: { accountId: id, projectId },
    action: 'account.register',
    subjectKind: 'account',
    subjectId: id,
    after: { loginName: account.loginName, by: 'loginAsRegister' },
  })
  await noteConsent(tx, projectId, id, ip)
  return { ...account, id, roleId, roleSystem: 3, status: 'active' }
}

/**
 * Signs in with a mobile code; a number nobody has answers like a wrong code, unless the project lets strangers
 * enter: then it becomes a learner's, never joined to an account that is there already.
 */
export async function signInByMobile(
  app: AppContext,
  projectId: string,
  form: CodeForm & { agreement?: boolean },
  visitor: Visitor,
): Promise<string> {
  assertMobile(form.mobile)
  await checkCode(app.db, app.secrets, { ...form, purpose: 'login' }, visitor.ip)
  const account = await byMobile(app, projectId, form.mobile)
  const stranger = account === null && (await getSettings(app.db, projectId)).loginAsRegister
  if (!stranger && account?.status !== 'active') refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
  if (stranger && !form.agreement) refuse(registerRefusals.agreeFirst, {}, 'agreement')
  // Nobody knows a newcomer's password: one is set by mobile code.
  const passwordHash = stranger ? await hashPassword(randomBytes(32).toString('hex')) : ''
  return app.db.begin(async (tx) => {
    await useCode(tx, form.codeToken)
    const { mobile } = form
    if (account) await lockProved(tx, app.secrets, account.id, mobile)
    const who = account ?? (await admit(tx, app.secrets, { projectId, mobile, passwordHash }, visitor.ip))
    return openSession(tx, who, visitor)
  })
}

/** Sets a new password with a mobile code and ends every session of the account; the old one is no new one. */
export async function resetPassword(
  app: AppContext,
  projectId: string,
  form: CodeForm & { password: string },
  visitor: Visitor,
): Promise<null> {
  assertMobile(form.mobile)
  assertPassword(form.password, [form.mobile])
  await checkCode(app.db, app.secrets, { ...form, purpose: 'forget' }, visitor.ip)
  const account = await byMobile(app, projectId, form.mobile)
  if (account?.status !== 'active') return refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
  assertPassword(form.password, [form.mobile, account.loginName])
  if (await passwordMatches(form.password, account.passwordHash)) {
    refuse(accountRefusals.passwordSame, {}, 'password')
  }
  const passwordHash = await hashPassword(form.password)
  await app.db.begin(async (tx) => {
    await useCode(tx, form.codeToken)
    await lockProved(tx, app.secrets, account.id, form.mobile)
    await changePassword(tx, account.id, passwordHash)
    await endSessionsOf(tx, account.id)
    await audit(tx, {
      by: { accountId: account.id, projectId },
      action: 'account.resetPassword',
      subjectKind: 'account',
      subjectId: account.id,
    })
  })
  return null
}
