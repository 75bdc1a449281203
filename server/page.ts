import type { Static, TSchema } from 'typebox'
import { countedRows, type Page, type PageInput, windowOf } from '../contract/paging.ts'
import { type Conditions, type Db, type Fragment, rowsOf, where } from './db.ts'
import { badInput } from './input.ts'

export interface Listing {
  /** What is shown of a row. */
  columns: Fragment
  /** The tables that the conditions name; one row of them is one of the list. */
  from: Fragment
  /** What is joined for the columns only, and changes nothing of which rows there are. */
  join?: Fragment
  where?: Conditions
  /** The condition for rows after a cursor row; the count ignores it. */
  after?: Fragment | false
  orderBy: Fragment
  /** Counts up to `countedRows` and refuses (422) pages beyond: for lists that grow without an end. */
  capped?: boolean
}

/** One page of a list and how many rows there are in all, by two statements side by side. */
export async function page<T extends TSchema>(
  db: Db,
  row: T,
  input: PageInput,
  list: Listing,
): Promise<Page<T>> {
  const { columns, from, join = db``, where: only = [], after = false, orderBy, capped = false } = list
  const { limit, offset } = windowOf(input)
  if (capped && offset >= countedRows)
    throw badInput('page', { zh: '请缩小查询范围', en: 'narrow the search' })
  // Written out: as a parameter it would be planned as a tenth of all rows.
  const cap = capped ? db`limit ${db.unsafe(String(countedRows))}` : db``
  const [rows, [counted]] = await Promise.all([
    db`
      select ${columns} from ${from} ${join} ${where(db, [...only, after])}
      order by ${orderBy} limit ${limit} offset ${offset}`,
    db<{ total: number }[]>`
      select count(*) as total from (select from ${from} ${where(db, only)} ${cap}) counted`,
  ])
  return { total: counted!.total, list: rowsOf(row, rows) as Static<T>[] }
}
