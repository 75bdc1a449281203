import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { rowsOf, type Tx } from '../../../../server/db.ts'
import { problemsOf, type StoredProblem } from '../../../import/rules.ts'
import { judgeRows } from '../../../import/server/actions.ts'
import { PartContent, type PartInput } from '../../contract.ts'
import { meaningOf } from '../../rules.ts'
import { questionProblems } from '../rules.ts'

/** Rows looked at in one query. */
const batch = 500

const ConflictRow = Type.Object({
  row: Type.Integer(),
  /** The earlier row of the file, or null when it is the bank that has the question. */
  other: Nullable(Type.Integer()),
  part: Type.Unsafe<PartInput>(Type.Object({})),
  otherPart: Type.Pick(PartContent, ['type', 'options']),
  otherAnswer: Type.Array(Type.String()),
})

const problem = problemsOf(questionProblems)

const reasonOf = (other: number | null): StoredProblem =>
  other === null ? problem(null, 'bankConflict') : problem(null, 'rowConflict', { row: other })

/**
 * Among rows refused because their question is there already, names those that answer it otherwise: one of the two is
 * wrong, and a person has to decide which.
 */
export async function markConflicts(tx: Tx, found: { importId: string; bankId: string }): Promise<void> {
  const { importId } = found
  const pairsAfter = async (row: number) => rowsOf(ConflictRow, await findPairs(tx, found, row))
  for (let pairs = await pairsAfter(0); pairs.length > 0; pairs = await pairsAfter(pairs.at(-1)!.row)) {
    const conflicts = pairs.filter(
      ({ part, otherPart, otherAnswer }) =>
        meaningOf({ type: part.type, options: part.options ?? [] }, part.answer) !==
        meaningOf(otherPart, otherAnswer),
    )
    if (conflicts.length === 0) continue
    const reasons = conflicts.map(({ row, other }) => ({ row_no: row, problem: reasonOf(other) as never }))
    await judgeRows(
      tx,
      importId,
      tx`
      select r.row_no, jsonb_build_array(j.problem) as problem, null::text as outcome, null::uuid as target_id,
        r.group_no, r.key_hash
      from jsonb_to_recordset(${tx.json(reasons)}) as j (row_no int, problem jsonb)
      join import_rows r on r.import_id = ${importId} and r.row_no = j.row_no`,
    )
  }
}

/**
 * The next refused rows, each beside what it repeats: the same part of an earlier question of the file, or the bank's.
 */
function findPairs(tx: Tx, { importId, bankId }: { importId: string; bankId: string }, after: number) {
  return tx`
    with refused as (
      select r.row_no, r.group_no, r.group_hash, r.key_hash, (r.draft->'part')::jsonb as part,
        case when r.group_hash is null then 0 else (
          select count(*)::int from import_rows e where e.import_id = r.import_id and e.group_hash is not null
            and e.group_no = r.group_no and e.row_no < r.row_no) end as place,
        (select min(e.group_no) from import_rows e
          where e.import_id = r.import_id and e.key_hash = r.key_hash and e.state <> 'out') as first
      from import_rows r
      where r.import_id = ${importId} and r.state = 'bad' and r.draft is not null and r.key_hash is not null
        and r.row_no > ${after}
      order by r.row_no limit ${batch})
    select r.row_no as row, o.row_no as other, r.part,
      case when o.row_no is null then v.content->'parts'->r.place else o.part end as other_part,
      case when o.row_no is null then k.key->r.place->'answer' else o.part->'answer' end as other_answer
    from refused r
    left join lateral (
      select e.row_no, (e.draft->'part')::jsonb as part from import_rows e
      where e.import_id = ${importId} and r.first <> r.group_no and e.row_no = case
        when r.group_hash is null then r.first
        else (select x.row_no from import_rows x
          where x.import_id = ${importId} and x.group_hash is not null and x.group_no = r.first
          order by x.row_no offset r.place limit 1) end) o on true
    left join questions q on o.row_no is null and q.bank_id = ${bankId} and q.status <> 'deleted'
      and q.content_hash = r.key_hash
    left join question_versions v on v.question_id = q.id and v.version = q.version
    left join question_keys k on k.version_id = v.id
    where o.row_no is not null or q.id is not null
    order by r.row_no`
}
