import type { Fragment, Tx } from '../../../server/db.ts'
import type { Outcome } from '../contract.ts'
import type { StoredProblem } from '../rules.ts'

/**
 * Writes what a kind's check found of staged rows. `verdicts` is a query of row_no with problem (a jsonb array, null
 * for none), outcome, target_id, group_no and key_hash, null leaving the first three as they are.
 */
export async function judgeRows(tx: Tx, importId: string, verdicts: Fragment): Promise<void> {
  await tx`
    update import_rows r set group_no = v.group_no, key_hash = v.key_hash,
      state = case when v.problem is null then r.state else 'bad' end, problems = coalesce(v.problem, r.problems),
      outcome = coalesce(v.outcome, r.outcome), target_id = coalesce(v.target_id, r.target_id)
    from (${verdicts}) v
    where r.import_id = ${importId} and r.row_no = v.row_no`
}

/** Finding of a kind's check about a row: the reason against it, and what applying it does to which record. */
export interface Verdict {
  rowNo: number
  problem: StoredProblem | null
  outcome: Outcome
  targetId: string | null
}

/** Writes what a kind's check found of staged rows, each by itself; a row with a reason against it has no record. */
export async function judgeEach(tx: Tx, importId: string, verdicts: readonly Verdict[]): Promise<void> {
  const found = verdicts.map(({ problem, outcome, targetId, rowNo }) =>
    problem ? { rowNo, problem: [problem], outcome: 'new', targetId: null } : { rowNo, outcome, targetId },
  )
  await judgeRows(
    tx,
    importId,
    tx`
    select r.row_no, r.group_no, r.key_hash, v.problem, v.outcome, v."targetId" as target_id
    from jsonb_to_recordset(${tx.json(found as never)})
      as v ("rowNo" int, problem jsonb, outcome text, "targetId" uuid)
    join import_rows r on r.import_id = ${importId} and r.row_no = v."rowNo"`,
  )
}

/** Keeps what a check found rows to rest on; `bases` is a query of row_no with basis, a jsonb. */
export async function keepBasis(tx: Tx, importId: string, bases: Fragment): Promise<void> {
  await tx`
    update import_rows r set basis = v.basis from (${bases}) v
    where r.import_id = ${importId} and r.row_no = v.row_no`
}

/** Text between what a row is about and what a check found it to be meant for. */
const arrow = ' → '

/** Writes behind the label of rows what a kind's check found each to be meant for, in place of what was found before. */
export async function labelRows(
  tx: Tx,
  importId: string,
  labels: readonly { rowNo: number; meant: string }[],
): Promise<void> {
  await tx`
    update import_rows r set label = split_part(r.label, ${arrow}, 1) || ${arrow} || v.meant
    from jsonb_to_recordset(${tx.json(labels as never)}) as v ("rowNo" int, meant text)
    where r.import_id = ${importId} and r.row_no = v."rowNo"`
}
