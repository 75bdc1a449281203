import { Type } from 'typebox'
import { rowsOf, type Tx } from '../../../../server/db.ts'
import { PartContent, type PartInput } from '../../contract.ts'
import { meaningOf } from '../../rules.ts'
import type { RowProblem } from '../contract.ts'
import type { JudgedRow } from './judge.ts'

/** Rows looked at in one query. */
const batch = 500

const RivalRow = Type.Object({
  row: Type.Integer(),
  /** The earlier row of the file, or null when it is the bank that has the question. */
  other: Type.Union([Type.Integer(), Type.Null()]),
  part: Type.Unsafe<PartInput>(Type.Object({})),
  otherPart: Type.Pick(PartContent, ['type', 'options']),
  otherAnswer: Type.Array(Type.String()),
})

const reasonOf = (other: number | null): RowProblem =>
  other === null
    ? {
        column: null,
        kind: 'rival',
        zh: '题库里已有这道题，但答案不同',
        en: 'the bank has this question already, with another answer',
      }
    : {
        column: null,
        kind: 'rival',
        zh: `与第 ${other} 行重复，但答案不同`,
        en: `repeats row ${other} with another answer`,
      }

/**
 * Among rows refused because their question is there already, names those that answer it otherwise: one of the
 * two is wrong, and a person has to say which.
 */
export async function markRivals(
  tx: Tx,
  found: { importId: string; bankId: string },
  judged: readonly JudgedRow[],
): Promise<void> {
  const { importId, bankId } = found
  const refused = await tx`
    select row_no from question_import_rows
    where import_id = ${importId} and state = 'bad' and draft is not null and content_hash is not null`
  const numbers = new Set(refused.map((row) => row.rowNo as number))
  const repeated = judged.filter(({ row }) => numbers.has(row)).toSorted((a, b) => a.row - b.row)
  for (let from = 0; from < repeated.length; from += batch) {
    const pairs = repeated.slice(from, from + batch)
    const rivals = (await findPairs(tx, importId, bankId, pairs)).filter(
      ({ part, otherPart, otherAnswer }) =>
        meaningOf({ type: part.type, options: part.options ?? [] }, part.answer) !==
        meaningOf(otherPart, otherAnswer),
    )
    if (rivals.length === 0) continue
    const reasons = rivals.map(({ row, other }) => ({ row_no: row, problem: reasonOf(other) as never }))
    await tx`
      update question_import_rows r set problems = jsonb_build_array(j.problem)
      from jsonb_to_recordset(${tx.json(reasons)}) as j (row_no int, problem jsonb)
      where r.import_id = ${importId} and r.row_no = j.row_no
        and r.row_no between ${rivals[0]!.row} and ${rivals.at(-1)!.row}`
  }
}

/** Each row beside what it repeats; `pairs` in the order of their rows, so that a short stretch is read. */
async function findPairs(tx: Tx, importId: string, bankId: string, pairs: readonly JudgedRow[]) {
  const asked = tx.json(pairs.map(({ row, place, repeats }) => ({ row_no: row, place, other: repeats })))
  const rows = await tx`
    select r.row_no as row, a.other, r.draft->'part' as part,
      case when a.other is null then v.content->'parts'->a.place else o.part end as other_part,
      case when a.other is null then k.key->a.place->'answer' else o.part->'answer' end as other_answer
    from question_import_rows r
    join jsonb_to_recordset(${asked}) as a (row_no int, place int, other int) on a.row_no = r.row_no
    left join lateral (
      select e.draft->'part' as part from question_import_rows e
      where e.import_id = ${importId} and e.row_no = a.other limit 1) o on true
    left join questions q on a.other is null and q.bank_id = ${bankId} and q.status <> 'deleted'
      and q.content_hash = r.content_hash
    left join question_versions v on v.question_id = q.id and v.version = q.version
    left join question_keys k on k.version_id = v.id
    where r.import_id = ${importId} and r.row_no between ${pairs[0]!.row} and ${pairs.at(-1)!.row}
      and (a.other is not null or q.id is not null)
    order by r.row_no`
  return rowsOf(RivalRow, rows)
}
