import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { useStateName } from '../../../web/words.ts'
import { noticeCalls, type NoticeStatus } from '../contract.ts'
import { noticeLifecycle } from '../rules.ts'
import { useNoticeWords } from './words.ts'

/** Returns what may be done to a notice of the project, or to an announcement of a class, in its status. */
export function useNoticeActions(of: 'project' | 'class') {
  const say = useNoticeWords()
  const stateName = useStateName(noticeLifecycle)
  const isClass = of === 'class'
  const change = useAction(isClass ? noticeCalls.updateClassStatus : noticeCalls.updateStatus)
  const remove = useAction(isClass ? noticeCalls.deleteClass : noticeCalls.delete)
  return (
    { id, title: name, status }: { id: string; title: string; status: NoticeStatus },
    onEdit: () => void,
  ): RowAction[] => {
    const to = (event: 'publish' | 'withdraw') =>
      change.mutate({
        id,
        event,
        onDone: (done) => notify('success', say('statusChanged', { name, status: stateName(done.status) })),
      })
    const actions: (RowAction | false)[] = [
      noticeLifecycle.can(status, 'publish') && {
        key: 'publish',
        label: say('publish'),
        onClick: () => to('publish'),
      },
      { key: 'edit', label: say('edit'), opens: true, onClick: onEdit },
      noticeLifecycle.can(status, 'withdraw') && {
        key: 'withdraw',
        label: say('withdraw'),
        confirm: { title: say('withdrawConfirm', { name }), text: say('withdrawHint') },
        onClick: () => to('withdraw'),
      },
      {
        key: 'delete',
        label: say('delete'),
        danger: true,
        confirm: { title: say('deleteConfirm', { name }), text: say('deleteHint') },
        onClick: () => remove.mutate({ id }),
      },
    ]
    return actions.filter((action) => action !== false)
  }
}
