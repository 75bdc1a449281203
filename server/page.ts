import type { Static, TSchema } from 'typebox'
import { countedRows, type Page, type PageInput, type Sort, windowOf } from '../contract/paging.ts'
import { type Conditions, type Db, type Fragment, rowsOf, where } from './db.ts'
import { badInput } from './input.ts'

interface Query {
  /** Columns that are shown of a row. */
  columns: Fragment
  /** The tables that the conditions name; one row of them is one of the list. */
  from: Fragment
  /** Joins for the columns only, which change nothing of which rows there are. */
  join?: Fragment
  where?: Conditions
  /** The order unless the reader chooses another; its last column is unique. */
  orderBy: Fragment
}

/** A list of stored rows. */
interface Rows extends Query {
  /** The unique column of a row: the page is found by it first, and only its rows are read in full. */
  key?: Fragment
  /** The condition for rows after a cursor row; the count ignores it. */
  after?: Fragment | false
  /** Counts up to `countedRows` and refuses (422) pages beyond: for lists that grow without an end. */
  capped?: boolean
  summed?: never
}

/** A list of few rows that are sums of many. */
interface Sums extends Query {
  /** Counts the rows by the statement that reads them. */
  summed: true
  key?: never
  after?: never
  capped?: never
}

export type Listing = Rows | Sums

/** The columns that the input of a list may name as its order. */
type SortOf<I> = I extends { sort?: infer S } ? Exclude<S, undefined | `-${string}`> & string : never

/**
 * Expression of each sort in the query; rows without a value come last in both directions. Those of a capped
 * list have an index with the key of the row behind, which is read in both directions; those that may be null
 * (`maybeNull`) have another for the descending order.
 */
type Sorts<I> = [SortOf<I>] extends [never]
  ? { sorts?: undefined; maybeNull?: undefined }
  : { sorts: Readonly<Record<SortOf<I>, Fragment>>; maybeNull?: readonly SortOf<I>[] }

function orderOf(
  db: Db,
  sort: Sort | undefined,
  {
    sorts = {},
    maybeNull = [],
    orderBy,
    key,
    capped,
  }: Listing & { sorts?: Record<string, Fragment> | undefined; maybeNull?: readonly string[] | undefined },
): Fragment {
  if (sort === undefined) return orderBy
  const isDown = sort.startsWith('-')
  const name = isDown ? sort.slice(1) : sort
  const by = sorts[name]!
  if (capped) {
    if (!isDown) return db`${by}, ${key!}`
    return maybeNull.includes(name) ? db`${by} desc nulls last, ${key!} desc` : db`${by} desc, ${key!} desc`
  }
  return isDown ? db`${by} desc nulls last, ${orderBy}` : db`${by} nulls last, ${orderBy}`
}

/** A list that is read whole, piece by piece, in place of one page of it. */
interface Reading {
  /** Rows of a piece. */
  readonly rows: number
  /** The most rows that are read; a list that has more gives none, and a total above it. */
  readonly most: number | null
  /** Rows of the list; null until the first piece is read. */
  total: number | null
}

/** Key of the reading of a list in its input. No input that was sent has it: texts name no symbol. */
const whole = Symbol('reads a list whole')

/** An input by which a list gives its next piece at each call, whichever page it names, until a piece is empty. */
interface WholeInput {
  readonly [whole]: Reading
}

/**
 * The input of a list with which its own call reads it whole in a transaction: so that an export has what the list
 * answers, its filters, scope and masks included. One list at a time in a transaction.
 */
export function wholeInput<F extends object>(
  filter: F,
  rows: number,
  most: number | null = null,
): F & WholeInput {
  return { ...filter, [whole]: { rows, most, total: null } }
}

/** Rows of a list that is read whole; null until its first piece is read. */
export const totalOf = (input: WholeInput) => input[whole].total

/** Key of the query of a list's keys in its input. No input that was sent has it: texts name no symbol. */
const keys = Symbol('gives the query of a list’s keys')

