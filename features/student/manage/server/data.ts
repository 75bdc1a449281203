import { asStored } from '../../../../contract/spokenCode.ts'
import { type Static, Type } from 'typebox'
import { type InputOf } from '../../../../contract/call.ts'
import { longIdCard } from '../../../../contract/identity.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Scope, Session } from '../../../../server/session.ts'
import { personalPicturePath } from '../../../file/server/actions.ts'
import { type ProfileKey, profileFields, registerFieldsOf } from '../../../project/register/rules.ts'
import { isUnconfirmed, learnersNamed } from '../../../account/server/actions.ts'
import { importedIn } from '../../../import/server/actions.ts'
import { pathInScope } from '../../../unit/server/actions.ts'
import { visible } from '../../server/actions.ts'
import { StudentDetail, StudentRow, type studentManageCalls } from '../contract.ts'
import { editableFields, soughtOf } from '../rules.ts'

const column = (key: string) =>
  key === 'photo' ? 's.photo_key' : `s.${key.replace(/[A-Z]/g, '_$&').toLowerCase()}`

/** The column a profile field is stored in. */
function placeOf(key: ProfileKey): string {
  if (key === 'cardNumber') return 's.card_index'
  if (key === 'mobile') return 'a.mobile_index'
  return key === 'unitId' ? 'a.unit_id' : column(key)
}

/** The fields the project requires of its learners. */
async function requiredFields(db: Db, projectId: string): Promise<ProfileKey[]> {
  const [row] = await db<{ fields: { key: string; required: boolean }[] | null }[]>`
    select register_fields as fields from projects where id = ${projectId}`
  return registerFieldsOf(row?.fields ?? null)
    .filter((field) => field.required)
    .map((field) => field.key)
}

/** The ids of a unit in scope and of all below it. */
async function unitsBelow(db: Db, scope: Scope, unitId: string): Promise<string[]> {
  const rows = await db`
    select u.id from units u where starts_with(u.path, ${pathInScope(db, scope, unitId)})`
  return rows.map((row) => row.id as string)
}

/**
 * The accounts that match a keyword: found only by indexes, the newest ten thousand of them. A number is never
 * matched partially.
 */
function sought(db: Db, secrets: Secrets, scope: Scope, keyword: string): Fragment {
  const { projectId } = scope
  const what = soughtOf(keyword)
  if (what === 'mobile') return db`a.mobile_index = ${secrets.blindIndex('mobile', keyword)}`
  if (what === 'card') {
    return db`a.id = (select account_id from students where project_id = ${projectId}
      and card_index = ${secrets.blindIndex('card', longIdCard(keyword))})`
  }
  return db`a.id = any(array(
    (${learnersNamed(db, scope, keyword)})
    union all
    select id from accounts where project_id = ${projectId} and lower(login_name) = any(${[keyword.toLowerCase(), asStored(keyword)]})
      and status <> 'deleted'))`
}

type Query = InputOf<(typeof studentManageCalls)['findPageList']>

/** The filters that are given, and whether they look into the profile. */
async function filtersOf(db: Db, secrets: Secrets, scope: Scope, input: Query, required: ProfileKey[]) {
  const { keyword, mobile, card, unitId, personnelCategory, status, verifyStatus, complete, wechat } = input
  const units = unitId ? await unitsBelow(db, scope, unitId) : null
  const lacks = required.map((key) => db`${db(placeOf(key))} is null`)
  const lacking = lacks.length > 0 ? lacks.reduce((all, one) => db`${all} or ${one}`) : db`false`
  const ofProfile = [
    personnelCategory && db`s.personnel_category = ${personnelCategory}`,
    verifyStatus && db`coalesce(s.verify_status, 'unverified') = ${verifyStatus}`,
    complete && (complete === 'no' ? db`(${lacking})` : db`not (${lacking})`),
  ].filter((part) => typeof part === 'object')
  const ofAccount = [
    keyword && sought(db, secrets, scope, keyword),
    mobile && db`a.mobile_index = ${secrets.blindIndex('mobile', mobile)}`,
    card &&
      db`a.id = (select account_id from students where project_id = ${scope.projectId}
        and card_index = ${secrets.blindIndex('card', longIdCard(card))})`,
    units && db`a.unit_id = any(${units}::uuid[])`,
    input.importId && importedIn(db, scope, input.importId),
    status && db`a.status = ${status}`,
    wechat && (wechat === 'yes' ? db`a.wechat_open_id is not null` : db`a.wechat_open_id is null`),
    input.unconfirmed &&
      (input.unconfirmed === 'yes'
        ? isUnconfirmed(db)
        : db`(a.unit_id is not null and ${isUnconfirmed(db)} is not true)`),
    input.createdFrom && db`a.created_at >= ${input.createdFrom}`,
    input.createdTo && db`a.created_at < ${input.createdTo}`,
  ].filter((part) => typeof part === 'object')
  return { all: [...ofAccount, ...ofProfile], needsProfile: ofProfile.length > 0 }
}

const Row = Type.Interface([Type.Omit(StudentRow, ['missing'])], {
  present: Type.Array(Type.Boolean()),
})

const present = (db: Db) => {
  const parts = profileFields.map(({ key }) => db`${db(placeOf(key))} is not null`)
  return db`array[${parts.reduce((all, one) => db`${all}, ${one}`)}]`
}

