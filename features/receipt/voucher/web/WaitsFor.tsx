import type { StageWords } from '../rules.ts'
import { useVoucherWords } from './words.ts'

/** Person or machine that an order waits for; nothing where it waits for nobody. */
export function WaitsFor({ actor }: Pick<StageWords, 'actor'>) {
  const say = useVoucherWords()
  if (actor === 'nobody') return null
  return actor === 'system' ? say('actor_system') : say('waitsFor', { who: say(`actor_${actor}`) })
}
