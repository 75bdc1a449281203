import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { defaultLimit } from '../../../contract/paging.ts'
import type { InputOf } from '../../../contract/call.ts'
import { type Db, rowOf, rowsOf, where } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { Operation, OperationDetail, type operationLogCalls } from '../contract.ts'

const columns = (db: Db) => db`
  l.id, l.action, l.subject_kind, l.subject_id, l.actor_id, a.user_name as actor_name, a.login_name as actor_login,
  l.reason, l.ip, l.created_at,
  case l.subject_kind
    when 'account' then (select x.user_name from accounts x where x.id = s.id)
    when 'role' then (select x.role_name from roles x where x.id = s.id)
    when 'class' then (select x.name from train_classes x where x.id = s.id)
    when 'course' then (select x.name from courses x where x.id = s.id)
    when 'resource' then (select x.title from resources x where x.id = s.id)
    when 'question' then (
      select left(v.content->>'stem', 40) from questions x
      join question_versions v on v.question_id = x.id and v.version = x.version where x.id = s.id)
    when 'paper' then (select x.name from papers x where x.id = s.id)
    when 'exam' then (select x.name from exams x where x.id = s.id)
    when 'import' then (select i.file_name from imports i where i.id = s.id)
    when 'enrolment' then (
      select y.user_name || ' · ' || z.name from enrolments x
      join accounts y on y.id = x.account_id join train_classes z on z.id = x.class_id where x.id = s.id)
    when 'order' then (select x.order_no from orders x where x.id = s.id)
    when 'payment' then (select x.out_trade_no from payments x where x.id = s.id)
    when 'certificate' then (select x.number from certificates x where x.id = s.id)
    when 'certificateTemplate' then (select x.name from certificate_templates x where x.id = s.id)
    when 'dictionary' then l.subject_id
    when 'project' then settings_of(s.id)->>'title'
    when 'partner' then (select x.name from partners x where x.id = s.id)
    when 'unit' then (select x.name from units x where x.id = s.id)
    when 'wechatApp' then (select x.name from wechat_apps x where x.id = s.id)
  end as subject_name`

const from = (db: Db) => db`
  operation_logs l left join accounts a on a.id = l.actor_id left join units u on u.id = a.unit_id
  cross join lateral (select case when l.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then l.subject_id::uuid end as id) s`

/** Of the project; whoever sees a unit alone sees what its people did. */
const visible = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'l.project_id', unitPath: 'u.path', account: 'l.actor_id' })

/** Deeds in scope, newest first, from behind a row on. */
export async function listOperations(
  db: Db,
  scope: Scope,
  input: InputOf<(typeof operationLogCalls)['query']>,
): Promise<{ list: Operation[]; more: boolean }> {
  const { actor, action, subjectKind, subjectId, words, after } = input
  const limit = input.limit ?? defaultLimit
  const only = where(db, [
    visible(db, scope),
    actor && db`(position(${actor} in a.user_name) > 0 or lower(a.login_name) = lower(${actor}))`,
    action && db`l.action = ${action}`,
    subjectKind && db`l.subject_kind = ${subjectKind}`,
    subjectId && db`l.subject_id = ${subjectId}`,
    words &&
      db`(l.subject_id = ${words} or l.request_id = ${words} or position(${words} in l.reason) > 0
        or position(${words} in l.before::text) > 0 or position(${words} in l.after::text) > 0)`,
    input.from && db`l.created_at >= ${input.from}`,
    input.to && db`l.created_at < ${input.to}`,
    // A row out of sight is no place to go on from.
    after &&
      db`(l.created_at, l.id) < (
        select l.created_at, l.id from ${from(db)} where l.id = ${after} and ${visible(db, scope)})`,
  ])
  const rows = await db`
    select ${columns(db)} from ${from(db)} ${only} order by l.created_at desc, l.id desc limit ${limit + 1}`
  return { list: rowsOf(Operation, rows.slice(0, limit)), more: rows.length > limit }
}

/** One deed in scope, or a refusal 404. */
export async function getOperation(db: Db, scope: Scope, id: string): Promise<OperationDetail> {
  const rows = await db`
    select ${columns(db)}, l.request_id, l.before, l.after, l.lane, l.serial, encode(l.hash, 'hex') as hash
    from ${from(db)} where l.id = ${id} and ${visible(db, scope)}`
  return rowOf(OperationDetail, rows) ?? refuse(commonRefusals.notFound)
}
