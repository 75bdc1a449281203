import type { Fragment, Tx } from '../../../../server/db.ts'
import { type FoundImport, judgeRows } from '../../../import/server/actions.ts'
import { comparing } from '../../import/server/actions.ts'

/** Judgement of a kind of imports on a person, by the expression of their account; null of one nobody knows. */
interface Verdict {
  /** The code of what is against them, or null. */
  problem(accountId: Fragment): Fragment
  /** The outcome of their row, or null for a new one. */
  outcome?(accountId: Fragment): Fragment
  /** True takes whom nobody knows for a new person. */
  createUnknown?: boolean
}

/**
 * Judges staged people: who each is, by ID or else by mobile number, and what is against them; then who occurs twice.
 * Numbers that are guessed at are refused. The drafts of the kind are those of `readPerson`.
 */
export async function judgePeopleRows(
  tx: Tx,
  found: FoundImport,
  { problem, outcome = () => tx`null`, createUnknown = false }: Verdict,
  among: Fragment,
): Promise<void> {
  const compared = await comparing(tx, found)
  const rows = tx`
    from import_rows r
    left join students s on s.project_id = ${found.projectId} and s.card_index = r.card_index
    left join accounts m on m.project_id = ${found.projectId} and m.mobile_index = r.mobile_index
      and m.status <> 'deleted'
    left join accounts a on a.id = coalesce(s.account_id, case when r.card_index is null then m.id end)
      and a.status <> 'deleted'
    left join students p on p.account_id = a.id
    cross join lateral (select a.id as account_id) who
    where r.import_id = ${found.id} and r.state = 'good' and ${among}`
  const mismatch = tx`
    case when r.card_index is not null and m.id <> a.id then 'mobile:twoPeople'
      when r.card_index is not null and a.id is null and m.id is not null then 'mobile:mobileTaken'
      when a.id is null and r.card_index is null then 'mobile:unknownMobile'
      when a.id is null and not ${createUnknown} then 'cardNumber:unknown'
      when name_key(coalesce(p.real_name, a.user_name)) <> name_key(r.draft->>'realName') then 'realName:name'
      when a.id is not null then ':' || ${problem(tx`who.account_id`)} end`
  await judgeRows(
    tx,
    found.id,
    tx`
    select v.row_no, v.group_no, v.key_hash, v.target_id, v.outcome,
      case when v.said is not null then jsonb_build_array(jsonb_build_object(
        'column', nullif(split_part(v.said, ':', 1), ''), 'code', split_part(v.said, ':', 2))) end as problem
    from (
      select r.row_no, r.group_no, r.key_hash, a.id as target_id, ${outcome(tx`who.account_id`)} as outcome,
        case when r.card_index is not null and not ${compared.card} then 'cardNumber:alike'
          when r.card_index is null and not ${compared.mobile} then 'mobile:alike' else ${mismatch} end as said
      ${rows}) v`,
  )
  const repeated = (index: Fragment) => tx`
    select r.row_no, r.group_no, r.key_hash, null::text as outcome, null::uuid as target_id,
      jsonb_build_array(jsonb_build_object('column', null, 'code', 'twice',
        'values', jsonb_build_object('row', f.row))) as problem
    from import_rows r
    join (select ${index} as index, min(r.row_no) as row from import_rows r
      where r.import_id = ${found.id} and r.state <> 'out' and ${index} is not null
      group by 1 having count(*) > 1) f on f.index = ${index} and f.row < r.row_no
    where r.import_id = ${found.id} and r.state = 'good' and ${among}`
  for (const index of [tx`r.card_index`, tx`r.mobile_index`, tx`r.target_id`])
    await judgeRows(tx, found.id, repeated(index))
}
