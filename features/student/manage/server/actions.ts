import { randomBytes } from 'node:crypto'
import { isIdCard, isMobile, longIdCard, maskIdCard, maskMobile } from '../../../../contract/identity.ts'
import { nameKey } from '../../../../contract/normalize.ts'
import { digitsOf, spokenCode } from '../../../../contract/spokenCode.ts'
import { type Bilingual, commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Pool, Tx } from '../../../../server/db.ts'
import { CarrierRefused } from '../../../../server/channels/carrier.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { badInput } from '../../../../server/input.ts'
import { hashPassword } from '../../../../server/password.ts'
import { assertCurrent } from '../../../../server/revision.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Session } from '../../../../server/session.ts'
import { oneTimePassword } from '../../../account/manage/server/actions.ts'
import {
  askForPassword,
  changeFace,
  type Doubt,
  giveAccess,
  replaceMobile,
} from '../../../account/server/actions.ts'
import { consumeAttempt } from '../../../rateLimit/server/actions.ts'
import { assertProfile } from '../../../project/register/server/actions.ts'
import { joinUnit, putIntoUnit } from '../../../unit/server/actions.ts'
import { createLearner, identityColumns, placeInUnit, visible } from '../../server/actions.ts'
import { studentRefusals } from '../../contract.ts'
import { manageRefusals, type VerifyStatus } from '../contract.ts'
import { type EditableKey, editableFields } from '../rules.ts'
import { profileEdits } from './edits.ts'

export interface NewLearner {
  realName: string
  cardNumber: string
  mobile: string
  unitId?: string
  personnelCategory?: string
}

/** A session limited to a unit adds learners only to it. */
async function unitOf(tx: Tx, session: Session, wanted: string | undefined): Promise<string | null> {
  const unitId = wanted ?? (session.scope.unitPath === null ? null : session.unitId)
  return unitId === null ? null : putIntoUnit(tx, session, unitId)
}

/**
 * Adds a learner, under a login name made of the mobile number, with a password shown once. Refuses (422, the
 * field named) an ID or number that is none or that somebody has, and a unit that takes nobody new.
 */
export async function saveStudent(
  db: Pool,
  secrets: Secrets,
  session: Session,
  form: NewLearner,
): Promise<{ accountId: string; loginName: string; password: string }> {
  const { realName, cardNumber, mobile, personnelCategory } = form
  if (!isIdCard(cardNumber))
    throw badInput('cardNumber', { zh: '身份证号不正确，请核对', en: 'is not a valid ID card number' })
  if (!isMobile(mobile))
    throw badInput('mobile', { zh: '应为 11 位手机号', en: 'must be an 11-digit mobile number' })
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  return db.begin(async (tx) => {
    const { projectId } = session
    await assertProfile(tx, projectId, [{ key: 'personnelCategory', required: false }], { personnelCategory })
    const unitId = await unitOf(tx, session, form.unitId)
    // A name nobody chose: the learner signs in by number as well.
    const loginName = spokenCode(digitsOf(randomBytes(8).readBigUInt64BE(), 11))
    const { accountId } = await createLearner(tx, secrets, {
      projectId,
      unitId,
      loginName,
      userName: realName,
      passwordHash,
      mobile,
      profile: { realName, cardNumber, personnelCategory: personnelCategory ?? null },
    })
    await askForPassword(tx, accountId)
    await giveAccess(tx, session.accountId, accountId)
    await audit(tx, {
      by: session,
      action: 'student.create',
      subjectKind: 'account',
      subjectId: accountId,
      after: { realName, cardNumber: maskIdCard(longIdCard(cardNumber)), mobile: maskMobile(mobile), unitId },
    })
    return { accountId, loginName, password }
  })
}

interface Stored {
  version: number
  userName: string
  mobileMask: string | null
  [field: string]: unknown
}

type ProfileChange = { accountId: string; version: number } & {
  [K in EditableKey]?: string | null | undefined
}

