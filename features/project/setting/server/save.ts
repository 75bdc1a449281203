import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { settingRefusals, type settingCalls } from '../contract.ts'
import { limitNames, loosenedWithout, takesTwo } from '../rules.ts'
import { addStep, findChange, lockProject } from './actions.ts'
import { endProposals, proposeSettings } from './approvals.ts'
import { listSteps } from './data.ts'

/**
 * Changes settings. Another bank account and higher limits on one person are proposed to a second person, who is not the
 * one that opens the door to what units pay or to what is given away; what is changed beside them holds at once. An
 * account that is taken away and a limit that is lowered hold at once too, with the end of what was proposed about them.
 */
export async function saveSettings(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof settingCalls.saveSetting>,
): Promise<{ id: string | null; proposals: string[] }> {
  const found = await findChange(tx, session, input)
  const alone = found.filter((difference) => !takesTwo(difference))
  const keys = alone.map(({ key }) => key)
  await endProposals(tx, session, keys)
  const id = alone.length === 0 ? null : await addStep(tx, session, alone, input)
  return { id, proposals: await proposeSettings(tx, session, found, input) }
}

/**
 * Withdraws a step whose time has not come, with the end of what was proposed about its settings; refuses (404) one that
 * is not the project's, (409) one in effect and one without which a limit on one person is looser.
 */
export async function withdrawSettings(tx: Tx, session: ProjectSession, id: string): Promise<null> {
  const { projectId } = session
  await lockProject(tx, projectId)
  const [step] = await tx`
    select changes, effective_from <= moment() as in_effect, withdrawn_at is not null as gone
    from setting_versions where id = ${id} and project_id = ${projectId} for update`
  if (!step) refuse(commonRefusals.notFound)
  if (step.inEffect) refuse(settingRefusals.inEffect)
  if (step.gone) return null
  const steps = await listSteps(tx, projectId)
  const [loosened] = loosenedWithout(
    steps.map(({ changes, isWithdrawn }) => ({ changes, withdrawn: isWithdrawn })),
    steps.findIndex((one) => one.id === id),
  )
  if (loosened) refuse(settingRefusals.loosensLimit, { name: limitNames[loosened] })
  await endProposals(tx, session, Object.keys(step.changes as object))
  await tx`
    update setting_versions set withdrawn_at = moment(), withdrawn_by = ${session.accountId} where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'project.withdrawSetting',
    subjectKind: 'project',
    subjectId: projectId,
    before: step.changes,
  })
  return null
}
