import type { Tx } from '../../../../server/db.ts'
import { problemsOf } from '../../../import/rules.ts'
import { type FoundImport, judgeRows } from '../../../import/server/actions.ts'
import { mostParts } from '../../contract.ts'
import { questionProblems } from '../rules.ts'
import { markConflicts } from './conflicts.ts'

const problem = problemsOf(questionProblems)

/**
 * Each row with the question it belongs to: its first row, its place in it, the hash of its content (as
 * `contentHash`), and the earlier row of the file with the same content. Rows of one material make one question.
 */
const judged = (tx: Tx, importId: string) => tx`
  with rows as (
    select row_no, state, key_hash, group_hash,
      case when group_hash is not null then (draft->>'score')::numeric end as points, coalesce(encode(group_hash, 'hex'), row_no::text) as name
    from import_rows where import_id = ${importId} and state <> 'out'),
  questions as (
    select name, min(row_no) as first, count(*) as size, min(row_no) filter (where state = 'bad') as bad,
      sum(points) as points,
      case when (array_agg(group_hash))[1] is null then (array_agg(key_hash))[1]
        else sha256((array_agg(group_hash))[1] || string_agg(key_hash, ''::bytea order by row_no)) end as hash
    from rows group by name),
  placed as (
    select r.row_no, r.state, r.group_hash, q.first, q.size, q.bad, q.points, case when q.bad is null then q.hash end as hash,
      (row_number() over (partition by r.name order by r.row_no) - 1)::int as place
    from rows r join questions q using (name))
  select p.*, case when p.hash is not null then min(p.first) over (partition by p.hash) end as earliest,
    case when p.hash is not null then first_value(p.row_no) over (partition by p.hash, p.place order by p.first) end
      as earlier
  from placed p`

/**
 * Judges staged questions as a whole: a question falls with any of its rows, and a second time in the file or in the
 * bank; of those the ones that answer it otherwise are named, since one of the two is wrong.
 */
export async function checkQuestions(tx: Tx, found: FoundImport): Promise<void> {
  const said = (code: keyof typeof questionProblems) => tx`${tx.json([problem(null, code)] as never)}::jsonb`
  const naming = (code: keyof typeof questionProblems, row: ReturnType<typeof tx>) =>
    tx`jsonb_set(${said(code)}, '{0,values}', jsonb_build_object('row', ${row}))`
  await judgeRows(
    tx,
    found.id,
    tx`
    select j.row_no, j.problem, null::text as outcome, null::uuid as target_id, j.first as group_no,
      j.hash as key_hash
    from (
      select row_no, first, hash, group_hash,
        case when state = 'bad' then null
          when bad is not null then ${naming('fallen', tx`bad`)}
          when size > ${mostParts} then ${said('tooMany')}
          when points = 0 then ${said('noPoints')}
          when earliest <> first then ${naming('twice', tx`earlier`)} end as problem
      from (${judged(tx, found.id)}) a) j
    where j.problem is not null or j.group_hash is not null`,
  )
  await judgeRows(
    tx,
    found.id,
    tx`
    select r.row_no, ${said('inBank')} as problem, null::text as outcome,
      null::uuid as target_id, r.group_no, r.key_hash
    from import_rows r
    where r.import_id = ${found.id} and r.state = 'good' and exists (
      select from questions q where q.bank_id = ${found.params.bankId!} and q.status <> 'deleted'
        and q.content_hash = r.key_hash)`,
  )
  await markConflicts(tx, { importId: found.id, bankId: found.params.bankId! })
}