/** Returns the one who changed a profile last, for the other of two editors. */
async function lastEditor(tx: Tx, accountId: string): Promise<string | Bilingual> {
  const [row] = await tx`
    select a.user_name as name from operation_logs l join accounts a on a.id = l.actor_id
    where l.subject_kind = 'account' and l.subject_id = ${accountId}
      and l.action in ('student.change', 'student.verify', 'correction.apply', 'correction.undo', 'account.completeInfo')
    order by l.created_at desc, l.id desc limit 1`
  return (row?.name as string | undefined) ?? { zh: '系统', en: 'The system' }
}

/**
 * Changes fields of a profile; what is not given stays. Refuses (409) when somebody has changed it since the version
 * that was read, and (422, the field named) what the catalogue does not take. An unchanged field is no change.
 */
export async function updateStudentInfo(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  { accountId, version, ...given }: ProfileChange,
): Promise<{ version: number }> {
  const columns = editableFields.filter(({ key }) => key !== 'mobile').map(({ key }) => key)
  const [stored] = await tx<Stored[]>`
    select s.version, a.user_name, a.mobile_mask, ${tx(columns.map((key) => `s.${key}`))}
    from accounts a join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${visible(tx, session.scope)} for update of a, s`
  if (!stored) {
    const [account] = await tx`
      select 1 from accounts a left join units u on u.id = a.unit_id where a.id = ${accountId}
        and ${visible(tx, session.scope)}`
    refuse(account ? manageRefusals.noProfile : commonRefusals.notFound)
  }
  const edits = () => profileEdits(tx, session.projectId)
  await assertCurrent(tx, edits, { id: accountId, name: stored.userName, revision: stored.version }, version)
  const keys = editableFields.map(({ key }) => key).filter((key) => given[key] !== undefined)
  const typed = Object.fromEntries(keys.map((key) => [key, given[key] ?? '']))
  await assertProfile(
    tx,
    session.projectId,
    keys.map((key) => ({ key, required: key === 'mobile' })),
    typed,
  )
  const { mobile, ...rest } = given
  const changes = Object.fromEntries(
    Object.entries(rest)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, value || null] as const)
      .filter(([key, value]) => value !== (stored[key] ?? null)),
  )
  if (mobile) await replaceMobile(tx, secrets, session.accountId, accountId, mobile)
  const isChanged = Boolean(mobile) || Object.keys(changes).length > 0
  if (!isChanged) return { version }
  const [row] = await tx`
    update students set ${tx({ ...changes, version: version + 1 })} where account_id = ${accountId} returning version`
  await audit(tx, {
    by: session,
    action: 'student.change',
    subjectKind: 'account',
    subjectId: accountId,
    before: {
      ...Object.fromEntries(Object.keys(changes).map((key) => [key, stored[key] ?? null])),
      ...(mobile ? { mobile: stored.mobileMask } : {}),
    },
    after: { ...changes, ...(mobile ? { mobile: maskMobile(mobile) } : {}), revision: version + 1 },
  })
  return { version: row!.version as number }
}

/** The authority's answer about a pair; refuses (503) when there is none. */
async function askAuthority(
  { channels, log }: Pick<AppContext, 'channels' | 'log'>,
  pair: { realName: string; cardNumber: string },
): Promise<boolean> {
  try {
    return await channels.identity!.matches(pair)
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error
    log.warn({ code: error.code }, 'the identity authority gave no answer')
    return refuse(manageRefusals.authoritySilent)
  }
}

/**
 * Returns whether a name and an ID belong together: a sound ID, nobody else's name beside it in our records,
 * and, where there is an authority to query, its answer. Yes or no and nothing else, with an hourly limit.
 */
