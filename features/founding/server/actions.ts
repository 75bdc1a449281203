import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { hashPassword } from '../../../server/password.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { oneTimePassword } from '../../account/manage/server/actions.ts'
import { createAccount, askForPassword } from '../../account/server/actions.ts'
import { addSettings, changeStatus, createProject } from '../../project/server/actions.ts'
import { foundRoles } from '../../role/server/actions.ts'
import { foundingRefusals } from '../contract.ts'
import { lockProject } from './data.ts'

export interface ProjectForm {
  id?: string
  title: string
  shortTitle: string
  administrator?: { loginName: string; userName: string }
}

async function addAdministrator(
  tx: Tx,
  secrets: Secrets,
  projectId: string,
  person: { loginName: string; userName: string; passwordHash: string },
): Promise<void> {
  const [role] = await tx`
    select id from roles where project_id = ${projectId} and role_system = 1 and deleted_at is null
    order by cardinality(menus) desc, id limit 1`
  const of = { projectId, roleId: role!.id as string, unitId: null, mobile: null }
  const accountId = await createAccount(tx, secrets, { ...of, ...person })
  await askForPassword(tx, accountId)
}

/** Makes a project below one's own, with the roles it starts with and its first administrator; gives its id. */
async function found(tx: Tx, session: ProjectSession, { title, shortTitle }: ProjectForm): Promise<string> {
  const id = await createProject(tx, { parentId: session.projectId, settings: { title, shortTitle } })
  await foundRoles(tx, id)
  return id
}

/** Renames a project one keeps; refuses (404) another. */
async function rename(tx: Tx, session: ProjectSession, id: string, { title, shortTitle }: ProjectForm) {
  const known = (await lockProject(tx, session.scope, id)) ?? refuse(commonRefusals.notFound)
  const before = { title: known.title, shortTitle: known.shortTitle }
  if (before.title !== title || before.shortTitle !== shortTitle) {
    await addSettings(tx, id, { title, shortTitle }, { actorId: session.accountId })
  }
  return before
}

/** Makes or renames a project and adds an administrator; the password is in the answer alone. */
export async function saveProject(
  { db, secrets }: { db: Pool; secrets: Secrets },
  session: ProjectSession,
  form: ProjectForm,
): Promise<{ id: string; password: string | null }> {
  const { administrator } = form
  if (!form.id && !administrator) refuse(foundingRefusals.administratorNeeded, {}, 'administrator')
  const password = administrator ? oneTimePassword() : null
  const passwordHash = password === null ? '' : await hashPassword(password)
  return db.begin(async (tx) => {
    const before = form.id ? await rename(tx, session, form.id, form) : null
    const id = form.id ?? (await found(tx, session, form))
    if (administrator) await addAdministrator(tx, secrets, id, { ...administrator, passwordHash })
    const { title, shortTitle } = form
    await audit(tx, {
      by: session,
      action: before ? 'project.change' : 'project.create',
      subjectKind: 'project',
      subjectId: id,
      ...(before && { before }),
      after: { title, shortTitle, ...(administrator && { administrator: administrator.loginName }) },
    })
    return { id, password }
  })
}

async function lockOther(tx: Tx, session: ProjectSession, id: string) {
  const project = (await lockProject(tx, session.scope, id)) ?? refuse(commonRefusals.notFound)
  if (project.own) refuse(foundingRefusals.ownProject)
  return project
}

/** Closes a portal, or opens it again; whoever is signed in there is signed out at once. */
export async function disableProject(
  db: Pool,
  session: ProjectSession,
  given: { id: string; disabled: boolean; reason: string },
): Promise<null> {
  const { id, disabled, reason } = given
  await db.begin(async (tx) => {
    await lockOther(tx, session, id)
    if (!(await changeStatus(tx, id, disabled ? 'disabled' : 'active'))) return
    if (disabled) await announceEnding(tx)
    await audit(tx, {
      by: session,
      action: disabled ? 'project.disable' : 'project.enable',
      subjectKind: 'project',
      subjectId: id,
      reason,
    })
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
export async function deleteProject(db: Pool, session: ProjectSession, id: string): Promise<null> {
  await db.begin(async (tx) => {
    const project = await lockOther(tx, session, id)
    const held = (Object.keys(contents) as (keyof typeof contents)[]).filter((kind) => project[kind] > 0)
    if (held.length > 0) {
      const what = held.map((kind) => `${project[kind]} ${contents[kind].join(' ')}`).join(', ')
      refuse(foundingRefusals.notEmpty, { what })
    }
    await changeStatus(tx, id, 'deleted')
    await announceEnding(tx)
    await audit(tx, {
      by: session,
      action: 'project.delete',
      subjectKind: 'project',
      subjectId: id,
      before: { title: project.title },
    })
  })
  return null
}
