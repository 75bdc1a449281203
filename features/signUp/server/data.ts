import { type Static, Type } from 'typebox'
import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import { OpenSignUp, SignUp, type signUpCalls, SignUpForm, SignUpRow } from '../contract.ts'
import { type SignUpKind, signUpKinds, signUpPermission } from '../rules.ts'

/** Reader of the back office: what they may see, and of which kinds. */
export type Reader = Pick<Session, 'scope' | 'menus'>

/** Kinds of sign-ups whose page, or button of it, a caller holds. */
export const kindsOf = (
  { menus }: Pick<Session, 'menus'>,
  button?: Parameters<typeof signUpPermission>[1],
): SignUpKind[] => signUpKinds.filter((kind) => menus.has(signUpPermission(kind, button)))

/** Units of a sign-up `s`. */
const units = (db: Db): Fragment => db`
  select t.unit_id, x.path, x.name from sign_up_units t join units x on x.id = t.unit_id where t.sign_up_id = s.id`

/** The condition that a reader has a sign-up `s`: a unit those opened for it or for units around or below. */
const visible = (db: Db, reader: Reader): Fragment => {
  const { projectId, unitPath } = reader.scope
  return db`
  (s.project_id = ${projectId} and s.status <> 'deleted' and s.kind = any(${kindsOf(reader)}) ${
    unitPath === null
      ? db``
      : db`and s.status <> 'draft' and (not exists (${units(db)})
          or exists (select from (${units(db)}) m where ${unitPath} ^@ m.path or m.path ^@ ${unitPath}))`
  })`
}

/** The condition that a sign-up `s` is for a person with a profile `t` and a unit `u`. */
const isFor = (db: Db): Fragment => db`coalesce(
  (s.personnel_categories = '{}' or t.personnel_category = any(s.personnel_categories))
  and (s.regions = '{}' or s.regions && regions_around(u.region))
  and (not exists (${units(db)}) or exists (select from (${units(db)}) m where u.path ^@ m.path and u.id = a.member_unit_id)), false)`

/** Counts of a scope’s applications for a sign-up `s`, as `n`. */
const counted = (db: Db, scope: Scope): Fragment => db`
  cross join lateral (
    select count(*) filter (where p.status = 'applied')::int as applied,
      count(*) filter (where p.status = 'approved')::int as approved,
      count(*) filter (where p.status = 'confirmed')::int as confirmed
    from sign_up_applications p left join units u on u.id = p.unit_id
    where p.sign_up_id = s.id and ${inScope(db, scope, { project: 'p.project_id', unitPath: 'u.path' })}) n`

const rowColumns = (db: Db, { scope }: Reader): Fragment => db`
  s.id, s.kind, s.title, s.status, s.opens_at, s.closes_at, s.fee, (
    select (p.after ->> 'fee')::bigint from approvals p
    where p.subject_id = s.id and p.kind = 'signUpFee' and p.status = 'proposed' and ${scope.unitPath === null}) as proposed_fee,
  s.quota, s.taken, n.applied, n.approved, n.confirmed, s.revision, s.created_at`

/** Sign-ups of a reader, newest first. */
export function pageSignUps(
  db: Db,
  reader: Reader,
  input: InputOf<typeof signUpCalls.findSignUps>,
): Promise<OutputOf<typeof signUpCalls.findSignUps>> {
  return page(db, SignUpRow, input, {
    columns: rowColumns(db, reader),
    key: db`s.id`,
    from: db`sign_ups s ${counted(db, reader.scope)}`,
    where: [
      visible(db, reader),
      input.kind && db`s.kind = ${input.kind}`,
      input.status && db`s.status = ${input.status}`,
      input.keyword && nameContains(db, db`s.title`, input.keyword),
      input.id && db`s.id = ${input.id}`,
    ],
    sorts: {
      title: db`s.title`,
      status: db`s.status`,
      opensAt: db`s.opens_at`,
      closesAt: db`s.closes_at`,
      fee: db`s.fee`,
      quota: db`s.quota`,
      taken: db`s.taken`,
      applied: db`n.applied`,
      approved: db`n.approved`,
      confirmed: db`n.confirmed`,
      createdAt: db`s.created_at`,
    },
    orderBy: db`s.id desc`,
  })
}

