import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { isDue } from './data.ts'

/** Expires one enrolment, or so many, whose end has come; gives how many. What others hold is left for later. */
export async function expireDue(tx: Tx, which: { enrolmentId: string } | { limit: number }): Promise<number> {
  const rows = await tx`
    update enrolments set status = 'expired'
    where id in (
      select e.id from enrolments e
      where ${isDue(tx)} ${'enrolmentId' in which ? tx`and e.id = ${which.enrolmentId}` : tx``}
      order by e.expires_at limit ${'limit' in which ? which.limit : 1} for no key update of e skip locked)
    returning id, project_id, expires_at`
  for (const row of rows) {
    await audit(tx, {
      by: null,
      projectId: row.projectId as string,
      action: 'enrolment.expire',
      subjectKind: 'enrolment',
      subjectId: row.id as string,
      before: { status: 'active' },
      after: { status: 'expired', expiresAt: row.expiresAt },
    })
  }
  return rows.length
}
