import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import type { World } from '../harness.ts'

/** A column as the database's own catalogue describes it. */
interface Column {
  table: string
  name: string
  type: string
  /** True if a row must have it and nothing else fills it. */
  needed: boolean
  /** The table its foreign key leads to. */
  refersTo: string | null
  /** The first of the words that a check allows. */
  word: string | null
}

/** Adds a row of a table by what is special about it; returns its id, or else the first column of its key. */
export type AddRow = (table: string, named?: Record<string, unknown>) => Promise<string>

/**
 * Opens a way to add rows that differ from others only by what is named. The catalogue tells the rest: a foreign key
 * leads to the row of its table in `rows`, where the last one added is, a checked word is the first that is allowed, a text is
 * the mark, a clear text for a sealed column is sealed, and everything else is as small as its type.
 */
export async function openRows(
  { db, app }: World,
  mark: string,
  rows: Record<string, string>,
): Promise<AddRow> {
  const columns = await db<Column[]>`
    select c.relname as "table", a.attname as name, a.atttypid::regtype::text as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as needed,
      (select f.confrelid::regclass::text from pg_constraint f
        where f.contype = 'f' and f.conrelid = c.oid and f.conkey = array[a.attnum] limit 1) as refers_to,
      (select substring(pg_get_constraintdef(k.oid) from 'ANY \\(ARRAY\\[''([^'']+)') from pg_constraint k
        where k.contype = 'c' and k.conrelid = c.oid and k.conkey = array[a.attnum] limit 1) as word
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.oid, a.attnum`
  const tables = Map.groupBy(columns, ({ table }) => table)

  const filler = ({ type, refersTo, word }: Column): unknown => {
    if (refersTo) return rows[refersTo]
    if (word) return word
    if (type === 'text') return mark
    if (type === 'text[]') return [mark]
    if (type === 'uuid') return randomUUID()
    if (type === 'boolean') return false
    if (type === 'bytea') return Buffer.from(mark)
    if (/^json/.test(type)) return json({})
    if (/^(date|timestamp)/.test(type)) return db`moment()`
    return 1
  }

  return async (table, named = {}) => {
    const row: Record<string, unknown> = {}
    for (const column of tables.get(table)!) {
      const name = postgres.toCamel(column.name)
      const value = named[name]
      if (value !== undefined) row[name] = /^json/.test(column.type) && value !== null ? json(value) : value
      else if (name === 'id' && !column.refersTo) row[name] = await newId()
      else if (column.needed) row[name] = column.name.endsWith('_sealed') ? mark : filler(column)
    }
    const id = String(Object.values(row)[0])
    for (const { name } of tables.get(table)!) {
      const clear = row[postgres.toCamel(name)]
      if (name.endsWith('_sealed') && clear)
        row[postgres.toCamel(name)] = app.secrets.seal(`${table}.${name.slice(0, -7)}`, id, String(clear))
    }
    await db`insert into ${db(table)} ${db(row as never)}`
    rows[table] = id
    return id
  }

  async function newId() {
    const [row] = await db<{ id: string }[]>`select new_id() as id`
    return row!.id
  }
  /** A value for a column of JSON; a part of a statement stays one. */
  function json(value: unknown) {
    return value instanceof Promise ? value : db.json(value as never)
  }
}
