import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import type { UnitClass } from '../contract.ts'
import { obstacleNames } from '../rules.ts'
import { useUnitClassWords } from './words.ts'

/** Tag that says whether people can be ordered for a unit class now, or why not. */
export function Obstacle({ obstacle }: Pick<UnitClass, 'obstacle'>) {
  const say = useUnitClassWords()
  const either = useBilingual()
  if (obstacle === null) return <Tag color="green">{say('open')}</Tag>
  const { zh, en } = obstacleNames[obstacle]
  return <Tag color="orange">{either(zh, en)}</Tag>
}
