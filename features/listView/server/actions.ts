import type { Call, InputOf } from '../../../contract/call.ts'
import type { ListColumn } from '../../../contract/listColumn.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { sortsOf } from '../../../contract/paging.ts'
import { withoutNumbers } from '../../../contract/personalNumber.ts'
import { badInput } from '../../../server/input.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { assertCurrent, type EditedNoun } from '../../../server/revision.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { filterProblems, type listViewCalls, listViewRefusals } from '../contract.ts'
import { longestFilter, mostViews } from '../rules.ts'
import { filterPlace, holdView, lockView } from './data.ts'

/** Fields of a shared view that the operation log records on an edit. */
export const viewEdits: EditedNoun = {
  subjectKind: 'listView',
  fields: {
    name: { zh: '名称', en: 'Name' },
    filter: { zh: '筛选条件', en: 'Filters' },
    sort: { zh: '排序方式', en: 'Sort order' },
    columns: { zh: '列', en: 'Columns', as: 'long' },
  },
}

/** Saves which columns of a list a person sees; null forgets them. */
export async function saveColumns(
  tx: Tx,
  { accountId }: Session,
  path: string,
  columns: readonly ListColumn[] | null,
): Promise<void> {
  const stored = columns && tx.json(columns as never)
  await tx`
    insert into list_layouts (account_id, path, columns) values (${accountId}, ${path}, ${stored})
    on conflict (account_id, path) do update set columns = excluded.columns`
}

/** Chooses the view that a list opens with for a person, or none; refuses (404) a view they do not have. */
export async function chooseDefault(
  tx: Tx,
  session: Session,
  path: string,
  viewId: string | null,
): Promise<void> {
  if (viewId !== null && !(await holdView(tx, session, path, viewId))) refuse(commonRefusals.notFound)
  await tx`
    insert into list_layouts (account_id, path, default_view_id) values (${session.accountId}, ${path}, ${viewId})
    on conflict (account_id, path) do update set default_view_id = excluded.default_view_id`
}

const notFilters: readonly string[] = ['page', 'limit', 'sort', 'after']

/**
 * Refuses (422) filters that are too long, filters and an order that the list does not have, and, where everyone is to have the view, the complete
 * number of a person.
 */
export function assertFilters(
  { input: list }: Call,
  { filter, sort }: Pick<InputOf<typeof listViewCalls.save>, 'filter' | 'sort'>,
  shared: boolean,
): void {
  if (JSON.stringify(filter).length > longestFilter)
    refuse(listViewRefusals.tooLong, { most: longestFilter }, 'filter')
  const { properties = {} } = list as { properties?: object }
  for (const [name, text] of Object.entries(filter)) {
    // Of a name the caller chose only the beginning is repeated.
    const field = `filter.${name}`.slice(0, 100)
    if (!Object.hasOwn(properties, name) || notFilters.includes(name))
      throw badInput(field, filterProblems.unknown)
    if (shared && withoutNumbers(text) !== text) throw badInput(field, filterProblems.number)
  }
  if (sort !== null && !sortsOf(list).includes(sort.replace(/^-/, '')))
    throw badInput('sort', filterProblems.unknown)
}

/** Refuses (409) a name in use, and one view more than there may be. */
async function assertRoom(
  tx: Tx,
  { accountId, projectId }: Session,
  { id = null, path, name }: { id?: string | null | undefined; path: string; name: string },
  shared: boolean,
): Promise<void> {
  // Views of one list are saved one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`list view ${shared ? projectId : accountId} ${path}`}))`
  const rows = await tx<{ id: string; isNamed: boolean }[]>`
    select id, name_key(name) = name_key(${name}) as is_named from list_views
    where project_id = ${projectId} and path = ${path} and is_shared = ${shared}
      and ${shared ? tx`true` : tx`owner_id = ${accountId}`}`
  if (rows.some((row) => row.isNamed && row.id !== id)) refuse(listViewRefusals.nameTaken, { name }, 'name')
  if (id === null && rows.length >= mostViews) refuse(listViewRefusals.tooMany, { most: mostViews })
}

/**
 * Saves an own view, or one for everyone where `shared`. Refuses (404) to change one that is not the caller's to change,
 * or that is of another list, and (409) a stale edit, a name in use and too many.
 */
export async function saveView(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  input: InputOf<typeof listViewCalls.save>,
  shared: boolean,
): Promise<{ id: string; revision: number }> {
  const { path, name, filter, sort, columns } = input
  const before = input.id ? await lockView(tx, session, input.id, shared) : null
  if (before && before.path !== path) refuse(commonRefusals.notFound)
  if (before) await assertCurrent(tx, viewEdits, before, input.revision)
  await assertRoom(tx, session, input, shared)
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const id = before?.id ?? fresh!.id
  const revision = (before?.revision ?? 0) + 1
  const row = {
    name,
    sort,
    revision,
    columns: columns && tx.json(columns as never),
    filterSealed: secrets.seal(filterPlace, id, JSON.stringify(filter)),
  }
  if (before) await tx`update list_views set ${tx(row as never)} where id = ${id}`
  else {
    const { accountId: ownerId, projectId } = session
    await tx`insert into list_views ${tx({ ...row, id, projectId, ownerId, path, isShared: shared } as never)}`
  }
  if (shared) {
    await audit(tx, {
      by: session,
      action: before ? 'listView.change' : 'listView.share',
      subjectKind: 'listView',
      subjectId: id,
      before: before && { name: before.name, sort: before.sort, columns: before.columns },
      // Of the filters their names: a value may be a person's name.
      after: { list: path, name, filter: Object.keys(filter), sort, columns, revision },
    })
  }
  return { id, revision }
}

/** Deletes an own view, or one of everyone where `shared`; refuses (404) any other. */
export async function deleteView(tx: Tx, session: Session, id: string, shared: boolean): Promise<void> {
  const { path, name } = await lockView(tx, session, id, shared)
  await tx`delete from list_views where id = ${id}`
  if (!shared) return
  await audit(tx, {
    by: session,
    action: 'listView.delete',
    subjectKind: 'listView',
    subjectId: id,
    before: { list: path, name },
  })
}

/** Forgets how a closed account had its lists, and its own views; what it shared belongs to the project. */
export async function eraseListViews(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from list_layouts where account_id = ${accountId}`
  await tx`delete from list_views where owner_id = ${accountId} and not is_shared`
}
