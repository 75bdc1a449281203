import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import { transferColors } from '../../receipt/voucher/web/transferColors.ts'
import { WaitsFor } from '../../receipt/voucher/web/WaitsFor.tsx'
import { type Stage, stageWords } from '../rules.ts'

const colors: Readonly<Record<Stage, TagColor>> = {
  ...transferColors,
  toPay: 'orange',
  toTransfer: 'orange',
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
  const either = useBilingual()
  const { next, actor } = stageWords[stage]
  return (
    <>
      <StageTag stage={stage} /> {either(next.zh, next.en)}{' '}
      <span className="k-caption k-nowrap">
        <WaitsFor actor={actor} />
      </span>
    </>
  )
}
