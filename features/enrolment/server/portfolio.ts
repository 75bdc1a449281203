import type { InputOf } from '../../../contract/call.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Db } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import { type enrolmentCalls, PortfolioRow } from '../contract.ts'
import { holdOf, metBy, requirementColumns } from './data.ts'

type Query = InputOf<typeof enrolmentCalls.findPortfolioPage>

/** A page of the study report within the caller's scope, newest first. Refuses (422) pages beyond the counted rows. */
export async function pagePortfolio(
  db: Db,
  secrets: Secrets,
  scope: Scope,
  input: Query,
): Promise<{ total: number; list: PortfolioRow[] }> {
  const { keyword, after } = input
  return page(db, PortfolioRow, input, {
    columns: db`
      e.id, e.account_id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, a.mobile_mask,
      u.name as unit_name, e.class_id, c.name as class_name, c.class_type, c.year, c.hours_tenths, e.source,
      e.status, e.progress, e.watched_seconds, e.exam_score, e.passed_at, e.passed_by, e.pass_reason,
      ${holdOf(db)} as hold, e.bar_reason, e.expires_at, e.created_at, ${requirementColumns(db)}`,
    from: db`
      enrolments e join train_classes c on c.id = e.class_id join accounts a on a.id = e.account_id
      left join units u on u.id = a.unit_id left join students s on s.account_id = e.account_id`,
    join: metBy(db),
    where: [
      inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' }),
      input.status === undefined ? db`e.status <> 'removed'` : db`e.status = ${input.status}`,
      keyword &&
        ([...keyword].length === 1
          ? db`position(${keyword} in coalesce(s.real_name, a.user_name)) > 0`
          : db`s.name_bigrams @> ${bigramsOf(keyword)}`),
      input.card && db`s.card_index = ${secrets.blindIndex('card', input.card.toUpperCase())}`,
      input.enrolmentId && db`e.id = ${input.enrolmentId}`,
      input.accountId && db`e.account_id = ${input.accountId}`,
      input.classId && db`e.class_id = ${input.classId}`,
      input.classType && db`c.class_type = ${input.classType}`,
      input.year !== undefined && db`c.year = ${input.year}`,
      input.passedBy && db`e.passed_by = ${input.passedBy}`,
      input.unitId && db`starts_with(u.path, ${pathInScope(db, scope, input.unitId)})`,
      input.approvalId &&
        db`e.id in (
          select (m->>'id')::uuid from approvals p cross join jsonb_array_elements(p.before->'members') m
          where p.id = ${input.approvalId} and p.kind = 'passes' and p.project_id = ${scope.projectId})`,
      input.createdFrom && db`e.created_at >= ${input.createdFrom}`,
      input.createdTo && db`e.created_at < ${input.createdTo}`,
    ],
    after: after !== undefined && db`e.id < ${after}`,
    orderBy: db`e.id desc`,
    capped: true,
  })
}
