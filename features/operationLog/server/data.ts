import { Type } from 'typebox'
import { type Bilingual, commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { InputOf } from '../../../contract/call.ts'
import { type Db, rowOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import type { AuditSubject } from '../../../server/feature.ts'
import { page } from '../../../server/page.ts'
import type { EditedField } from '../../../server/revision.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { type LoggedField, Operation, OperationDetail, type operationLogCalls } from '../contract.ts'

type Subjects = Readonly<Record<string, AuditSubject>>
/** Declared parts of changes, by the kind of the subject or the action. */
export type Fields = Readonly<Record<string, Readonly<Record<string, EditedField>>>>

/** The name of a row's subject, by the query of the feature it belongs to. */
const subjectName = (db: Db, subjects: Subjects) => db`
  case l.subject_kind ${Object.entries(subjects).flatMap(([kind, { name }]) =>
    name ? db`when ${kind} then (${name(db, db`s.id`, db`l.subject_id`)})` : [],
  )} end`

const columns = (db: Db, subjects: Subjects) => db`
  l.id, l.action, l.subject_kind, l.subject_id, l.actor_id, a.user_name as actor_name, a.login_name as actor_login,
  l.reason, l.ip, l.created_at, ${subjectName(db, subjects)} as subject_name`

const from = (db: Db) => db`
  operation_logs l left join accounts a on a.id = l.actor_id left join units u on u.id = a.unit_id`

/** The subject as a record, if it is one. */
const subject = (db: Db) => db`
  cross join lateral (select case when l.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then l.subject_id::uuid end as id) s`

/** Condition for entries of the project; anyone who sees a unit only sees what its people did. */
const visible = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'l.project_id', unitPath: 'u.path', account: 'l.actor_id' })

/** Operations in scope, newest first. Refuses (422) pages beyond the counted rows. */
export async function pageOperations(
  db: Db,
  subjects: Subjects,
  scope: Scope,
  input: InputOf<(typeof operationLogCalls)['query']>,
) {
  const { actor, action, subjectKind, subjectId, words, after } = input
  return page(db, Operation, input, {
    columns: columns(db, subjects),
    key: db`l.id`,
    from: from(db),
    join: subject(db),
    where: [
      visible(db, scope),
      actor && db`(${nameContains(db, db`a.user_name`, actor)} or lower(a.login_name) = lower(${actor}))`,
      action && db`l.action = ${action}`,
      subjectKind && db`l.subject_kind = ${subjectKind}`,
      subjectId && db`l.subject_id = ${subjectId}`,
      words &&
        db`(l.subject_id = ${words} or l.request_id = ${words} or position(${words} in l.reason) > 0
          or position(${words} in l.before::text) > 0 or position(${words} in l.after::text) > 0)`,
      input.from && db`l.created_at >= ${input.from}`,
      input.to && db`l.created_at < ${input.to}`,
    ],
    // A row out of scope is no place to continue from.
    after: after
      ? db`(l.created_at, l.id) < (
          select l.created_at, l.id from ${from(db)} where l.id = ${after} and ${visible(db, scope)})`
      : false,
    sorts: { createdAt: db`l.created_at` },
    orderBy: db`l.created_at desc, l.id desc`,
    capped: true,
  })
}

const listed = (values: Readonly<Record<string, Bilingual>>) =>
  Object.entries(values).map(([code, { zh, en }]) => ({ code, zh, en }))

const DetailRow = Type.Omit(OperationDetail, ['fields'])

/** One operation in scope, or a refusal 404. */
export async function getOperation(
  db: Db,
  subjects: Subjects,
  fields: Fields,
  scope: Scope,
  id: string,
): Promise<OperationDetail> {
  const rows = await db`
    select ${columns(db, subjects)}, l.request_id, l.before, l.after, l.lane, l.serial, encode(l.hash, 'hex') as hash
    from ${from(db)} ${subject(db)} where l.id = ${id} and ${visible(db, scope)}`
  const found = rowOf(DetailRow, rows) ?? refuse(commonRefusals.notFound)
  const declared = { ...fields[found.subjectKind], ...fields[found.action] }
  const parts = Object.keys({ ...(found.before as object | null), ...(found.after as object | null) })
  const known = parts.flatMap((field) => {
    if (!Object.hasOwn(declared, field)) return []
    const { values, ...words } = declared[field]!
    return [{ field, ...words, ...(values && { values: listed(values) }) } as LoggedField]
  })
  return { ...found, fields: known }
}
