import type { InputOf } from '../../../contract/call.ts'
import { type Bilingual, commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Db, rowsOf, type Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import type { ProjectScope, ProjectSession } from '../../../server/session.ts'
import {
  type dictionaryCalls,
  DictionaryEntry,
  type DictionaryKind,
  dictionaryRefusals,
  type ManagedEntry,
} from '../contract.ts'
import { listManaged } from './data.ts'

/** Entries of code lists in their order; a project's entry for a code overrides the product's. */
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

/** Returns the names of the codes of some lists in a project, by list. */
export async function namesOfCodes<K extends DictionaryKind>(
  db: Db,
  projectId: string,
  kinds: readonly K[],
): Promise<Record<K, Record<string, Bilingual>>> {
  const entries = await listEntries(db, projectId, kinds)
  const namesIn = (kind: K) =>
    entries
      .filter((entry) => entry.kind === kind)
      .map(({ code, name, nameEn }) => [code, { zh: name, en: nameEn }] as const)
  return Object.fromEntries(kinds.map((kind) => [kind, Object.fromEntries(namesIn(kind))])) as never
}

/** Those of some codes that are on no list of a project; a disabled entry is on its list still. */
export async function findUnknownCodes(
  db: Db,
  projectId: string,
  kind: DictionaryKind,
  codes: readonly string[],
): Promise<string[]> {
  const rows = await db`
    select given.code from unnest(${codes as string[]}::text[]) as given (code)
    where not exists (select from dictionary_entries d where d.kind = ${kind} and d.code = given.code
      and (d.project_id = ${projectId} or d.project_id is null))`
  return rows.map((row) => row.code as string)
}

type Place = { kind: DictionaryKind; code: string }

/** Locks a project's list, so that one change at a time is made to it, and gives it. */
async function lockList(tx: Tx, { projectId }: ProjectScope, kind: DictionaryKind): Promise<ManagedEntry[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`dictionary ${projectId} ${kind}`}, 0))`
  return listManaged(tx, projectId, kind)
}

/** Sets the project's override of an entry, replacing its earlier one or the product's value. */
async function write(
  tx: Tx,
  { projectId }: ProjectScope,
  entry: Omit<DictionaryEntry, 'kind'> & { kind: DictionaryKind; active: boolean; sort: number },
): Promise<void> {
  const { active, ...columns } = entry
  await tx`
    insert into dictionary_entries ${tx({ ...columns, projectId, status: active ? 'active' : 'disabled' })}
    on conflict (kind, code, project_id) do update
      set parent_code = excluded.parent_code, name = excluded.name, name_en = excluded.name_en,
        sort = excluded.sort, status = excluded.status`
}

const findIn = (list: readonly ManagedEntry[], code: string) =>
  list.find((entry) => entry.code === code) ?? refuse(commonRefusals.notFound)

const refuseMissing = (field: string): never => {
  throw badInput(field, { zh: '必须填写', en: 'is required' })
}

/** Adds an entry of the project's own, last of its level, or gives a known one another name; refuses (422) a new one without names. */
export async function saveEntry(
  tx: Tx,
  session: ProjectSession,
  given: InputOf<typeof dictionaryCalls.saveEntry>,
): Promise<null> {
  const { kind, code, isNew = false } = given
  const list = await lockList(tx, session.scope, kind)
  const known = list.find((entry) => entry.code === code)
  if (isNew && known) refuse(dictionaryRefusals.codeTaken, { code }, 'code')
  if (!isNew && !known) refuse(commonRefusals.notFound)
  const name = given.name ?? known?.name ?? refuseMissing('name')
  const nameEn = given.nameEn ?? known?.nameEn ?? refuseMissing('nameEn')
  const parentCode = known ? known.parentCode : (given.parentCode ?? null)
  const parent = parentCode === null ? null : list.find((entry) => entry.code === parentCode)
  if (parent === undefined) refuse(dictionaryRefusals.parentUnknown, {}, 'parentCode')
  if (isNew && parent && parent.parentCode !== null) refuse(dictionaryRefusals.tooDeep, {}, 'parentCode')
  const sort = known?.sort ?? Math.max(0, ...list.map((entry) => entry.sort)) + 1
  await write(tx, session.scope, {
    kind,
    code,
    parentCode,
    name,
    nameEn,
    active: known?.active ?? true,
    sort,
  })
  await audit(tx, {
    by: session,
    action: known ? 'dictionary.change' : 'dictionary.create',
    subjectKind: 'dictionary',
    subjectId: `${kind}/${code}`,
    ...(known && { before: { name: known.name, nameEn: known.nameEn } }),
    after: { name, nameEn, parentCode },
  })
  return null
}

/** Puts the entries of one level into an order; refuses (404) codes that are not of it. */
export async function orderEntries(
  tx: Tx,
  session: ProjectSession,
  given: { kind: DictionaryKind; codes: string[] },
): Promise<null> {
  const { kind, codes } = given
  const list = await lockList(tx, session.scope, kind)
  const moved = codes.map((code) => findIn(list, code))
  const places = moved.map((entry) => list.indexOf(entry)).toSorted((a, b) => a - b)
  const next = [...list]
  places.forEach((place, i) => (next[place] = moved[i]!))
  for (const [i, { code, parentCode, name, nameEn, active }] of next.entries()) {
    await write(tx, session.scope, { kind, code, parentCode, name, nameEn, active, sort: i + 1 })
  }
  await audit(tx, {
    by: session,
    action: 'dictionary.order',
    subjectKind: 'dictionary',
    subjectId: kind,
    after: { codes },
  })
  return null
}

/** Takes an entry out of the choices, or puts it back. */
export async function disableEntry(
  tx: Tx,
  session: ProjectSession,
  given: Place & { disabled: boolean },
): Promise<null> {
  const { kind, code, disabled } = given
  const list = await lockList(tx, session.scope, kind)
  const { parentCode, name, nameEn, active, sort } = findIn(list, code)
  if (active !== disabled) return null
  await write(tx, session.scope, { kind, code, parentCode, name, nameEn, active: !disabled, sort })
  await audit(tx, {
    by: session,
    action: disabled ? 'dictionary.disable' : 'dictionary.enable',
    subjectKind: 'dictionary',
    subjectId: `${kind}/${code}`,
  })
  return null
}

/** Deletes an own entry that nobody uses; of one of the product's, removes the project's override. */
export async function deleteEntry(tx: Tx, session: ProjectSession, given: Place): Promise<null> {
  const { kind, code } = given
  const list = await lockList(tx, session.scope, kind)
  const entry = findIn(list, code)
  if (entry.product && !entry.own) refuse(dictionaryRefusals.productOwn)
  const below = list.filter((other) => other.parentCode === code).length
  if (!entry.product && below > 0) refuse(dictionaryRefusals.hasChildren, { count: below })
  if (!entry.product && entry.uses > 0) refuse(dictionaryRefusals.inUse, { count: entry.uses })
  await tx`
    delete from dictionary_entries where kind = ${kind} and code = ${code} and project_id = ${session.projectId}`
  await audit(tx, {
    by: session,
    action: entry.product ? 'dictionary.restore' : 'dictionary.delete',
    subjectKind: 'dictionary',
    subjectId: `${kind}/${code}`,
    before: { name: entry.name, nameEn: entry.nameEn },
  })
  return null
}
