import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useStateName } from '../../../web/words.ts'
import type { PlanStatus } from '../contract.ts'
import { planLifecycle } from '../rules.ts'

const colours: Record<PlanStatus, TagColor> = {
  draft: 'default',
  published: 'green',
  closed: 'default',
  deleted: 'red',
}

/** The status of a plan as a coloured tag. */
export function PlanStatusTag({ status }: { status: PlanStatus }) {
  const nameOf = useStateName(planLifecycle)
  return <Tag color={colours[status]}>{nameOf(status)}</Tag>
}
