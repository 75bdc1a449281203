import { type Db, rowsOf } from '../../../server/db.ts'
import { type DictionaryKind, ManagedEntry } from '../contract.ts'

/** Columns that hold the codes of a list. */
const places: Record<DictionaryKind, readonly string[]> = {
  education: ['students.education'],
  degree: ['students.degree'],
  jobTitle: ['students.job_title'],
  titleLevel: ['students.title_level'],
  personnelCategory: ['students.personnel_category', 'train_classes.personnel_categories'],
  nation: ['students.nation'],
  politicalStatus: ['students.political_status'],
  region: ['units.region', 'train_classes.regions'],
  industry: ['units.industry'],
}

/** Columns that hold several codes. */
const lists = ['personnel_categories', 'regions']

/** Counts the uses of each code of a list in a project. */
function usesOf(db: Db, projectId: string, kind: DictionaryKind) {
  const each = places[kind].map((place) => {
    const [table, column] = place.split('.') as [string, string]
    return lists.includes(column)
      ? db`select unnest(${db(column)}) as code from ${db(table)} where project_id = ${projectId}`
      : db`select ${db(column)} as code from ${db(table)} where project_id = ${projectId}`
  })
  return db`(
    select code, count(*)::int as uses from (${each.reduce((all, one) => db`${all} union all ${one}`)}) held
    where code is not null group by code)`
}

/** A code list as a project has it, disabled entries too, in its order, with how often each is used. */
export async function listManaged(db: Db, projectId: string, kind: DictionaryKind): Promise<ManagedEntry[]> {
  const rows = await db`
    with own as (
      select distinct on (code) kind, code, parent_code, name, name_en, sort, status, project_id from dictionary_entries
      where kind = ${kind} and (project_id = ${projectId} or project_id is null)
      order by code, project_id nulls last)
    select o.kind, o.code, o.parent_code, o.name, o.name_en, o.sort, o.status = 'active' as active,
      d.id is null or (o.name, o.name_en, o.status) <> (d.name, d.name_en, d.status) as own, d.id is not null as product,
      coalesce(u.uses, 0) as uses
    from own o
      left join dictionary_entries d on d.kind = o.kind and d.code = o.code and d.project_id is null
      left join ${usesOf(db, projectId, kind)} u on u.code = o.code
    order by o.sort, o.code`
  return rowsOf(ManagedEntry, rows)
}