export async function checkIdcard(
  app: Pick<AppContext, 'db' | 'secrets' | 'channels' | 'log'>,
  session: Session,
  pair: { realName: string; cardNumber: string },
): Promise<boolean> {
  const { db, secrets, channels } = app
  await consumeAttempt(db, 'identity', session.accountId, manageRefusals.tooManyChecks)
  if (!isIdCard(pair.cardNumber)) return false
  const cardNumber = longIdCard(pair.cardNumber)
  const [known] = await db`
    select real_name from students
    where project_id = ${session.projectId} and card_index = ${secrets.blindIndex('card', cardNumber)}`
  if (known && nameKey(known.realName as string) !== nameKey(pair.realName)) return false
  if (channels.identity) return askAuthority(app, { realName: pair.realName, cardNumber })
  return known !== undefined
}

/**
 * Has a learner's name and ID checked by the authority and stores the result. Refuses (409) a learner without them, and
 * one whose profile changed while the authority was queried. Without an authority nothing is known, and nothing
 * changes.
 */
export async function verifyStudent(
  app: Pick<AppContext, 'db' | 'secrets' | 'channels' | 'log'>,
  session: Session,
  accountId: string,
): Promise<VerifyStatus> {
  const { db, secrets, channels } = app
  const [stored] = await db<
    { realName: string | null; cardSealed: Buffer | null; version: number; status: VerifyStatus }[]
  >`
    select s.real_name, s.card_sealed, s.version, s.verify_status as status
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${visible(db, session.scope)}`
  if (!stored) refuse(commonRefusals.notFound)
  if (!stored.realName || !stored.cardSealed) refuse(manageRefusals.noProfile)
  if (!channels.identity) refuse(manageRefusals.noAuthority)
  await consumeAttempt(db, 'identity', `verify ${session.accountId}`, manageRefusals.tooManyChecks)
  const cardNumber = secrets.open('students.card', accountId, stored.cardSealed)
  const status = (await askAuthority(app, { realName: stored.realName, cardNumber })) ? 'verified' : 'failed'
  await db.begin(async (tx) => {
    const [row] = await tx`
      update students set verify_status = ${status}, version = version + 1
      where account_id = ${accountId} and version = ${stored.version} returning version`
    if (!row) refuse(manageRefusals.changedMeanwhile, { name: await lastEditor(tx, accountId) })
    await audit(tx, {
      by: session,
      action: 'student.verify',
      subjectKind: 'account',
      subjectId: accountId,
      before: { verifyStatus: stored.status },
      after: { verifyStatus: status },
    })
  })
  return status
}

/** True if a learner may pay less for a class in a unit than where they are known to belong. */
export async function paysLessIn(db: Db, accountId: string, unitId: string): Promise<boolean> {
  const [row] = await db<{ less: boolean }[]>`
    select undercuts(${unitId}, known_unit(a)) as less from accounts a where a.id = ${accountId}`
  return row!.less
}

/**
 * Puts a learner into another unit, or out of every one; by one person alone another has to confirm it, where the learner
 * may pay less there, whenever that is. Refuses (422) a unit that takes nobody new; one that was merged since it was chosen
 * resolves to its successor.
 */
export async function moveToUnit(
  tx: Tx,
  { projectId, accountId }: { projectId: string; accountId: string },
  wanted: string | null,
  doubt: Doubt | null = null,
): Promise<void> {
  const unitId = wanted === null ? null : await joinUnit(tx, projectId, wanted)
  await placeInUnit(tx, accountId, unitId, doubt)
}

/** Gives a learner another name and ID, no longer verified. Refuses (422) an ID that somebody in the project has. */
export async function changeIdentity(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  pair: { realName: string; cardNumber: string },
): Promise<void> {
  const { realName } = pair
  const columns = {
    ...identityColumns(secrets, accountId, realName, pair.cardNumber),
    verifyStatus: 'unverified',
  }
  await changeFace(tx, accountId, { userName: realName })
  try {
    await tx.savepoint(
      (inner) => inner`
        update students set ${inner(columns)}, version = version + 1 where account_id = ${accountId}`,
    )
  } catch (error) {
    if ((error as { code?: string }).code === '23505') refuse(studentRefusals.cardTaken, {}, 'cardNumber')
    throw error
  }
}
