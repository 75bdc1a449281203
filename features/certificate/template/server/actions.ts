import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { assertCurrent } from '../../../../server/revision.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { type Design, type Template, templateRefusals } from '../contract.ts'
import { getTemplate, lockTemplate } from './data.ts'
import { templateEdits } from './edits.ts'

interface Draft {
  id?: string
  revision?: number
  name: string
  kind: string
  design: Design
  numbering: string
}

/** An edited template as the operation log records it. */
const entryOf = ({ name, kind, numbering, design, version, revision }: Template) => ({
  name,
  kind,
  numbering,
  design,
  version,
  revision,
})

/** Creates a template or gives it a new version, as it was read at a revision; refuses (409) an older one. */
export async function saveTemplate(tx: Tx, session: ProjectSession, draft: Draft): Promise<{ id: string }> {
  if (!draft.numbering.includes('{year}') || !draft.numbering.includes('{serial}')) {
    refuse(templateRefusals.numbering, { year: '{year}', serial: '{serial}' }, 'numbering')
  }
  const { projectId } = session
  const before = draft.id ? await lockTemplate(tx, projectId, draft.id) : null
  if (before) await assertCurrent(tx, templateEdits, before, draft.revision)
  const design = tx.json(draft.design as never)
  const [row] = before
    ? await tx`
        update certificate_templates set name = ${draft.name}, kind = ${draft.kind}, design = ${design},
          numbering = ${draft.numbering}, version = version + 1
        where id = ${before.id} returning id`
    : await tx`
        insert into certificate_templates (project_id, name, kind, design, numbering)
        values (${projectId}, ${draft.name}, ${draft.kind}, ${design}, ${draft.numbering}) returning id`
  const id = row!.id as string
  await audit(tx, {
    by: session,
    action: before ? 'certificateTemplate.change' : 'certificateTemplate.create',
    subjectKind: 'certificateTemplate',
    subjectId: id,
    before: before && entryOf(before),
    after: entryOf(await getTemplate(tx, projectId, id)),
  })
  return { id }
}

/** Disables, enables or deletes a template; one that classes use is not deleted. */
export async function setTemplateStatus(
  tx: Tx,
  session: ProjectSession,
  id: string,
  status: 'active' | 'disabled' | 'deleted',
): Promise<null> {
  const template = await lockTemplate(tx, session.projectId, id)
  if (status === 'deleted' && template.classes > 0)
    refuse(templateRefusals.inUse, { count: template.classes })
  await tx`update certificate_templates set status = ${status} where id = ${id}`
  await audit(tx, {
    by: session,
    action: `certificateTemplate.${status}`,
    subjectKind: 'certificateTemplate',
    subjectId: id,
    before: { status: template.status },
    after: { status },
  })
  return null
}
