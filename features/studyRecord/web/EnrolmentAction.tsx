import type { BatchResult } from '../../../contract/selection.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { ClassPicker } from './ClassPicker.tsx'
import type { Action } from './enrolmentActions.ts'

const ActionDialog = dialogPart(() => import('./ActionDialog.tsx'))
const TransferDrawer = dialogPart(() => import('../../transfer/web/TransferDrawer.tsx'))

/** Action on enrolments that was chosen, to be confirmed in a dialog; a transfer has a drawer of its own. */
export function EnrolmentAction({
  action,
  ...about
}: {
  action: Action
  selected: Selected
  /** Learner's name, when it is a single one. */
  name?: string | undefined
  onClose: () => void
  onResult: (result: BatchResult) => void
  /** It goes on without the rows: a second person has to approve it first, or a job has begun. */
  onProposed?: () => void
}) {
  const { selected, onClose, onProposed } = about
  if (action !== 'transfer') return <ActionDialog action={action} {...about} />
  return (
    <TransferDrawer
      selected={selected}
      picker={<ClassPicker onSale />}
      onClose={(hasBegun) => {
        onClose()
        if (hasBegun) onProposed?.()
      }}
    />
  )
}
