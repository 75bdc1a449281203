import { randomBytes } from 'node:crypto'
import { longIdCard, maskIdCard, readIdCard } from '../../../contract/identity.ts'
import { refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { hashPassword } from '../../../server/password.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import {
  changeUnit,
  createAccount,
  createAccounts,
  type Doubt,
  endSessionsOf,
  giveAccess,
  type NewAccount,
} from '../../account/server/actions.ts'
import { studentRefusals } from '../contract.ts'

export { loginNameOf } from './loginName.ts'

/** Learners `a` in scope, with their unit as `u`: accounts whose own role is a learner's, with a profile or still without. */
export const visible = (db: Db, scope: Scope): Fragment => db`
  a.status <> 'deleted' and a.role_id = any(array(
    select id from roles where project_id = ${scope.projectId} and role_system = 3))
  and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}`

/**
 * Puts a learner into a unit that takes them, or out of every one, profile and account alike; with a doubt, another than
 * the mover has to confirm it where they may pay less. Their sessions end, since each is for a unit.
 */
export async function placeInUnit(
  tx: Tx,
  accountId: string,
  unitId: string | null,
  doubt: Doubt | null = null,
): Promise<void> {
  await changeUnit(tx, accountId, unitId, doubt)
  await tx`update students set unit_id = ${unitId}, version = version + 1 where account_id = ${accountId}`
  await endSessionsOf(tx, accountId)
}

interface NewStudent {
  accountId: string
  projectId: string
  unitId: string | null
  realName: string
  /** A valid citizen ID of 15 or 18 characters; it is stored with 18. */
  cardNumber: string
  personnelCategory: string | null
  /** Whatever else is known of the learner, by the columns of the profile. */
  further?: Readonly<Record<string, string>>
}

/** Name and ID as a profile stores them; birth date and sex are read from the ID. */
export function identityColumns(secrets: Secrets, accountId: string, realName: string, given: string) {
  const cardNumber = longIdCard(given)
  return {
    realName,
    nameBigrams: bigramsOf(realName),
    ...readIdCard(cardNumber),
    cardSealed: secrets.seal('students.card', accountId, cardNumber),
    cardIndex: secrets.blindIndex('card', cardNumber),
    cardMask: maskIdCard(cardNumber),
  }
}

/** Creates a learner's profile; birth date and sex are read from the ID. An ID in use is refused with its field. */
export async function createStudent(tx: Tx, secrets: Secrets, student: NewStudent): Promise<void> {
  const { cardNumber: given, further = {}, ...columns } = student
  const [row] = await tx`insert into students ${tx({
    ...columns,
    ...further,
    ...identityColumns(secrets, student.accountId, student.realName, given),
  })} on conflict do nothing returning account_id`
  if (!row) refuse(studentRefusals.cardTaken, {}, 'cardNumber')
}

