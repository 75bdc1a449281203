import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { assertCurrent } from '../../../../server/revision.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { findConfig } from '../../server/data.ts'
import { configEdits, type EditedConfig } from './edits.ts'

export { findConfig } from '../../server/data.ts'
export { type EditedConfig, pushEdits } from './edits.ts'

/** Saves a project's configuration of a kind; refuses (409) when somebody else has changed it since it was read. */
export async function saveConfig(
  tx: Tx,
  session: ProjectSession,
  edited: EditedConfig,
  given: { content: object; version: number },
): Promise<null> {
  const { projectId } = session
  const { kind, name } = edited
  await tx`select from projects where id = ${projectId} for no key update`
  const before = await findConfig(tx, projectId, kind)
  const row = { id: projectId, name, revision: before.version }
  await assertCurrent(tx, configEdits(edited), row, given.version)
  await tx`
    insert into project_configs as c (project_id, kind, content)
    select ${projectId}, ${kind}, ${tx.json(given.content as never)}
    on conflict (project_id, kind) do update
      set content = excluded.content, version = c.version + 1, updated_at = moment()`
  await audit(tx, {
    by: session,
    action: `project.${kind}`,
    subjectKind: 'project',
    subjectId: projectId,
    before: before.content,
    after: { ...given.content, revision: before.version + 1 },
  })
  return null
}
