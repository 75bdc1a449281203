import type { Tx } from '../../../../server/db.ts'

/** Takes the answers of an enrolment along into another of the same learner, before its study is. */
export async function carryPins(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`
    insert into pin_answers (enrolment_id, question_id, version_id, tries, answers, is_right, passed_at, retry_at, answered_at)
    select ${toId}, question_id, version_id, tries, answers, is_right, passed_at, retry_at, answered_at
    from pin_answers where enrolment_id = ${fromId} on conflict do nothing`
}
