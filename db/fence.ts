import type { Db, Pool, Tx } from '../server/db.ts'

/** Tables that the running program adds to and never changes: what is in them is evidence. */
const insertOnly = ['operation_logs', 'hour_entries', 'payment_events', 'refund_events', 'sole_decisions']
/**
 * Tables that it only reads: its own history, and the ends of the log's chains, which the log's trigger moves with its
 * owner's rights.
 */
const readOnly = ['migrations', 'operation_lanes']

/** Rights the program's account is to have on each table, view and sequence, new ones included. */
const allowed = (db: Db) => db`
  select c.oid, c.relkind, c.relname as name, case
      when c.relkind = 'S' then '{usage}'::text[]
      when c.relkind in ('v', 'm') or c.relname = any(${readOnly}) then '{select}'
      when c.relname = any(${insertOnly}) then '{select,insert}'
      else '{select,insert,update,delete}' end as rights
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')`

/**
 * Functions of PostgreSQL that everybody may use, and the product does not: large objects lie beside all tables. Only a
 * superuser can take them away, so that where none asks they are no gap.
 */
const withheld = (db: Db) => db`
  select p.oid, p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'pg_catalog'::regnamespace and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea')
    and pg_has_role(p.proowner, 'usage')`

/** Functions that run with their owner's rights and are meant to be called; the product's own. */
const definers = ['analyze_import_rows', 'chain_operation']

/** The only gap of an account that there is not. */
export const nobody = (role: string) => `there is no account ${role}`

/**
 * Lists where an account can do more or less than the running program should, as words such as `hour_entries:
 * update`; empty where the fence has no gap. Asked of the catalog, which knows a right by whatever way it
 * came: given to the account, to everybody, for a column, by a membership. A setting of the account is a gap
 * as well: it changes what statements mean.
 */
export async function gapsOf(db: Db, role: string): Promise<string[]> {
  const rows = await db`
    with allowed as (${allowed(db)}), withheld as (${withheld(db)}),
    me as (select * from pg_roles where rolname = ${role}),
    rights as (
      select name, name = any('{select,insert,update,references}') as of_columns
      from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[] ||
        case when current_setting('server_version_num')::int >= 170000 then '{maintain}' else '{}'::text[] end) as name),
    gaps as (
      select unnest(array[
        case when rolsuper then 'superuser' end, case when rolcreaterole then 'may create roles' end,
        case when rolcreatedb then 'may create databases' end, case when rolbypassrls then 'bypasses row security' end,
        case when rolreplication then 'may replicate' end,
        case when has_schema_privilege(me.oid, 'public', 'create') then 'may create tables' end,
        case when has_database_privilege(me.oid, current_database(), 'create') then 'may create schemas' end,
        case when has_database_privilege(me.oid, current_database(), 'temporary') then 'may create temporary tables' end,
        case when has_parameter_privilege(me.oid, 'session_replication_role', 'set') then 'may disable triggers' end,
        case when not has_schema_privilege(me.oid, 'public', 'usage') then 'public: usage' end,
        case when exists (select from pg_class c where c.relnamespace = 'public'::regnamespace
          and pg_has_role(me.oid, c.relowner, 'member')) then 'owns tables' end]) as gap from me
      union all
      select 'member of ' || g.rolname from me join pg_auth_members m on m.member = me.oid join pg_roles g on g.oid = m.roleid
      union all
      select 'setting: ' || setting from me join pg_db_role_setting s on s.setrole = me.oid and s.setdatabase in (
        0, (select oid from pg_database where datname = current_database())), unnest(s.setconfig) as setting
      union all
      select 'may set ' || p.parname from me, pg_parameter_acl p
      where not me.rolsuper and p.parname <> 'session_replication_role'
        and (has_parameter_privilege(me.oid, p.parname, 'set') or has_parameter_privilege(me.oid, p.parname, 'alter system'))
      union all
      select 'owns ' || d.classid::regclass from me join pg_shdepend d
        on d.refclassid = 'pg_authid'::regclass and d.refobjid = me.oid and d.deptype = 'o' and d.dbid in (
          0, (select oid from pg_database where datname = current_database()))
      where d.classid <> 'pg_class'::regclass
      group by d.classid
      union all
      -- The path of a session begins with a schema of the account's own name.
      select 'schema ' || n.nspname || ': create' from me, pg_namespace n
      where not me.rolsuper and n.nspname <> 'public' and n.nspname !~ '^pg_(toast|temp)'
        and (has_schema_privilege(me.oid, n.oid, 'create') or n.nspname = me.rolname)
      union all
      select a.name || ': ' || p.name from me, allowed a, rights p
      where a.relkind <> 'S' and not me.rolsuper and case when p.name = any(a.rights)
        then not has_table_privilege(me.oid, a.oid, p.name)
        else has_table_privilege(me.oid, a.oid, p.name) or (p.of_columns
          and has_any_column_privilege(me.oid, a.oid, case when p.of_columns then p.name else 'select' end)) end
      union all
      select a.name || ': ' || p.name from me, allowed a, unnest('{usage,select,update}'::text[]) as p (name)
      where a.relkind = 'S' and not me.rolsuper
        and has_sequence_privilege(me.oid, a.oid, p.name) <> (p.name = any(a.rights))
      union all
      -- What a fresh server lets nobody call reads files, starts programs or ends other sessions.
      select 'function ' || p.oid::regprocedure from me, pg_proc p join pg_init_privs i
        on i.classoid = 'pg_proc'::regclass and i.objoid = p.oid and i.privtype = 'i'
      where not me.rolsuper and has_function_privilege(me.oid, p.oid, 'execute')
        and not exists (select from aclexplode(i.initprivs) e where e.grantee = 0)
      union all
      select 'function ' || p.oid::regprocedure from me, pg_proc p
      where not me.rolsuper and p.prosecdef and has_function_privilege(me.oid, p.oid, 'execute')
        and has_schema_privilege(me.oid, p.pronamespace, 'usage')
        and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and not (p.pronamespace = 'public'::regnamespace and p.proname = any(${definers}))
      union all
      select 'function ' || w.name from me, withheld w
      where not me.rolsuper and has_function_privilege(me.oid, w.oid, 'execute')
      union all
      select ${nobody(role)} where not exists (select from me))
    select gap from gaps where gap is not null order by gap`
  return rows.map((row) => row.gap as string)
}

