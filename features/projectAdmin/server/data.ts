import { type InputOf } from '../../../contract/call.ts'
import { type Db, rowsOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { ProjectScope } from '../../../server/session.ts'
import { administratorMenus } from '../../role/rules.ts'
import { FoundedProject, type projectAdminCalls } from '../contract.ts'

const columns = (db: Db, own: string) => db`
  p.id, p.status, p.id = ${own} as own, p.created_at,
  settings_of(p.id)->>'title' as title, settings_of(p.id)->>'shortTitle' as short_title,
  (select count(*)::int from accounts a join roles r on r.id = a.role_id and r.role_system = 3
    where a.project_id = p.id and a.status <> 'deleted') as learners,
  (select count(*)::int from units u where u.project_id = p.id and u.status <> 'deleted') as units,
  (select count(*)::int from train_classes c where c.project_id = p.id and c.status <> 'deleted') as classes,
  (select count(*)::int from orders o where o.project_id = p.id) as orders,
  (select count(*)::int from sessions s join accounts a on a.id = s.account_id
    where a.project_id = p.id and s.revoked_at is null and s.idle_until > moment()) as sessions,
  (select u.id from units u where u.project_id = p.id and u.status = 'active' order by length(u.path), u.id limit 1)
    as unit_id,
  coalesce((
    select json_agg(json_build_object('loginName', a.login_name, 'userName', a.user_name,
      'active', a.status = 'active') order by a.id)
    from accounts a join roles r on r.id = a.role_id and r.role_system = 1
      and r.menus @> ${administratorMenus as string[]}
    where a.project_id = p.id and a.status <> 'deleted'), '[]') as administrators`

/** One's own project and those made from it. */
const managed = (db: Db, own: string) => db`(p.id = ${own} or p.parent_id = ${own}) and p.status <> 'deleted'`

/** One page of the projects a project manages, itself first. */
export async function pageProjects(
  db: Db,
  { projectId: own }: ProjectScope,
  input: InputOf<(typeof projectAdminCalls)['queryProjectList']>,
) {
  return page(db, FoundedProject, input, {
    columns: columns(db, own),
    from: db`projects p`,
    where: [
      managed(db, own),
      input.status && db`p.status = ${input.status}`,
      input.title && nameContains(db, db`settings_of(p.id)->>'title'`, input.title),
    ],
    sorts: {
      title: db`title`,
      status: db`p.status`,
      learners: db`learners`,
      units: db`units`,
      classes: db`classes`,
      createdAt: db`p.created_at`,
    },
    orderBy: db`p.id = ${own} desc, p.created_at, p.id`,
  })
}

/** A project managed by another, locked; null when it is not. */
export async function lockProject(
  db: Db,
  { projectId: own }: ProjectScope,
  id: string,
): Promise<FoundedProject | null> {
  await db`select from projects where id = ${id} for update`
  const rows = await db`select ${columns(db, own)} from projects p where p.id = ${id} and ${managed(db, own)}`
  return rowsOf(FoundedProject, rows)[0] ?? null
}
