import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../../contract/call.ts'
import { type Db, type Tx, rowOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { inScope, type Scope } from '../../../../server/session.ts'
import { page } from '../../../../server/page.ts'
import { Template, type templateCalls } from '../contract.ts'

const columns = (db: Db) => db`
  t.id, t.name, t.kind, t.design, t.numbering, t.version, t.version as revision, t.status, t.created_at,
  (select count(*) from train_classes c where c.certificate_template_id = t.id and c.status <> 'deleted')::int as classes`

/** Templates of a project, newest first. */
export async function pageTemplates(db: Db, projectId: string, input: InputOf<typeof templateCalls.query>) {
  return page(db, Template, input, {
    columns: columns(db),
    from: db`certificate_templates t`,
    where: [
      db`t.project_id = ${projectId}`,
      input.status ? db`t.status = ${input.status}` : db`t.status <> 'deleted'`,
      input.id && db`t.id = ${input.id}`,
      input.name && nameContains(db, db`t.name`, input.name),
      input.kind && db`t.kind = any(${input.kind})`,
      input.createdFrom && db`t.created_at >= ${input.createdFrom}`,
      input.createdTo && db`t.created_at < ${input.createdTo}`,
    ],
    sorts: {
      name: db`t.name`,
      version: db`t.version`,
      classes: db`classes`,
      status: db`t.status`,
      createdAt: db`t.created_at`,
    },
    orderBy: db`t.created_at desc, t.id`,
  })
}

/** One template of the project, or a refusal 404. */
export async function getTemplate(db: Db, projectId: string, id: string) {
  const rows = await db`
    select ${columns(db)} from certificate_templates t
    where t.id = ${id} and t.project_id = ${projectId} and t.status <> 'deleted'`
  return rowOf(Template, rows) ?? refuse(commonRefusals.notFound)
}

/** One template of the project, locked until the commit, or a refusal 404. */
export async function lockTemplate(tx: Tx, projectId: string, id: string) {
  await tx`select from certificate_templates where id = ${id} and project_id = ${projectId} for no key update`
  return getTemplate(tx, projectId, id)
}

const LongestNames = Type.Object({
  className: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  realName: Nullable(Type.String()),
  projectTitle: Type.String(),
})

/** The names within a scope that are the longest on paper; null where there is none. */
export async function longestNames(db: Db, scope: Scope): Promise<Static<typeof LongestNames>> {
  // A Han letter is about as wide as two others, and has three bytes.
  const longest = (name: string) => db`order by octet_length(${db(name)}) desc limit 1`
  const units = inScope(db, { ...scope, accountId: null }, { project: 'u.project_id', unitPath: 'u.path' })
  const people = inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })
  const rows = await db`
    select
      (select name from train_classes where project_id = ${scope.projectId} and status <> 'deleted'
        ${longest('name')}) as class_name,
      (select u.name from units u where ${units} and unit_exists(u.status) ${longest('u.name')}) as unit_name,
      (select s.real_name from students s join accounts a on a.id = s.account_id left join units u on u.id = a.unit_id
        where ${people} ${longest('s.real_name')}) as real_name,
      settings_of(${scope.projectId})->>'title' as project_title`
  return rowOf(LongestNames, rows)!
}
