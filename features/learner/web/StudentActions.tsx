import { type ReactNode, useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { manageCalls } from '../../account/manage/contract.ts'
import type { Handover } from '../../account/manage/web/OneTimePassword.tsx'
import type { ToMove } from '../../supportCase/web/CorrectUnitDialog.tsx'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { type StudentRow, studentManageCalls } from '../../student/manage/contract.ts'
import { viewCalls } from '../../student/view/contract.ts'
import { useLearnerWords } from './words.ts'

const ProfileDrawer = dialogPart(() => import('./ProfileDrawer.tsx'))
const CorrectUnitDialog = dialogPart(() => import('../../supportCase/web/CorrectUnitDialog.tsx'))
const ViewAsDialog = dialogPart(() => import('../../student/view/web/ViewAsDialog.tsx'))
const OneTimePassword = dialogPart(() => import('../../account/manage/web/OneTimePassword.tsx'))

const page = '/student-manage/student'

/** Returns the reader's actions on a learner, as actions of a row, and the dialogs they open. */
export function useStudentActions(): { actionsOf: (row: StudentRow) => RowAction[]; dialogs: ReactNode } {
  const say = useLearnerWords()
  const may = {
    edit: useMay(studentManageCalls.updateStudentInfo),
    move: useMay(supportCaseCalls.saveAccountUnitId),
    // These calls are for accounts of every kind; for a learner the server asks for what this page grants.
    reset: useMay(`${page}#reset`),
    disable: useMay(`${page}#disable`),
    unbind: useMay(`${page}#unbind`),
    viewAs: useMay(viewCalls.viewAsLearner),
  }
  const [editing, setEditing] = useState<StudentRow | null>(null)
  const [moving, setMoving] = useState<ToMove | null>(null)
  const [viewing, setViewing] = useState<{ accountId: string; name: string } | null>(null)
  const [handover, setHandover] = useState<Handover | null>(null)
  const reset = useAction(manageCalls.resetPassword)
  const disable = useAction(manageCalls.disableAccount)
  const unbind = useAction(manageCalls.unbindOpenId)

  function actionsOf(row: StudentRow): RowAction[] {
    const { id: accountId, realName: name } = row
    const learner = { accountId, name }
    const reported = (what: string) => ({
      accountId,
      onDone: () => notify('success', say('done', { name, what })),
    })
    const isActive = row.status === 'active'
    const actions: (RowAction | false)[] = [
      may.edit &&
        row.hasProfile && { key: 'edit', opens: true, label: say('modify'), onClick: () => setEditing(row) },
      may.viewAs && isActive && { key: 'view', label: say('view'), onClick: () => setViewing(learner) },
      may.move && { key: 'move', label: say('move'), onClick: () => setMoving(learner) },
      may.reset && {
        key: 'reset',
        label: say('reset'),
        confirm: { title: say('resetConfirm', { name }), text: say('resetText') },
        onClick: () =>
          reset.mutate({
            accountId,
            onDone: ({ password }) => setHandover({ name: row.loginName, password }),
          }),
      },
      may.unbind &&
        row.wechatBound && {
          key: 'unbind',
          label: say('unbind'),
          confirm: { title: say('unbindConfirm', { name }), text: say('unbindText') },
          onClick: () => unbind.mutate(reported(say('unbind'))),
        },
      may.disable &&
        (isActive
          ? {
              key: 'disable',
              label: say('disable'),
              danger: true,
              confirm: { title: say('disableConfirm', { name }), text: say('disableText') },
              onClick: () => disable.mutate({ disabled: true, ...reported(say('disable')) }),
            }
          : {
              key: 'enable',
              label: say('enable'),
              onClick: () => disable.mutate({ disabled: false, ...reported(say('enable')) }),
            }),
    ]
    return actions.filter((action) => action !== false)
  }
  return {
    actionsOf,
    dialogs: (
      <>
        {editing && (
          <ProfileDrawer
            learner={{ accountId: editing.id, name: editing.realName }}
            onClose={() => setEditing(null)}
          />
        )}
        {moving && <CorrectUnitDialog learner={moving} onClose={() => setMoving(null)} />}
        {viewing && <ViewAsDialog learner={viewing} onClose={() => setViewing(null)} />}
        {handover && <OneTimePassword handover={handover} onClose={() => setHandover(null)} />}
      </>
    ),
  }
}
