import { type Static, Type } from 'typebox'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { rowOf, type Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { assertNotOwn } from '../../../approval/server/actions.ts'
import { certificateLifecycle, CertificateStatus, certificateRefusals } from '../../contract.ts'
import { hasRight, replaceCertificates, revokeValid } from '../../server/actions.ts'

const Locked = Type.Object({ id: Type.String(), accountId: Type.String(), status: CertificateStatus })

/** A certificate of the project, locked after its learner's account; refuses (404) any other, and (409) one's own. */
async function lock(tx: Tx, by: ProjectSession, id: string): Promise<Static<typeof Locked>> {
  const { projectId } = by
  await tx`
    select from accounts where id = (select account_id from certificates where id = ${id} and project_id = ${projectId})
    for update`
  const rows = await tx`
    select id, account_id, status from certificates where id = ${id} and project_id = ${projectId} for no key update`
  const found = rowOf(Locked, rows) ?? refuse(commonRefusals.notFound)
  await assertNotOwn(tx, by, found.accountId)
  return found
}

/** Revokes a valid certificate of somebody else for a reason; refuses (409) any other. */
export async function revoke(tx: Tx, by: ProjectSession, id: string, reason: string): Promise<void> {
  const { status } = await lock(tx, by, id)
  certificateLifecycle.next(status, 'revoke')
  await revokeValid(tx, tx`id = ${id}`, { by, reason })
}

/**
 * Issues a certificate again under a new number. Refuses (409) one's own, one that was replaced, and a revoked one
 * whose right does not hold any more or that has a valid one beside it.
 */
export async function reissue(tx: Tx, by: ProjectSession, id: string, reason: string): Promise<string> {
  const { status } = await lock(tx, by, id)
  certificateLifecycle.next(status, 'correct')
  if (status === 'revoked' && !(await hasRight(tx, id))) refuse(certificateRefusals.rightGone)
  const [fresh] = await replaceCertificates(tx, tx`k.id = ${id}`, { by, reason })
  return fresh ?? refuse(certificateRefusals.nobody)
}
