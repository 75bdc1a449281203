import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, type Pool, rowOf, rowsOf, type Tx } from '../../../server/db.ts'

const Fault = Type.Object({
  id: Nullable(Type.String()),
  projectId: Nullable(Type.String()),
  action: Nullable(Type.String()),
  createdAt: Nullable(Type.String()),
  lane: Type.Integer(),
  serial: Type.Integer(),
  fault: Type.String(),
})
export type Fault = Static<typeof Fault>

/** The result of verifying the log: how many rows there are, and the first ones that were changed. */
interface Verdict {
  entries: number
  chains: number
  faults: Fault[]
}

/** Recomputes every hash of the operation log; names at most 20 faults, the oldest first. */
export async function verifyLog(db: Db): Promise<Verdict> {
  const [count] = await db`
    select (select count(*) from operation_logs)::int as entries, (select count(*) from operation_lanes)::int as chains`
  const rows = await db`
    select id, project_id, action, created_at, lane, serial, fault from operation_log_faults
    order by created_at nulls last, lane, serial limit 20`
  return {
    ...rowOf(Type.Object({ entries: Type.Integer(), chains: Type.Integer() }), [count])!,
    faults: [...rowsOf(Fault, rows)],
  }
}

/** Rows of a chain that are verified in one transaction. */
const part = 5000

const Part = Type.Object({
  entries: Type.Integer(),
  faults: Type.Array(Fault),
})

/**
 * Verifies a batch of a chain's rows after its checkpoint, and moves the checkpoint when they are as they were
 * written; with the last of them, that the chain ends as its lane records. Returns how many were read, and the faults.
 */
async function verifyPart(tx: Tx, owner: string, lane: number): Promise<Static<typeof Part>> {
  const rows = await tx`
    with start as (
      select coalesce(c.serial, 0) as serial, coalesce(c.hash, '') as hash from (select) as one
      left join operation_log_checkpoints c on c.project_id = ${owner} and c.lane = ${lane}),
    entries as materialized (
      select l as entry, l.serial, l.hash from operation_logs l
      where l.lane = ${lane} and l.serial > (select serial from start) and operation_project(l.project_id) = ${owner}
      order by l.serial limit ${part}),
    chained as (
      select entry, serial, lag(hash, 1, (select hash from start)) over chain as previous,
        lag(serial, 1, (select serial from start)) over chain as behind
      from entries window chain as (order by serial)),
    last as (
      select serial, hash from (select serial, hash from entries union all select serial, hash from start) e
      order by serial desc limit 1),
    faults as (
      select (entry).id, (entry).project_id, (entry).action, (entry).created_at, serial,
        case when serial = behind + 1 then 'changed' else 'missing before' end as fault
      from chained where serial <> behind + 1 or (entry).hash <> operation_digest(previous, entry)
      union all
      select null, nullif(${owner}, operation_project(null)::text)::uuid, null, null, start.serial, 'changed'
      from start where start.serial > 0 and not exists (
        select from operation_logs l where l.lane = ${lane} and l.serial = start.serial and l.hash = start.hash)
      union all
      select null, nullif(${owner}, operation_project(null)::text)::uuid, null, null, last.serial, 'missing at the end'
      from last left join operation_lanes l on l.project_id = ${owner} and l.lane = ${lane}
      where (select count(*) from entries) < ${part} and (l.serial, l.hash) is distinct from (last.serial, last.hash)),
    kept as (
      insert into operation_log_checkpoints (project_id, lane, serial, hash)
      select ${owner}, ${lane}, serial, hash from last where serial > 0 and not exists (select from faults)
      on conflict (project_id, lane) do update
        set serial = excluded.serial, hash = excluded.hash, verified_at = excluded.verified_at)
    select (select count(*)::int from entries) as entries, coalesce((
      select json_agg(json_build_object('id', id, 'projectId', project_id, 'action', action,
        'createdAt', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'lane', ${lane}::int, 'serial', serial, 'fault', fault) order by serial)
      from (select * from faults order by serial limit 20) f), '[]') as faults`
  return rowOf(Part, rows)!
}

/**
 * Verifies what was written since the last verification, chain by chain and part by part; `step` notes in the
 * transaction of each part how many rows were read so far. The checkpoint of a chain with faults does not move, so that
 * they are named every time. Rows verified before are read again only by `verifyLog`.
 */
export async function verifyNewEntries(
  db: Pool,
  step: (tx: Tx, entries: number) => Promise<void>,
): Promise<Verdict> {
  // Chains of which only rows or only the checkpoint are left count too; each lane's rows are found by one look.
  const chains = await db`
    with recursive present (lane) as (
      select min(lane) from operation_logs
      union all select (select min(l.lane) from operation_logs l where l.lane > p.lane) from present p
      where p.lane is not null)
    select project_id as owner, lane from operation_lanes
    union select project_id, lane from operation_log_checkpoints
    union select (
      select operation_project(l.project_id) from operation_logs l where l.lane = p.lane order by l.serial limit 1), p.lane
    from present p where p.lane is not null
    order by lane`
  const verdict: Verdict = { entries: 0, chains: chains.length, faults: [] }
  for (const { owner, lane } of chains as unknown as { owner: string; lane: number }[]) {
    for (let isDone = false; !isDone; ) {
      const found = await db.begin(async (tx) => {
        const verified = await verifyPart(tx, owner, lane)
        await step(tx, verdict.entries + verified.entries)
        return verified
      })
      verdict.entries += found.entries
      verdict.faults.push(...found.faults.slice(0, 20 - verdict.faults.length))
      isDone = found.entries < part || found.faults.length > 0
    }
  }
  return verdict
}

/** A fault in one line. */
export function sayFault({ id, action, createdAt, lane, serial, fault }: Fault): string {
  return `${fault}: chain ${lane}, place ${serial}${id ? `, row ${id}, ${action}, ${createdAt}` : ''}`
}
