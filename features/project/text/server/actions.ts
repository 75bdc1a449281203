import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import { assertCurrent } from '../../../../server/revision.ts'
import type { ProjectSession, Session } from '../../../../server/session.ts'
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
  given: {
    kind: TextKind
    title?: string
    content: string
    active?: boolean
    startsAt?: string | null
    endsAt?: string | null
    required?: boolean
    version: number
  },
): Promise<{ version: number }> {
  const { kind, title, active, startsAt = null, endsAt = null } = given
  const required = kind === 'agreement' && (given.required ?? false)
  if (startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt))
    throw badInput('endsAt', { zh: '应晚于开始时间', en: 'must be after the start' })
  const content = cleanHtml(given.content)
  if (active !== false && !saysSomething(content)) refuse(textRefusals.empty, {}, 'content')
  const { projectId, accountId } = session
  await publishPictures(tx, session, { html: given.content, field: 'content' })
  await tx`select from projects where id = ${projectId} for no key update`
  const before = await findText(tx, projectId, kind)
  const row = { id: projectId, name: textNames[kind], revision: before.version }
  await assertCurrent(tx, textEdits(kind), row, given.version)
  const version = await addText(tx, projectId, {
    kind,
    content,
    startsAt,
    endsAt,
    required,
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
      startsAt: before.startsAt,
      endsAt: before.endsAt,
      required: before.required,
    },
    after: { version, title, content, active, startsAt, endsAt, required, revision: version },
  })
  return { version }
}

/** Records that a learner closed a version of the popup; refuses 404 one that the project never had. */
export async function seePopup(
  tx: Tx,
  { accountId, projectId }: Pick<Session, 'accountId' | 'projectId'>,
  version: number,
): Promise<null> {
  const [known] = await tx`
    select from project_texts where project_id = ${projectId} and kind = 'popup' and version = ${version}`
  if (!known) refuse(commonRefusals.notFound)
  await tx`
    insert into popup_views (account_id, version) values (${accountId}, ${version})
    on conflict (account_id) do update set version = excluded.version, seen_at = moment()
      where popup_views.version < excluded.version`
  return null
}

/** Forgets which popup a closed account has seen. */
export async function erasePopupViews(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from popup_views where account_id = ${accountId}`
}
