import type { EnrolmentStatus } from '../../contract.ts'
import { enrolmentLifecycle } from '../../rules.ts'

export const deeds = ['approve', 'reject', 'pass', 'extend', 'remove'] as const
/** What a manager does to enrolments. */
export type Deed = (typeof deeds)[number]

/** What may be done to an enrolment as it stands. Whether it was paid, the server knows and says. */
export function deedsFor(status: EnrolmentStatus): Deed[] {
  return deeds.filter((deed) => enrolmentLifecycle.can(status, deed))
}