const columns = (db: Db) => db`
  a.id, a.login_name, coalesce(s.real_name, a.user_name) as real_name, s.account_id is not null as has_profile,
  s.card_mask, a.mobile_mask, a.unit_id, u.name as unit_name, coalesce(${isUnconfirmed(db)}, false) as unconfirmed, s.personnel_category, a.status,
  coalesce(s.verify_status, 'unverified') as verify_status, a.wechat_open_id is not null as wechat_bound,
  ${present(db)} as present, a.last_login_at, a.created_at`

function withMissing<R extends { present: boolean[] }>({ present: has, ...row }: R, required: ProfileKey[]) {
  const missing = profileFields
    .filter(({ key }, i) => required.includes(key) && !has[i])
    .map(({ key }) => key)
  return { ...row, missing }
}

/**
 * A page of learners in scope, the newest first; it continues after a learner where one is named. Refuses (422) pages
 * beyond the counted rows.
 */
export async function pageStudents(
  db: Db,
  secrets: Secrets,
  scope: Scope,
  input: Query,
): Promise<{ total: number; list: StudentRow[] }> {
  const { after } = input
  const required = await requiredFields(db, scope.projectId)
  const { all, needsProfile } = await filtersOf(db, secrets, scope, input, required)
  // What no condition names is joined for the rows of the page alone.
  const parts: [isNamed: boolean, join: Fragment][] = [
    [scope.unitPath !== null, db`left join units u on u.id = a.unit_id`],
    [needsProfile, db`left join students s on s.account_id = a.id`],
  ]
  const joined = (wanted: boolean) =>
    parts.filter(([isNamed]) => isNamed === wanted).reduce((joins, [, join]) => db`${joins} ${join}`, db``)
  const { total, list } = await page(db, Row, input, {
    columns: columns(db),
    key: db`a.id`,
    from: db`accounts a ${joined(true)}`,
    join: joined(false),
    where: [visible(db, scope), ...all],
    after: after !== undefined && db`a.id < ${after}`,
    sorts: { unitId: db`a.unit_id`, lastLoginAt: db`a.last_login_at`, createdAt: db`a.created_at` },
    maybeNull: ['unitId', 'lastLoginAt'],
    orderBy: db`a.id desc`,
    capped: true,
  })
  return { total, list: list.map((row) => withMissing(row, required)) }
}

const keys = editableFields.filter(({ key }) => key !== 'mobile').map(({ key }) => key)

const FullRow = Type.Interface([Row], {
  gender: Type.Union([Type.String(), Type.Null()]),
  birthDate: Type.Union([Type.String(), Type.Null()]),
  photoKey: Type.Union([Type.String(), Type.Null()]),
  profile: StudentDetail.properties.profile,
  mustChangePassword: Type.Boolean(),
  roles: StudentDetail.properties.roles,
  sessions: StudentDetail.properties.sessions,
  openCorrections: Type.Integer(),
  openExceptions: Type.Integer(),
  version: Type.Integer(),
})

/** One learner in scope with all that is the person's own, or a refusal 404. */
export async function getStudent(
  db: Db,
  secrets: Secrets,
  reader: Pick<Session, 'accountId' | 'scope'>,
  accountId: string,
): Promise<Static<typeof StudentDetail>> {
  const { scope } = reader
  const required = await requiredFields(db, scope.projectId)
  const profile = keys.map((key) => db`${key}::text, ${db(column(key))}::text`)
  const rows = await db`
    select ${columns(db)}, s.gender, s.birth_date::text, coalesce(s.photo_key, a.image_key) as photo_key,
      json_build_object(${profile.reduce((all, one) => db`${all}, ${one}`)}) as profile,
      a.must_change_password, coalesce(s.version, 1) as version,
      (select json_agg(json_build_object('roleName', g.role_name, 'unitName', g.unit_name)) from (
        select r.role_name, u.name as unit_name from roles r where r.id = a.role_id
        union all
        select r.role_name, x.name from account_roles h join roles r on r.id = h.role_id
          left join units x on x.id = h.unit_id where h.account_id = a.id) g) as roles,
      coalesce((select json_agg(json_build_object('id', v.id, 'ip', v.ip, 'agent', v.agent, 'since', v.created_at)
          order by v.created_at desc) from (
        select v.* from sessions v where v.account_id = a.id and v.viewed_from is null and v.revoked_at is null
          and not v.awaits_factor and v.idle_until > moment() and v.expires_at > moment()
          and v.created_at >= a.sessions_from order by v.created_at desc limit 20) v), '[]') as sessions,
      (select count(*) from corrections c join approvals p on p.id = c.id
        where c.account_id = a.id and p.status in ('proposed', 'approved'))
        as open_corrections,
      (select count(*) from exception_registers e where e.account_id = a.id and is_unsettled(e.status))
        as open_exceptions
    from accounts a left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
    where a.id = ${accountId} and ${visible(db, scope)}`
  const row = rowOf(FullRow, rows) ?? refuse(commonRefusals.notFound)
  const { photoKey, ...rest } = row
  return { ...withMissing(rest, required), imagePath: personalPicturePath(secrets, reader, photoKey) }
}
