import { type Db, rowOf } from '../../../../server/db.ts'
import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type ProfileKey, profileFields } from '../rules.ts'

const Stored = Type.Object({
  fields: Nullable(Type.Array(Type.Object({ key: Type.String(), required: Type.Boolean() }))),
  version: Type.Integer(),
})

/** A project's register config as stored; refuses (404) where there is no such project. */
export async function findStored(db: Db, projectId: string, lock = false) {
  const rows = await db`
    select register_fields as fields, register_version as version from projects
    where id = ${projectId} ${lock ? db`for update` : db``}`
  return rowOf(Stored, rows) ?? refuse(commonRefusals.notFound)
}

const columns: Record<ProfileKey, string> = {
  realName: 's.real_name',
  cardNumber: 's.card_mask',
  mobile: 'a.mobile_mask',
  unitId: 'a.unit_id',
  personnelCategory: 's.personnel_category',
  photo: 'a.image_key',
  nation: 's.nation',
  politicalStatus: 's.political_status',
  education: 's.education',
  degree: 's.degree',
  schoolName: 's.school_name',
  major: 's.major',
  titleLevel: 's.title_level',
  jobTitle: 's.job_title',
  workPlace: 's.work_place',
  workSince: 's.work_since',
}

/** Reads whether a learner's professional group is unknown, and how many published classes depend on it. */
export async function needsMajor(db: Db, projectId: string, accountId: string) {
  const [row] = await db<{ unknown: boolean; classes: number }[]>`
    select not exists (select from students where account_id = ${accountId} and personnel_category is not null) as unknown,
      (select count(*)::int from train_classes
        where project_id = ${projectId} and status = 'on_shelf' and personnel_categories <> '{}') as classes`
  return { need: row!.unknown && row!.classes > 0, classes: row!.classes }
}

/** Counts the active learners of a project, and those of them who lack each field. */
export async function countLacking(
  db: Db,
  projectId: string,
): Promise<{ learners: number; lacking: Record<ProfileKey, number> }> {
  const counts = profileFields.map(
    ({ key }) => `count(*) filter (where ${columns[key]} is null)::int as "${key}"`,
  )
  const [row] = await db`
    select count(*)::int as learners, ${db.unsafe(counts.join(', '))}
    from accounts a join roles r on r.id = a.role_id and r.role_system = 3
      left join students s on s.account_id = a.id
    where a.project_id = ${projectId} and a.status = 'active'`
  const { learners, ...lacking } = row as unknown as { learners: number } & Record<ProfileKey, number>
  return { learners, lacking }
}
