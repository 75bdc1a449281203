import type { Db } from '../server/db.ts'

/** The catalog's description of everything that is ours, as comparable lines. */
export async function catalog(db: Db): Promise<string[]> {
  const rows = await db`
    with ours as (
      select c.* from pg_class c where c.relnamespace = 'public'::regnamespace
        and c.relname <> 'migrations' and c.relname not like 'migrations\_%')
    select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
      || ' ' || is_generated || ' ' || is_identity || ' ' || coalesce(generation_expression, '') as line
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
    union all
    select 'relation ' || relkind::text || ' ' || relname || ' ' || relrowsecurity || relforcerowsecurity || ' '
      || coalesce(reloptions::text, '') || ' ' || coalesce(relacl::text, '') from ours
    union all
    select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace and conrelid::regclass::text <> 'migrations'
    union all
    select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all
    select 'function ' || pg_get_functiondef(oid) || ' ' || coalesce(proacl::text, '') from pg_proc
      where pronamespace = 'public'::regnamespace
    union all
    select 'trigger ' || pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger
      where not tgisinternal and tgrelid in (select oid from ours)
    union all
    select 'policy ' || tablename || ' ' || policyname || ' ' || cmd || ' ' || roles::text || ' ' || coalesce(qual, '')
      || ' ' || coalesce(with_check, '') from pg_policies where schemaname = 'public'
    union all
    select 'type ' || typname || ' ' || typtype::text from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
    union all
    select 'extension ' || extname from pg_extension
    order by 1`
  return rows.map((row) => row.line as string)
}
