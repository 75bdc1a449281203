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

/** Stage of a batch order with what comes next and who has to act. */
export function StageLine({ stage }: { stage: Stage }) {
  const say = useBatchOrderWords()
  const either = useBilingual()
  const { next, actor } = stageWords[stage]
  return (
    <>
      <StageTag stage={stage} /> {either(next.zh, next.en)}{' '}
      <span className="k-caption k-nowrap">
        {say('actor')}: {say(`actor_${actor}`)}
      </span>
    </>
  )
}