const fields = (db: Db): Fragment => db`
  (select f.fields from sign_up_forms f where f.sign_up_id = s.id and f.version = s.form_version) as fields`

/** Subjects of a sign-up `s` with their sessions, for its staff with marks and rooms. */
const subjects = (db: Db, marks: Fragment, rooms: Fragment): Fragment => db`
  coalesce((select json_agg(json_build_object('id', j.id, 'name', j.name, ${marks} 'sessions', coalesce((
      select json_agg(json_strip_nulls(json_build_object('id', x.id, 'startsAt', x.starts_at, 'endsAt', x.ends_at, 'rooms', ${rooms}))
        order by x.sort)
      from sign_up_sessions x where x.subject_id = j.id), '[]')) order by j.sort)
    from sign_up_subjects j where j.sign_up_id = s.id), '[]') as subjects`

const getOne = (db: Db, reader: Reader, id: string) => db`
  select ${rowColumns(db, reader)}, s.introduction, s.personnel_categories, s.regions, s.form_version, ${fields(db)},
    is_first_day(s.published_at), exists (select from sign_up_applications p where p.sign_up_id = s.id) as is_taken,
    ${subjects(db, db`'fullScore', j.full_score, 'passScore', j.pass_score,`, db`x.rooms`)}, array(select m.unit_id from (${units(db)}) m order by m.unit_id) as unit_ids,
    coalesce((select json_agg(json_build_object('id', m.unit_id, 'name', m.name) order by m.name) from (${units(db)}) m), '[]') as units
  from sign_ups s ${counted(db, reader.scope)} where s.id = ${id} and ${visible(db, reader)}`

/** One sign-up of a reader; refuses 404. */
export async function getSignUp(db: Db, reader: Reader, id: string): Promise<SignUp> {
  return rowOf(SignUp, await getOne(db, reader, id)) ?? refuse(commonRefusals.notFound)
}

/** Locks a sign-up of a reader and reads it; refuses 404. */
export async function lockSignUp(tx: Tx, reader: Reader, id: string): Promise<SignUp> {
  await tx`select from sign_ups where id = ${id} and project_id = ${reader.scope.projectId} for no key update`
  return getSignUp(tx, reader, id)
}

