import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../../web/shell/form/ReasonItem.tsx'
import { applicationCalls, type ApplicationRow } from '../contract.ts'
import { useApplicationWords } from './words.ts'

/** Withdraws an application for its person, for a reason that they read. */
export default function WithdrawDialog({
  application: { id, realName },
  onClose,
}: {
  application: Pick<ApplicationRow, 'id' | 'realName'>
  onClose: () => void
}) {
  const say = useApplicationWords()
  const withdraw = useAction(applicationCalls.withdrawFor, { quiet: true })
  return (
    <FormDialog
      name="withdraw-application"
      title={say('withdrawOf', { name: realName })}
      submit={say('withdrawYes')}
      danger
      values={{ reason: '' }}
      onSave={({ reason }) => withdraw.mutateAsync({ id, reason })}
      success={say('withdrawn')}
      onClose={onClose}
    >
      <p>{say('rejectHint')}</p>
      <ReasonItem />
    </FormDialog>
  )
}
