import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { transferColors } from '../../../receipt/voucher/web/transferColors.ts'
import { type FeeStage, feeStageWords } from '../rules.ts'

/** Stage of a unit's unpaid order of fees. */
export function FeeStageTag({ stage }: { stage: FeeStage }) {
  const either = useBilingual()
  const { zh, en } = feeStageWords[stage].name
  return <Tag color={stage === 'toPay' ? 'orange' : transferColors[stage]}>{either(zh, en)}</Tag>
}