/** An input by which a list gives the query of the keys of all its matching rows, in place of a page of them. */
interface KeysInput {
  readonly [keys]: { query: Fragment | null }
}

/**
 * The input of a list with which its own call gives the query of its matching rows: so that a batch acts on what the
 * list shows, its filters and scope included.
 */
export function keysInput<F extends object>(filter: F): F & KeysInput {
  return { ...filter, [keys]: { query: null } }
}

/** The query that selects, as `id`, the keys of the rows that match; null where the list gave none. */
export const keysOf = (input: KeysInput) => input[keys]

/** The next piece of a list that is read whole, by a cursor over all its rows. */
async function nextPiece<T extends TSchema>(
  db: Db,
  row: T,
  reading: Reading,
  list: Listing,
): Promise<Page<T>> {
  const { columns, from, join = db``, where: only = [], orderBy } = list
  if (reading.total === null) {
    const cap = reading.most === null ? db`` : db`limit ${reading.most + 1}`
    const [counted] = await db<{ total: number }[]>`
      select count(*) as total from (select from ${from} ${where(db, only)} ${cap}) counted`
    reading.total = counted!.total
    if (reading.most === null || reading.total <= reading.most) {
      // All rows are read: else it is planned for the first tenth of them.
      await db`select set_config('cursor_tuple_fraction', '1', true)`
      await db`
        declare whole_list no scroll cursor for
        select ${columns} from ${from} ${join} ${where(db, only)} order by ${orderBy}`
    }
  }
  const { total, most } = reading
  if (most !== null && total > most) return { total, list: [] }
  const rows = await db.unsafe(`fetch ${reading.rows} from whole_list`)
  return { total, list: rowsOf(row, rows) as Static<T>[] }
}

/** One page of a list and how many rows there are in all: by two statements side by side, of sums by one. */
export async function page<T extends TSchema, I extends PageInput & { sort?: Sort | undefined }>(
  db: Db,
  row: T,
  input: I,
  list: Listing & Sorts<I>,
): Promise<Page<T>> {
  const { columns, key, from, join = db``, where: only = [], after = false, capped = false } = list
  if (after && input.sort !== undefined)
    throw badInput('sort', { zh: '不能与“after”同时使用', en: 'cannot be combined with “after”' })
  const matching = (input as Partial<KeysInput>)[keys]
  if (matching && key) {
    matching.query = db`select ${key} as id from ${from} ${where(db, only)}`
    return { total: 0, list: [] }
  }
  const orderBy = orderOf(db, input.sort, list)
  const reading = (input as Partial<WholeInput>)[whole]
  if (reading) return nextPiece(db, row, reading, { ...list, orderBy })
  const { limit, offset } = windowOf(input)
  if (capped && offset >= countedRows)
    throw badInput('page', { zh: '请缩小查询范围', en: 'narrow the search' })
  // Written out: as a parameter it would be planned as a tenth of all rows.
  const cap = capped ? db`limit ${db.unsafe(String(countedRows))}` : db``
  const asked = db`${where(db, [...only, after])} order by ${orderBy} limit ${limit} offset ${offset}`
  if (list.summed) {
    const rows = await db<{ of: number }[]>`
      select ${columns}, count(*) over () as of from ${from} ${join} ${asked}`
    // A page beyond the last has no row that knows.
    if (rows.length > 0 || offset === 0) {
      const total = rows[0]?.of ?? 0
      return {
        total,
        list: rowsOf(
          row,
          rows.map(({ of: _, ...shown }) => shown),
        ) as Static<T>[],
      }
    }
  }
  const [rows, [counted]] = await Promise.all([
    key
      ? db`
          select ${columns} from ${from} ${join}
          where ${key} = any(array(select ${key} from ${from} ${asked})) order by ${orderBy}`
      : db`select ${columns} from ${from} ${join} ${asked}`,
    db<{ total: number }[]>`
      select count(*) as total from (select from ${from} ${where(db, only)} ${cap}) counted`,
  ])
  return { total: counted!.total, list: rowsOf(row, rows) as Static<T>[] }
}
