import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useStateName } from '../../../web/words.ts'
import type { ClassStatus } from '../contract.ts'
import { classLifecycle } from '../rules.ts'

const colours: Record<ClassStatus, TagColor> = {
  draft: 'default',
  on_shelf: 'green',
  off_shelf: 'orange',
  deleted: 'red',
}

/** The status of a class as a coloured tag. */
export function ClassStatusTag({ status }: { status: ClassStatus }) {
  const nameOf = useStateName(classLifecycle)
  return <Tag color={colours[status]}>{nameOf(status)}</Tag>
}
