import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { assertCurrent } from '../../../../server/revision.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { cleanHtml, publishPictures } from '../../../file/server/actions.ts'
import { addText } from '../../server/actions.ts'
import type { TextKind } from '../../contract.ts'
import { textRefusals } from '../contract.ts'
import { saysSomething } from '../rules.ts'
import { findText } from './data.ts'
import { textEdits, textNames } from './edits.ts'

/** Writes a new version of a text, cleaned; refuses (409) when somebody else has since it was read, (422) an empty one. */
export async function saveText(
  tx: Tx,
  session: ProjectSession,
  given: { kind: TextKind; title?: string; content: string; active?: boolean; version: number },
): Promise<{ version: number }> {
  const { kind, title, active } = given
  const content = cleanHtml(given.content)
  if (active !== false && !saysSomething(content)) refuse(textRefusals.empty, {}, 'content')
  const { projectId, accountId } = session
  await publishPictures(tx, session, { html: given.content, field: 'content' })
  await tx`select from projects where id = ${projectId} for update`
  const before = await findText(tx, projectId, kind)
  const row = { id: projectId, name: textNames[kind], revision: before.version }
  await assertCurrent(tx, textEdits(kind), row, given.version)
  const version = await addText(tx, projectId, {
    kind,
    content,
    actorId: accountId,
    ...(title !== undefined && { title }),
    ...(active !== undefined && { active }),
  })
  await audit(tx, {
    by: session,
    action: `project.${kind}`,
    subjectKind: 'project',
    subjectId: projectId,
    before: {
      version: before.version,
      title: before.title,
      content: before.content,
      active: before.active,
    },
    after: { version, title, content, active, revision: version },
  })
  return { version }
}
