import type { BatchResult } from '../../../../contract/selection.ts'
import { useAction } from '../../../../web/client.ts'
import type { Selected } from '../../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { ReasonItem } from '../../../../web/shell/form/ReasonItem.tsx'
import { registerCalls } from '../contract.ts'
import { useRegisterWords } from './words.ts'

/** Asks for the reason for which certificates are revoked or issued again. */
export default function ReasonDialog({
  action,
  selected,
  onSaved,
  onClose,
}: {
  action: 'revoke' | 'reissue'
  selected: Selected
  onSaved: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useRegisterWords()
  const revoke = useAction(registerCalls.revoke, { quiet: true })
  const reissue = useAction(registerCalls.reissue, { quiet: true })
  const run = action === 'revoke' ? revoke : reissue
  return (
    <FormDialog<{ reason: string }, BatchResult>
      name={action}
      title={say(action)}
      submit={say(action)}
      danger={action === 'revoke'}
      values={{ reason: '' }}
      onSave={({ reason }) => run.mutateAsync({ ...selected.selection, reason })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <p>{say(`${action}Many`, { count: selected.said })}</p>
      <p>{say(`${action}Hint`)}</p>
      <ReasonItem />
    </FormDialog>
  )
}