/** Takes every setting from an account, where the owner may: the account itself can give it any. */
async function resetSettings(tx: Tx, role: string): Promise<void> {
  const [here] = await tx<{ name: string }[]>`select current_database() as name`
  const statements = [
    tx`alter role ${tx(role)} reset all`,
    tx`alter role ${tx(role)} in database ${tx(here!.name)} reset all`,
  ]
  for (const statement of statements) {
    await tx
      .savepoint(async (inner) => inner`${statement}`)
      .catch((error: { code?: string }) => {
        if (error.code !== '42501') throw error
      })
  }
}

/** Brings the rights of an account to what `gapsOf` compares them with; as the owner of the tables. */
async function grant(db: Pool, role: string): Promise<void> {
  await db.begin(async (tx) => {
    // Two that start together would both change the same lines of the catalog.
    await tx`select pg_advisory_xact_lock(74108)`
    const things = await tx<{ relkind: string; name: string; rights: string[] }[]>`${allowed(tx)}`
    const account = `"${role.replaceAll('"', '""')}"`
    await tx`revoke create on schema public from public, ${tx(role)}`
    await tx`grant usage on schema public to ${tx(role)}`
    const [here] = await tx<{ name: string; isOurs: boolean }[]>`
      select datname as name, pg_has_role(datdba, 'usage') as is_ours from pg_database where datname = current_database()`
    // A temporary table of a table's name would hide that table from the connection it was made on.
    if (here!.isOurs)
      await tx`revoke create, temporary on database ${tx(here!.name)} from public, ${tx(role)}`
    await resetSettings(tx, role)
    const functions = await tx<{ name: string }[]>`${withheld(tx)}`
    const statements = [
      ...things.map(({ relkind, name, rights }) => {
        const thing = `${relkind === 'S' ? 'sequence' : 'table'} public."${name}"`
        // Cascading, since what was given with the right to give it on may have been.
        return `revoke all on ${thing} from public, ${account} cascade; grant ${rights.join(', ')} on ${thing} to ${account};`
      }),
      ...functions.map(({ name }) => `revoke execute on function ${name} from public, ${account};`),
    ]
    await tx.unsafe(statements.join('\n'))
  })
}

/**
 * Fences the account of the running program: gives it, as the owner, the rights it needs, takes the others, and takes
 * its settings. What else it is, attributes, memberships and things it owns, is the operator's to change. Returns what
 * could not be brought about. Costs one query where nothing has changed.
 */
export async function fence(owner: Pool, role: string): Promise<string[]> {
  const gaps = await gapsOf(owner, role)
  if (gaps.length === 0 || gaps[0] === nobody(role)) return gaps
  await grant(owner, role)
  return gapsOf(owner, role)
}
