import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { type ConfigKind, findConfig } from '../../server/data.ts'
import { configRefusals } from '../contract.ts'

/** Saves a project's configuration of a kind; refuses (409) when somebody else has changed it since it was read. */
export async function saveConfig(
  tx: Tx,
  session: ProjectSession,
  kind: ConfigKind,
  given: { content: object; version: number },
): Promise<null> {
  const { projectId } = session
  const before = await findConfig(tx, projectId, kind)
  const saved = await tx`
    insert into project_configs as c (project_id, kind, content)
    select ${projectId}, ${kind}, ${tx.json(given.content as never)}
    on conflict (project_id, kind) do update
      set content = excluded.content, version = c.version + 1, updated_at = moment()
      where c.version = ${given.version}
    returning version`
  if ((saved[0]?.version as number | undefined) !== given.version + 1) refuse(configRefusals.changedMeanwhile)
  await audit(tx, {
    by: session,
    action: `project.${kind}`,
    subjectKind: 'project',
    subjectId: projectId,
    before: before.content,
    after: given.content,
  })
  return null
}
