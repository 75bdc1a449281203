import type { Tx } from '../../../server/db.ts'

/** Takes away from where and with what the owner of a closed account sat exams; papers, answers and scores stay. */
export async function eraseAttempts(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`update exam_attempts set ip = '', device = '' where account_id = ${accountId}`
}
