import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useStateName } from '../../../web/words.ts'
import { unitLifecycle } from '../rules.ts'
import { useUnitWords } from './words.ts'

/** Tag that shows whether a unit takes people: by its own status, or that of one above it. */
export function UnitStatusTag({ status, closed }: { status: string; closed: boolean }) {
  const say = useUnitWords()
  const stateName = useStateName(unitLifecycle)
  if (status === 'disabled') return <Tag>{stateName('disabled')}</Tag>
  return closed ? (
    <Tag color="orange">{say('closedAbove')}</Tag>
  ) : (
    <Tag color="green">{stateName('active')}</Tag>
  )
}
