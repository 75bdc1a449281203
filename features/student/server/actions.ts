import { longIdCard, maskIdCard, readIdCard } from '../../../contract/identity.ts'
import { refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { studentRefusals } from '../contract.ts'

export interface NewStudent {
  accountId: string
  projectId: string
  unitId: string | null
  realName: string
  /** A valid citizen ID of 15 or 18 characters; it is kept in 18. */
  cardNumber: string
  personnelCategory: string | null
}

/** Creates a learner's profile; birth date and sex are read from the ID. An ID in use is refused with its field. */
export async function createStudent(tx: Tx, secrets: Secrets, student: NewStudent): Promise<void> {
  const { cardNumber: given, ...columns } = student
  const cardNumber = longIdCard(given)
  const [row] = await tx`insert into students ${tx({
    ...columns,
    ...readIdCard(cardNumber),
    nameBigrams: bigramsOf(student.realName),
    cardSealed: secrets.seal('students.card', cardNumber),
    cardIndex: secrets.blindIndex('card', cardNumber),
    cardMask: maskIdCard(cardNumber),
  })} on conflict do nothing returning account_id`
  if (!row) refuse(studentRefusals.cardTaken, {}, 'cardNumber')
}

/** Moves the profiles of a unit's learners to another unit. For a merge of units. */
export async function moveStudents(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update students set unit_id = ${toId} where unit_id = ${fromId}`
}
