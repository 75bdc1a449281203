import { type Db, rowsOf } from '../../../server/db.ts'
import { DictionaryEntry, type DictionaryKind } from '../contract.ts'

/** Entries of code lists in their order; what a project says of a code stands before what the product says. */
export async function listEntries(
  db: Db,
  projectId: string,
  kinds: readonly DictionaryKind[],
): Promise<DictionaryEntry[]> {
  const rows = await db`
    with own as (
      select distinct on (kind, code) kind, code, parent_code, name, name_en, sort, status from dictionary_entries
      where kind = any(${kinds as DictionaryKind[]}) and (project_id = ${projectId} or project_id is null)
      order by kind, code, project_id nulls last)
    select kind, code, parent_code, name, name_en from own where status = 'active'
    order by array_position(${kinds as DictionaryKind[]}, kind), sort, code`
  return rowsOf(DictionaryEntry, rows)
}
