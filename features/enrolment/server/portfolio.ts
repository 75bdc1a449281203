import type { InputOf } from '../../../contract/call.ts'
import { isIdCard, isMobile, longIdCard } from '../../../contract/identity.ts'
import type { Db, Fragment } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { learnersNamed } from '../../account/server/actions.ts'
import { pathInScope } from '../../unit/server/actions.ts'
import { type enrolmentCalls, PortfolioRow } from '../contract.ts'
import { holdOf, metBy, requirementColumns } from './data.ts'

type Query = InputOf<typeof enrolmentCalls.findPortfolioPage>

/** Learners of a scope whom a keyword means: a complete number, or a name or part of one. */
function learnersMeant(db: Db, secrets: Secrets, scope: Scope, keyword: string): Fragment {
  if (isMobile(keyword))
    return db`
      select id from accounts
      where project_id = ${scope.projectId} and mobile_index = ${secrets.blindIndex('mobile', keyword)}`
  if (isIdCard(keyword))
    return db`
      select account_id from students
      where project_id = ${scope.projectId} and card_index = ${secrets.blindIndex('card', longIdCard(keyword))}`
  return learnersNamed(db, scope, keyword)
}

/** A page of the study report within the caller's scope, newest first. Refuses (422) pages beyond the counted rows. */
export async function pagePortfolio(
  db: Db,
  secrets: Secrets,
  scope: Scope,
  input: Query,
): Promise<{ total: number; list: PortfolioRow[] }> {
  const { keyword, after } = input
  // What no condition names is joined for the rows of the page alone.
  const parts: [isNamed: boolean, join: Fragment][] = [
    [
      [input.classType, input.year, input.className].some((given) => given !== undefined),
      db`join train_classes c on c.id = e.class_id`,
    ],
    [
      scope.unitPath !== null || input.unitId !== undefined,
      db`join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id`,
    ],
    [input.card !== undefined, db`left join students s on s.account_id = e.account_id`],
  ]
  const joined = (wanted: boolean) =>
    parts.filter(([isNamed]) => isNamed === wanted).reduce((all, [, join]) => db`${all} ${join}`, db``)
  return page(db, PortfolioRow, input, {
    columns: db`
      e.id, e.account_id, coalesce(s.real_name, a.user_name) as real_name, s.card_mask, a.mobile_mask,
      u.name as unit_name, e.class_id, c.name as class_name, c.class_type, c.year, c.hours_tenths, e.source,
      e.status, e.progress, e.watched_seconds, e.exam_score, e.passed_at, e.passed_by, e.pass_reason,
      ${holdOf(db)} as hold, e.bar_reason, e.expires_at, e.created_at, ${requirementColumns(db)}`,
    key: db`e.id`,
    from: db`enrolments e ${joined(true)}`,
    join: db`${joined(false)} ${metBy(db)}`,
    where: [
      inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' }),
      input.status === undefined ? db`e.status <> 'removed'` : db`e.status = ${input.status}`,
      keyword && db`e.account_id = any(array(${learnersMeant(db, secrets, scope, keyword)}))`,
      input.card && db`s.card_index = ${secrets.blindIndex('card', longIdCard(input.card))}`,
      input.enrolmentId && db`e.id = ${input.enrolmentId}`,
      input.accountId && db`e.account_id = ${input.accountId}`,
      input.classId && db`e.class_id = ${input.classId}`,
      input.className && nameContains(db, db`c.name`, input.className),
      input.classType && db`c.class_type = ${input.classType}`,
      input.year !== undefined && db`c.year = ${input.year}`,
      input.passedBy && db`e.passed_by = ${input.passedBy}`,
      input.passedFrom && db`e.passed_at >= ${input.passedFrom}`,
      input.passedTo && db`e.passed_at < ${input.passedTo}`,
      input.unitId && db`starts_with(u.path, ${pathInScope(db, scope, input.unitId)})`,
      input.approvalId &&
        db`e.id in (
          select (m->>'id')::uuid from approvals p cross join jsonb_array_elements(p.before->'members') m
          where p.id = ${input.approvalId} and p.kind = 'passes' and p.project_id = ${scope.projectId})`,
      input.createdFrom && db`e.created_at >= ${input.createdFrom}`,
      input.createdTo && db`e.created_at < ${input.createdTo}`,
    ],
    after: after !== undefined && db`e.id < ${after}`,
    sorts: { progress: db`e.progress`, createdAt: db`e.created_at` },
    orderBy: db`e.id desc`,
    capped: true,
  })
}

/** The applications in scope that nobody has reviewed; found by their own index, however many enrolments there are. */
export const waitingApplications = (db: Db, scope: Scope): Fragment => db`
  select e.id, e.created_at, null
  from enrolments e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
  where e.status in ('applied', 'approved') and e.status = 'applied'
    and ${inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}`
