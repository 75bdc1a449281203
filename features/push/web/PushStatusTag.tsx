import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useStateName } from '../../../web/words.ts'
import type { Push } from '../contract.ts'
import { pushLifecycle } from '../rules.ts'

const colours = { waiting: 'orange', delivered: 'green', failed: 'red' } as const

/** The state of a push. */
export function PushStatusTag({ status }: Pick<Push, 'status'>) {
  const nameOf = useStateName(pushLifecycle)
  return <Tag color={colours[status]}>{nameOf(status)}</Tag>
}
