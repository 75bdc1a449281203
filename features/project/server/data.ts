import { type Static, Type } from 'typebox'
import { type Db, rowOf } from '../../../server/db.ts'
import { refuse, commonRefusals } from '../../../contract/refusal.ts'
import type { Settings } from '../contract.ts'
import { settingsOf } from '../rules.ts'

const ProjectRow = Type.Object({
  id: Type.String(),
  title: Type.String(),
  shortTitle: Type.String(),
  settings: Type.Record(Type.String(), Type.Unknown()),
  aboutUs: Type.String(),
  agreement: Type.String(),
})

/** One active project, or a refusal 404. */
export async function getProject(db: Db, projectId: string): Promise<Static<typeof ProjectRow>> {
  const rows = await db`
    select id, title, short_title, settings, about_us, agreement from projects
    where id = ${projectId} and status = 'active'`
  return rowOf(ProjectRow, rows) ?? refuse(commonRefusals.notFound)
}

/** The portal's settings as they stand now. */
export async function getSettings(db: Db, projectId: string): Promise<Settings> {
  const project = await getProject(db, projectId)
  return settingsOf({ ...project.settings, title: project.title, shortTitle: project.shortTitle })
}

/** Whether a project has a WeChat app that is in use. */
export async function hasWechat(db: Db, projectId: string): Promise<boolean> {
  const [app] = await db`
    select 1 from wechat_apps where project_id = ${projectId} and status = 'active' limit 1`
  return app !== undefined
}
