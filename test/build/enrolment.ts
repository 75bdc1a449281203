import type { EnrolmentSource } from '../../features/enrolment/contract.ts'
import { openEnrolment } from '../../features/enrolment/server/actions.ts'
import type { World } from '../harness.ts'
import type { BuiltPortal } from './portal.ts'

/** A learner in a class, opened as the product does; returns the enrolment's id. */
export async function anEnrolment(
  world: World,
  portal: BuiltPortal,
  input: { accountId: string; classId: string; source?: EnrolmentSource },
): Promise<string> {
  const { accountId, classId, source = 'free' } = input
  return world.db.begin((tx) =>
    openEnrolment(tx, { projectId: portal.projectId, accountId, classId, source, sourceId: null, by: null }),
  )
}