/** Titles of sign-ups of a reader, by id. */
export async function nameSignUps(
  db: Db,
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<{ id: string; title: string }[]>`
    select s.id, s.title from sign_ups s where s.id = any(${ids as string[]}::uuid[]) and ${visible(db, reader)}`
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The sign-up that a request made; null before it did. */
export async function findMade(
  db: Db,
  { projectId }: { projectId: string },
  requestKey: string,
): Promise<string | null> {
  const [made] = await db<{ id: string }[]>`
    select id from sign_ups where project_id = ${projectId} and request_key = ${requestKey}`
  return made?.id ?? null
}

/** Reader of the portal: a learner, or anybody of a project. */
export interface Visitor {
  projectId: string
  /** Null where the reader is no learner. */
  accountId: string | null
}

/** A sign-up `s` as a person `a` finds it, with what keeps them from applying as `obstacle`. */
export const offered = (db: Db, accountId: string | null | Fragment): Fragment => db`
  sign_ups s left join accounts a on a.id = ${accountId} left join students t on t.account_id = a.id
  left join units u on u.id = a.unit_id
  left join sign_up_applications mine on mine.sign_up_id = s.id and mine.account_id = a.id
    and mine.status in ('applied', 'approved', 'confirmed')
  cross join lateral (select case when s.status <> 'open' then 'notOpen' when moment() < s.opens_at then 'notYet'
    when mine.id is not null then 'applied' when moment() >= s.closes_at then 'over'
    when a.id is not null and not ${isFor(db)} then 'audience'
    when s.taken >= s.quota then 'full' end as obstacle) o`

/**
 * The code of what keeps a person from being applied for by somebody who sees the people of a unit's path, or null: it is
 * judged as if the person applied.
 */
export const hindranceOf = (
  db: Db,
  { signUpId, unitPath }: { signUpId: string; unitPath: string | null },
  accountId: Fragment,
): Fragment => db`(
  select case when w.status <> 'active' or l.role_system <> 3 then 'notActive'
    when not coalesce(${unitPath === null ? db`true` : db`x.path ^@ ${unitPath}`}, false) then 'otherUnit'
    else (select o.obstacle from ${offered(db, db`w.id`)} where s.id = ${signUpId}) end
  from accounts w join roles l on l.id = w.role_id left join units x on x.id = w.unit_id where w.id = ${accountId})`

const openColumns = (db: Db): Fragment => db`
  s.id, s.kind, s.title, s.opens_at, s.closes_at, s.fee, s.quota, s.quota - s.taken as seats_left,
  array(select j.name from sign_up_subjects j where j.sign_up_id = s.id order by j.sort) as subject_names,
  o.obstacle, mine.id as application_id`

/** Open sign-ups whose period is not over: those under way by their end, then those to come. */
export function pageOpen(
  db: Db,
  { projectId, accountId }: Visitor,
  input: Omit<InputOf<typeof signUpCalls.getCmsList>, 'unitId'>,
): Promise<OutputOf<typeof signUpCalls.getCmsList>> {
  return page(db, OpenSignUp, input, {
    columns: openColumns(db),
    from: offered(db, accountId),
    where: [
      db`s.project_id = ${projectId} and s.status = 'open' and s.closes_at > moment()`,
      input.kind && db`s.kind = ${input.kind}`,
      input.keyword && nameContains(db, db`s.title`, input.keyword),
    ],
    orderBy: db`s.opens_at > moment(), s.closes_at, s.id`,
  })
}

const formOf = async (db: Db, accountId: string | null, condition: Fragment): Promise<SignUpForm> => {
  const rows = await db`
    select ${openColumns(db)}, s.introduction, s.form_version, ${fields(db)}, ${subjects(db, db``, db`null::json`)}
    from ${offered(db, accountId)} where ${condition}`
  return rowOf(SignUpForm, rows) ?? refuse(commonRefusals.notFound)
}

/** A sign-up that was opened, with its form, as its reader fills it in; refuses 404. */
export const getForm = (db: Db, { projectId, accountId }: Visitor, id: string): Promise<SignUpForm> =>
  formOf(db, accountId, db`s.id = ${id} and s.project_id = ${projectId} and s.status in ('open', 'closed')`)

/** A sign-up as its applicant will see it; refuses 404. */
export const getPreview = (db: Db, reader: Reader, id: string): Promise<SignUpForm> =>
  formOf(db, null, db`s.id = ${id} and ${visible(db, reader)}`)

const Offer = Type.Object({
  id: Type.String(),
  title: Type.String(),
  kind: SignUp.properties.kind,
  fee: Type.Integer(),
  formVersion: Type.Integer(),
  fields: SignUp.properties.fields,
  subjectIds: Type.Array(Type.String()),
  obstacle: OpenSignUp.properties.obstacle,
  unitId: Type.Union([Type.String(), Type.Null()]),
})
export type Offer = Static<typeof Offer>

/** Locks a sign-up that was opened, and reads it with what keeps a person from applying; refuses 404. */
export async function lockOffer(tx: Tx, { projectId, accountId }: Visitor, id: string): Promise<Offer> {
  await tx`select from sign_ups where id = ${id} and project_id = ${projectId} for no key update`
  const rows = await tx`
    select s.id, s.title, s.kind, s.fee, s.form_version, ${fields(tx)}, o.obstacle, a.unit_id,
      array(select j.id from sign_up_subjects j where j.sign_up_id = s.id) as subject_ids
    from ${offered(tx, accountId)}
    where s.id = ${id} and s.project_id = ${projectId} and s.status in ('open', 'closed')`
  return rowOf(Offer, rows) ?? refuse(commonRefusals.notFound)
}
