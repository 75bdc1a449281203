import type { Fragment, Tx } from '../../../server/db.ts'

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
