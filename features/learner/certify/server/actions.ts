import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { assertNotOwn } from '../../../approval/server/actions.ts'
import { certificateRefusals } from '../../../certificate/contract.ts'
import { isYearStopped, settleYear } from '../../../certificate/server/actions.ts'

/** Refuses (422) what is no template for skills in use of the project. */
export async function assertSkillTemplate(
  db: Db,
  { projectId }: ProjectSession,
  templateId: string,
): Promise<void> {
  const [template] = await db`
    select from certificate_templates
    where id = ${templateId} and project_id = ${projectId} and kind = 'skill' and status = 'active'`
  if (!template)
    throw badInput('templateId', {
      zh: '没有这个技能证书模板',
      en: 'there is no such template for skill certificates',
    })
}

/** Refuses (404) an account that is no learner of the project, and (409) one of the caller's own. */
export async function assertLearner(db: Db, session: ProjectSession, accountId: string): Promise<void> {
  const { projectId } = session
  const [learner] = await db`
    select from accounts a join roles r on r.id = a.role_id
    where a.id = ${accountId} and a.project_id = ${projectId} and a.status <> 'deleted' and r.role_system = 3`
  if (!learner) refuse(commonRefusals.notFound)
  await assertNotOwn(db, session, accountId)
}

/**
 * Issues the certificate of a year where it is due; refuses (409) where hours are missing, where the office revoked it, and
 * one's own.
 */
export async function issueYear(
  tx: Tx,
  session: ProjectSession,
  { accountId, year }: { accountId: string; year: number },
): Promise<void> {
  await assertLearner(tx, session, accountId)
  if (await settleYear(tx, accountId, year)) return
  if (await isYearStopped(tx, accountId, year)) refuse(certificateRefusals.yearRevoked, { year })
  refuse(certificateRefusals.hoursMissing, { year })
}
