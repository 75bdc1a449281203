import type { Db, Pool } from '../../server/db.ts'

/** The content of tables in one number each. */
async function fingerprint(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const prints = names.map(
    (name) => `select '${name}' as name,
      count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as print from "${name}" t`,
  )
  const rows = await db.unsafe(prints.join(' union all '))
  return new Map(rows.map((row) => [row.name as string, row.print as string]))
}

async function tableNames(db: Db): Promise<string[]> {
  const rows = await db`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  return rows.map((row) => row.name as string)
}

/** The columns of each table that are stored as given, not generated from others. */
async function storedColumns(db: Db): Promise<Map<string, string>> {
  const rows = await db`
    select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name`
  return new Map(rows.map((row) => [row.name as string, row.columns as string]))
}

/** A database as it was at a moment, to go back to after each change. */
export interface Snapshot {
  /** Tables whose rows differ from what they were. */
  changed(): Promise<string[]>
  /** Puts all rows back; returns the tables that had changed. */
  restore(): Promise<string[]>
  /** Tables among these in whose rows any of these expressions is found. */
  holding(expressions: readonly string[], tables: readonly string[]): Promise<string[]>
}

/**
 * Remembers every row of every table, in a schema beside them. Each statement that writes leaves the name of its
 * table there, so that only what was written to is compared.
 */
export async function takeSnapshot(db: Pool): Promise<Snapshot> {
  const names = await tableNames(db)
  const copies = names.map(
    (name) => `create table kept."${name}" as table public."${name}";
      create trigger kept_touch after insert or update or delete or truncate on public."${name}"
        for each statement execute function kept.touch()`,
  )
  await db.unsafe(`create schema kept; create table kept.touched (name text);
    create function kept.touch() returns trigger language plpgsql security definer as
      $$ begin insert into kept.touched values (tg_table_name); return null; end $$;
    ${copies.join(';')}`)
  const before = await fingerprint(db, names)
  const columns = await storedColumns(db)
  const touched = async () => {
    const rows = await db`select distinct name from kept.touched order by name`
    return rows.map((row) => row.name as string)
  }
  const differing = async (suspects: readonly string[]) => {
    const now = await fingerprint(db, suspects)
    return suspects.filter((name) => now.get(name) !== before.get(name))
  }
  return {
    changed: async () => differing(await touched()),
    async restore() {
      // Most calls only read.
      const suspects = await touched()
      if (suspects.length === 0) return []
      const changed = await differing(suspects)
      const steps = changed.map(
        (name) => `delete from public."${name}";
          insert into public."${name}" (${columns.get(name)!}) overriding system value
            select ${columns.get(name)!} from kept."${name}";`,
      )
      // Rows go back as they were, in any order: keys and triggers are disabled. One message is one transaction.
      await db.unsafe(
        `set local session_replication_role = replica; ${steps.join('')} delete from kept.touched`,
      )
      return changed
    },
    async holding(expressions, tables) {
      const found: string[] = []
      for (const name of tables) {
        const rows = await db.unsafe(`select 1 from public."${name}" t where t::text ~ $1 limit 1`, [
          expressions.join('|'),
        ])
        if (rows.length > 0) found.push(name)
      }
      return found
    },
  }
}
