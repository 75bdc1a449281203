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
  const whole = judged.filter(({ hash }) => hash !== null)
  for (let from = 0; from < whole.length; from += batch) {
    const pairs = whole
      .slice(from, from + batch)
      .map(({ row, place, repeats }) => ({ row_no: row, place, other: repeats }))
    const rows = await tx`
      with asked as (select * from jsonb_to_recordset(${tx.json(pairs)}) as a (row_no int, place int, other int))
      select a.row_no as row, a.other, r.draft->'part' as part, o.draft->'part' as other_part,
        o.draft->'part'->'answer' as other_answer
      from asked a
      join question_import_rows r on r.import_id = ${importId} and r.row_no = a.row_no
      join question_import_rows o on o.import_id = ${importId} and o.row_no = a.other
      where r.state = 'bad' and r.draft is not null
      union all
      select a.row_no, null, r.draft->'part', v.content->'parts'->a.place, k.key->a.place->'answer'
      from asked a
      join question_import_rows r on r.import_id = ${importId} and r.row_no = a.row_no
      join questions q on q.bank_id = ${bankId} and q.content_hash = r.content_hash and q.status <> 'deleted'
      join question_versions v on v.question_id = q.id and v.version = q.version
      join question_keys k on k.version_id = v.id
      where a.other is null and r.state = 'bad' and r.draft is not null`
    const rivals = rowsOf(RivalRow, rows).filter(
      ({ part, otherPart, otherAnswer }) =>
        meaningOf({ type: part.type, options: part.options ?? [] }, part.answer) !==
        meaningOf(otherPart, otherAnswer),
    )
    if (rivals.length === 0) continue
    const reasons = rivals.map(({ row, other }) => ({ row_no: row, problem: reasonOf(other) as never }))
    await tx`
      update question_import_rows r set problems = jsonb_build_array(j.problem)
      from jsonb_to_recordset(${tx.json(reasons)}) as j (row_no int, problem jsonb)
      where r.import_id = ${importId} and r.row_no = j.row_no`
  }
}
