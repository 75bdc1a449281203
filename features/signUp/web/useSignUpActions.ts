import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { useStateName } from '../../../web/words.ts'
import { signUpCalls, type SignUpRow } from '../contract.ts'
import { type SignUpKind, signUpLifecycle } from '../rules.ts'
import { useMayFor } from './useMayFor.ts'
import { useSignUpWords } from './words.ts'

/** Returns the actions on a sign-up that its status and the reader's role allow; `onDeleted` follows a deletion. */
export function useSignUpActions(kind: SignUpKind, onDeleted: () => void = () => {}) {
  const say = useSignUpWords()
  const stateName = useStateName(signUpLifecycle)
  const mayPublish = useMayFor(kind, signUpCalls.updateStatus, 'publish')
  const mayDelete = useMayFor(kind, signUpCalls.delete, 'delete')
  const change = useAction(signUpCalls.updateStatus)
  /** Shows why the one row was refused, or else what was done. */
  const tell = ({ failed }: BatchResult, done: () => void) =>
    failed[0] ? notify('error', failed[0].reason) : done()
  const remove = useAction(signUpCalls.delete, {
    onDone: (result) =>
      tell(result, () => {
        notify('success', say('deleted'))
        onDeleted()
      }),
  })
  return ({ id, title: name, status }: Pick<SignUpRow, 'id' | 'title' | 'status'>): (RowAction | false)[] => {
    const to = (event: 'publish' | 'close' | 'reopen') =>
      change.mutate({
        ids: [id],
        event,
        onDone: (result) =>
          tell(result, () =>
            notify(
              'success',
              say('statusChanged', { name, status: stateName(signUpLifecycle.next(status, event)) }),
            ),
          ),
      })
    return [
      mayPublish &&
        signUpLifecycle.can(status, 'publish') && {
          key: 'publish',
          label: say('publish'),
          onClick: () => to('publish'),
        },
      mayPublish &&
        signUpLifecycle.can(status, 'reopen') && {
          key: 'reopen',
          label: say('reopen'),
          onClick: () => to('reopen'),
        },
      mayPublish &&
        signUpLifecycle.can(status, 'close') && {
          key: 'close',
          label: say('closeIt'),
          confirm: { title: say('closeConfirm', { name }), text: say('closeHint') },
          onClick: () => to('close'),
        },
      mayDelete &&
        signUpLifecycle.can(status, 'delete') && {
          key: 'delete',
          label: say('delete'),
          danger: true,
          confirm: { title: say('deleteConfirm', { name }), text: say('deleteHint') },
          onClick: () => remove.mutate({ ids: [id] }),
        },
    ]
  }
}
