import { type Static, Type } from 'typebox'
import { type Db, rowOf, rowsOf } from '../../../server/db.ts'

const Text = Type.Object({ version: Type.Integer(), content: Type.String() })

/** A text of the portal as it is shown now; empty where none was written. */
export async function getText(
  db: Db,
  projectId: string,
  kind: 'agreement' | 'aboutUs',
): Promise<Static<typeof Text>> {
  const rows = await db`
    select t.version, t.content from projects p, newest_text(p.id, ${kind}) t
    where p.id = ${projectId} and t.id is not null`
  return rowOf(Text, rows) ?? { version: 0, content: '' }
}

const StoredConfig = Type.Object({
  content: Type.Record(Type.String(), Type.Unknown()),
  version: Type.Integer(),
  updatedAt: Type.Union([Type.String(), Type.Null()]),
})
type StoredConfig = Static<typeof StoredConfig>
export type ConfigKind = 'push' | 'info' | 'invoice'

/** Finds the saved configuration of a kind; empty, of version 0, where nothing was saved. */
export async function findConfig(db: Db, projectId: string, kind: ConfigKind): Promise<StoredConfig> {
  const rows = await db`
    select content, version, updated_at from project_configs where project_id = ${projectId} and kind = ${kind}`
  return rowOf(StoredConfig, rows) ?? { content: {}, version: 0, updatedAt: null }
}

/** True if a project has a WeChat app that is in use. */
export async function hasWechat(db: Db, projectId: string): Promise<boolean> {
  const [app] = await db`
    select 1 from wechat_apps where project_id = ${projectId} and status = 'active' limit 1`
  return app !== undefined
}

const Unusable = Type.Object({ id: Type.String(), projectId: Type.String(), key: Type.String() })

/** Settings in effect whose stored value cannot be used, so that their default holds: the step, the project, the key. */
export async function findUnusableSettings(db: Db): Promise<Static<typeof Unusable>[]> {
  const rows = await db`
    select id, project_id, key from (
      select distinct on (v.project_id, e.key) v.id, v.project_id, e.key, e.value
      from setting_versions v, jsonb_each(v.changes) e
      where v.effective_from <= moment() and v.withdrawn_at is null and default_settings() ? e.key
      order by v.project_id, e.key, v.effective_from desc, v.id desc) latest
    where not is_setting(key, value) order by project_id, key`
  return rowsOf(Unusable, rows)
}
