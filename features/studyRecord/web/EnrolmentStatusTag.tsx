import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useStateName } from '../../../web/words.ts'
import type { EnrolmentStatus } from '../../enrolment/contract.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'

const colours: Record<EnrolmentStatus, TagColor> = {
  applied: 'gold',
  approved: 'orange',
  active: 'blue',
  passed: 'green',
  failed: 'red',
  rejected: 'red',
  withdrawn: 'default',
  expired: 'orange',
  refunded: 'default',
  removed: 'default',
  transferred: 'default',
}

/** The status of an enrolment as a coloured tag. */
export function EnrolmentStatusTag({ status }: { status: EnrolmentStatus }) {
  const nameOf = useStateName(enrolmentLifecycle)
  return <Tag color={colours[status]}>{nameOf(status)}</Tag>
}
