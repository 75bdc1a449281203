import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { rowOf, type Tx } from '../../../server/db.ts'
import { hashPassword } from '../../../server/password.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { oneTimePassword } from '../../account/manage/server/actions.ts'
import { createAccount, giveAccess, askForPassword } from '../../account/server/actions.ts'
import { addSettings, changeStatus, createProject } from '../../project/server/actions.ts'
import { assertGrantable, seedDefaultRoles } from '../../role/server/actions.ts'
import { administratorMenus } from '../../role/rules.ts'
import { projectAdminRefusals } from '../contract.ts'
import { lockProject } from './data.ts'

interface ProjectForm {
  id?: string
  title: string
  shortTitle: string
  administrator?: { loginName: string; userName: string }
}

const AdministratorRole = Type.Object({
  id: Type.String(),
  roleSystem: Type.Integer(),
  dataScope: Type.Union([Type.Literal('kind'), Type.Literal('subtree')]),
  menus: Type.Array(Type.String()),
})

/**
 * Adds an administrator to a project: in its strongest role that administers it. Refuses (403) a role that is
 * stronger than the caller's own, as wherever a role is given, and (409) a project without such a role.
 */
async function addAdministrator(
  tx: Tx,
  secrets: Secrets,
  session: ProjectSession,
  projectId: string,
  person: { loginName: string; userName: string; passwordHash: string },
): Promise<void> {
  const rows = await tx`
    select id, role_system::int, data_scope, menus from roles
    where project_id = ${projectId} and role_system = 1 and data_scope = 'kind' and deleted_at is null
      and menus @> ${administratorMenus as string[]}
    order by cardinality(menus) desc, id limit 1 for share`
  const role = rowOf(AdministratorRole, rows) ?? refuse(projectAdminRefusals.noAdministratorRole)
  assertGrantable(session, { ...role, menus: new Set(role.menus) })
  const of = { projectId, roleId: role.id, unitId: null, mobile: null }
  const accountId = await createAccount(tx, secrets, { ...of, ...person })
  await askForPassword(tx, accountId)
  await giveAccess(tx, session.accountId, accountId)
}

/** Creates a project below one's own, with the roles it starts with and its first administrator; returns its id. */
async function found(
  tx: Tx,
  session: ProjectSession,
  { title, shortTitle }: ProjectForm,
  secondFactor: boolean,
): Promise<string> {
  const id = await createProject(tx, { parentId: session.projectId, settings: { title, shortTitle } })
  await seedDefaultRoles(tx, id, { secondFactor })
  return id
}

/** Renames a project made from one's own; refuses (404) any that is not, and (409) one's own. */
async function rename(tx: Tx, session: ProjectSession, id: string, { title, shortTitle }: ProjectForm) {
  const known = await lockOther(tx, session, id)
  const before = { title: known.title, shortTitle: known.shortTitle }
  if (before.title !== title || before.shortTitle !== shortTitle) {
    await addSettings(tx, id, { title, shortTitle }, { actorId: session.accountId })
  }
  return before
}

/** Creates or renames a project and adds an administrator; the password is only in the response. */
export async function saveProject(
  { db, secrets, environment }: Pick<AppContext, 'db' | 'secrets' | 'environment'>,
  session: ProjectSession,
  form: ProjectForm,
): Promise<{ id: string; password: string | null }> {
  const { administrator } = form
  if (!form.id && !administrator) refuse(projectAdminRefusals.administratorNeeded, {}, 'administrator')
  const password = administrator ? oneTimePassword() : null
  const passwordHash = password === null ? '' : await hashPassword(password)
  return db.begin(async (tx) => {
    const before = form.id ? await rename(tx, session, form.id, form) : null
    const id = form.id ?? (await found(tx, session, form, !environment.demo))
    if (administrator) await addAdministrator(tx, secrets, session, id, { ...administrator, passwordHash })
    const { title, shortTitle } = form
    await auditBoth(tx, session, id, {
      action: before ? 'project.change' : 'project.create',
      ...(before && { before }),
      after: { title, shortTitle, ...(administrator && { administrator: administrator.loginName }) },
    })
    return { id, password }
  })
}

/** Writes what was done to another project into the log of the caller's project, and into its own. */
async function auditBoth(
  tx: Tx,
  session: ProjectSession,
  id: string,
  entry: { action: string; before?: object; after?: object; reason?: string },
): Promise<void> {
  const of = { subjectKind: 'project', subjectId: id }
  await audit(tx, { by: session, ...of, ...entry })
  const { accountId, request } = session
  await audit(tx, { by: { accountId, projectId: id, ...(request && { request }) }, ...of, ...entry })
}

/** A project made from the caller's own, locked; refuses (404) any other, and (409) the caller's own. */
async function lockOther(tx: Tx, session: ProjectSession, id: string) {
  const project = (await lockProject(tx, session.scope, id)) ?? refuse(commonRefusals.notFound)
  if (project.own) refuse(projectAdminRefusals.ownProject)
  return project
}

/** Closes a portal, or opens it again; anyone who is signed in there is signed out immediately. */
export async function disableProject(
  tx: Tx,
  session: ProjectSession,
  given: { id: string; disabled: boolean; reason: string },
): Promise<null> {
  const { id, disabled, reason } = given
  await lockOther(tx, session, id)
  if (!(await changeStatus(tx, id, disabled ? 'disabled' : 'active'))) return null
  if (disabled) await announceEnding(tx)
  await auditBoth(tx, session, id, {
    action: disabled ? 'project.disable' : 'project.enable',
    reason,
  })
  return null
}

const contents = {
  learners: ['学员', 'learners'],
  units: ['单位', 'units'],
  classes: ['班级', 'classes'],
  orders: ['订单', 'orders'],
} as const

/** Deletes a project in which nothing has happened; refuses (409) with what it holds. */
export async function deleteProject(tx: Tx, session: ProjectSession, id: string): Promise<null> {
  const project = await lockOther(tx, session, id)
  const held = (Object.keys(contents) as (keyof typeof contents)[]).filter((kind) => project[kind] > 0)
  if (held.length > 0) {
    const what = held.map((kind) => {
      const [zh, en] = contents[kind]
      return { zh: `${zh} ${project[kind]}`, en: `${en}: ${project[kind]}` }
    })
    refuse(projectAdminRefusals.notEmpty, { what })
  }
  await changeStatus(tx, id, 'deleted')
  await announceEnding(tx)
  await auditBoth(tx, session, id, {
    action: 'project.delete',
    before: { title: project.title },
  })
  return null
}
