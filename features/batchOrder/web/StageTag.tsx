import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type Stage, stageWords } from '../rules.ts'
import { useBatchOrderWords } from './words.ts'

const colors: Readonly<Record<Stage, TagColor>> = {
  toPay: 'orange',
  toTransfer: 'orange',
  inReview: 'blue',
  voucherRejected: 'red',
  partPaid: 'orange',
  toApprove: 'blue',
  toFree: 'blue',
  opening: 'blue',
  opened: 'green',
  openedWithErrors: 'red',
  partRefunded: 'default',
  refunded: 'default',
  cancelled: 'default',
}

/** Stage of a batch order. */
export function StageTag({ stage }: { stage: Stage }) {
  const either = useBilingual()
  const { name } = stageWords[stage]
  return <Tag color={colors[stage]}>{either(name.zh, name.en)}</Tag>
}

/** Person or machine that a batch order waits for; nothing where it waits for nobody. */
export function WaitsFor({ stage }: { stage: Stage }) {
  const say = useBatchOrderWords()
  const { actor } = stageWords[stage]
  if (actor === 'nobody') return null
  return actor === 'system' ? say('actor_system') : say('waitsFor', { who: say(`actor_${actor}`) })
}

/** Stage of a batch order with what comes next and who has to act. */
export function StageLine({ stage }: { stage: Stage }) {
  const either = useBilingual()
  const { next } = stageWords[stage]
  return (
    <>
      <StageTag stage={stage} /> {either(next.zh, next.en)}{' '}
      <span className="k-caption k-nowrap">
        <WaitsFor stage={stage} />
      </span>
    </>
  )
}