/** Moves the profiles of a unit's learners to another unit. For a merge of units. */
export async function moveStudents(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update students set unit_id = ${toId} where unit_id = ${fromId}`
}

async function createStudents(
  tx: Tx,
  secrets: Secrets,
  students: readonly ImportedLearner[],
  of: { projectId: string; ids: ReadonlyMap<string, string> },
): Promise<void> {
  if (students.length === 0) return
  const all = students.map(({ account: { loginName, unitId, userName }, profile, cardNumber }) => {
    const accountId = of.ids.get(loginName)!
    const identity = identityColumns(secrets, accountId, userName, cardNumber)
    return { ...profile, ...identity, accountId, projectId: of.projectId, unitId } as Record<string, unknown>
  })
  // Each field that one of them has is given for all.
  const fields = new Set(all.flatMap((student) => Object.keys(student)))
  const rows = all.map((student) =>
    Object.fromEntries([...fields].map((field) => [field, student[field] ?? null])),
  )
  await tx`insert into students ${tx(rows as never[])}`
}

async function learnerRole(tx: Tx, projectId: string): Promise<string> {
  const [role] = await tx`
    select id from roles
    where project_id = ${projectId} and role_system = 3 and deleted_at is null order by id limit 1`
  return role!.id as string
}

export interface NewLearner extends Omit<NewAccount, 'roleId'> {
  /** Null while nothing is known of the learner but the account. */
  profile: Omit<NewStudent, 'accountId' | 'projectId' | 'unitId'> | null
}

/** Creates a learner of a project: an account, and a profile where there is one. Refuses as those do. */
export async function createLearner(
  tx: Tx,
  secrets: Secrets,
  learner: NewLearner,
): Promise<{ accountId: string; roleId: string }> {
  const { profile, ...account } = learner
  const { projectId, unitId } = account
  const roleId = await learnerRole(tx, projectId)
  const accountId = await createAccount(tx, secrets, { ...account, roleId })
  if (profile) await createStudent(tx, secrets, { ...profile, accountId, projectId, unitId })
  return { accountId, roleId }
}

let unknownPassword: Promise<string> | undefined

/** Nobody knows it: a password is set by mobile code, after the first sign-in or before. */
export const passwordOfNobody = () => (unknownPassword ??= hashPassword(randomBytes(32).toString('hex')))

/** A learner whose name and numbers were checked before. */
interface ImportedLearner {
  account: Pick<NewAccount, 'loginName' | 'userName' | 'unitId' | 'mobile'>
  cardNumber: string
  /** Whatever else is known, by the columns of the profile. */
  profile: Readonly<Record<string, string>>
}

/**
 * Creates learners at once, in as many statements for one as for all; returns their ids by login name, without those
 * whose name or number is in use. Who entered a number gave access by it. An ID in use refuses the whole batch.
 */
export async function createLearners(
  tx: Tx,
  secrets: Secrets,
  { giverId, ...of }: { projectId: string; passwordHash: string; giverId: string },
  learners: readonly ImportedLearner[],
): Promise<Map<string, string>> {
  const accounts = learners.map(({ account }) => account)
  const roleId = await learnerRole(tx, of.projectId)
  const ids = await createAccounts(tx, secrets, { ...of, roleId }, accounts)
  const reached = accounts.flatMap(({ loginName, mobile }) => (mobile && ids.get(loginName)) || [])
  await giveAccess(tx, giverId, ...reached)
  const created = learners.filter(({ account }) => ids.has(account.loginName))
  await createStudents(tx, secrets, created, { projectId: of.projectId, ids })
  return ids
}

/** The profile fields stored as entered. */
const fields = {
  nation: 'nation',
  politicalStatus: 'political_status',
  education: 'education',
  degree: 'degree',
  titleLevel: 'title_level',
  jobTitle: 'job_title',
  personnelCategory: 'personnel_category',
  schoolName: 'school_name',
  major: 'major',
  workPlace: 'work_place',
  workSince: 'work_since',
} as const

/**
 * Updates fields of existing profiles of the given unit; returns the previous values by account.
 * What is not of that unit any more is left out and stays as it is.
 */
export async function updateProfiles(
  tx: Tx,
  changes: readonly {
    accountId: string
    unitId: string
    profile: Readonly<Partial<Record<keyof typeof fields, string>>>
  }[],
): Promise<Map<string, object>> {
  const before = new Map<string, object>()
  for (const { accountId, unitId, profile } of changes) {
    const [stored] = await tx`
      select ${tx(Object.values(fields))} from students
      where account_id = ${accountId} and unit_id = ${unitId} for update`
    if (!stored) continue
    const given = Object.keys(profile)
    before.set(accountId, Object.fromEntries(given.map((field) => [field, stored[field] ?? null])))
    if (given.length === 0) continue
    await tx`
      update students set ${tx(profile as Record<string, string>)}, version = version + 1
      where account_id = ${accountId}`
  }
  return before
}

/** Takes everything personal from the profile of a closed account; its ID is free for a new registration. */
export async function eraseStudent(
  tx: Tx,
  { accountId, name }: { accountId: string; name: string },
  secrets: Secrets,
): Promise<void> {
  await tx`
    update students set ${tx({
      realName: name,
      nameBigrams: bigramsOf(name),
      cardSealed: secrets.seal('students.card', accountId, ''),
      // Of no number: unique, and found by none.
      cardIndex: secrets.blindIndex('card', `closed ${accountId}`),
      cardMask: '',
      verifyStatus: 'unverified',
      photoKey: null,
      ...Object.fromEntries(['gender', 'birthDate', ...Object.keys(fields)].map((field) => [field, null])),
    })}, version = version + 1
    where account_id = ${accountId}`
}
