import { Type } from 'typebox'
import { type Db, rowOf } from '../../../server/db.ts'
import type { Environment } from '../../../server/environment.ts'
import { type SettingChanges, Settings, type SystemConfig, type TextKind } from '../contract.ts'
import { infoOf } from '../rules.ts'
import { findConfig, hasWechat } from './data.ts'

const SettingsRow = Type.Object({ settings: Settings })

/** A project's settings as they are now: its own words over the defaults. */
export async function getSettings(db: Db, projectId: string): Promise<Settings> {
  return rowOf(SettingsRow, await db`select settings_of(${projectId}) as settings`)!.settings
}

/** A portal's configuration, as its pages know it. */
export async function getSystemConfig(
  db: Db,
  projectId: string,
  { demo, captcha }: Pick<Environment, 'demo' | 'captcha'>,
): Promise<SystemConfig> {
  const [settings, wechat, info] = await Promise.all([
    getSettings(db, projectId),
    hasWechat(db, projectId),
    findConfig(db, projectId, 'info'),
  ])
  return {
    projectId,
    projectTitle: settings.title,
    index2Open: settings.index2Open,
    h5Config: { showClassType: JSON.stringify(settings.showClassType) },
    demo,
    captcha,
    wechat,
    settings,
    info: infoOf(info.content),
  }
}

/** Adds a step of settings to a project, in effect at once unless a moment is given; gives its id. */
export async function addSettings(
  tx: Db,
  projectId: string,
  changes: SettingChanges,
  by: { actorId?: string | null; reason?: string; effectiveFrom?: string } = {},
): Promise<string> {
  const { actorId = null, reason = '', effectiveFrom = null } = by
  const [row] = await tx`
    insert into setting_versions (project_id, changes, effective_from, actor_id, reason)
    values (${projectId}, ${tx.json(changes as never)}, coalesce(${effectiveFrom}, moment()), ${actorId}, ${reason})
    returning id`
  return row!.id as string
}

/** Adds a version of a text, which is the one shown from then on; gives its number. */
export async function addText(
  tx: Db,
  projectId: string,
  text: {
    kind: TextKind
    title?: string
    content: string
    active?: boolean
    startsAt?: string | null
    endsAt?: string | null
    required?: boolean
    actorId?: string
  },
): Promise<number> {
  const { kind, title = '', content, active = true, actorId = null } = text
  const { startsAt = null, endsAt = null, required = false } = text
  const [row] = await tx`
    insert into project_texts (project_id, kind, version, title, content, active, starts_at, ends_at, required, actor_id)
    select ${projectId}, ${kind}, coalesce(max(version), 0) + 1, ${title}, ${content}, ${active},
      ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${required}, ${actorId}::uuid
    from project_texts where project_id = ${projectId} and kind = ${kind} returning version`
  return row!.version as number
}

/** A new project's initial settings and texts. */
interface NewProject {
  parentId?: string
  settings: SettingChanges
  aboutUs?: string
  agreement?: string
}

/** Creates a project; roles and people come after it. */
export async function createProject(tx: Db, project: NewProject): Promise<string> {
  const { parentId = null, settings, aboutUs, agreement } = project
  const [row] = await tx`insert into projects (parent_id) values (${parentId}) returning id`
  const projectId = row!.id as string
  await addSettings(tx, projectId, settings, { effectiveFrom: '2000-01-01T00:00:00Z' })
  if (aboutUs !== undefined) await addText(tx, projectId, { kind: 'aboutUs', content: aboutUs })
  if (agreement !== undefined) await addText(tx, projectId, { kind: 'agreement', content: agreement })
  return projectId
}

/** Disables a project, takes it up again, or deletes it; gives whether it was in another state. */
export async function changeStatus(
  tx: Db,
  projectId: string,
  status: 'active' | 'disabled' | 'deleted',
): Promise<boolean> {
  const changed = await tx`
    update projects set status = ${status} where id = ${projectId} and status <> ${status} returning id`
  return changed.length > 0
}
