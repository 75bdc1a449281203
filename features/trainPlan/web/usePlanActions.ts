import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useStateName } from '../../../web/words.ts'
import { planCalls, type PlanRow } from '../contract.ts'
import { planLifecycle } from '../rules.ts'
import { useTrainPlanWords } from './words.ts'

/** Returns the actions that take a plan to its next status, those the reader may do. */
export function usePlanActions() {
  const say = useTrainPlanWords()
  const stateName = useStateName(planLifecycle)
  const may = useMay(planCalls.updateStatus)
  const change = useAction(planCalls.updateStatus)
  return ({ id, name, status }: Pick<PlanRow, 'id' | 'name' | 'status'>): RowAction[] => {
    const to = (event: 'publish' | 'withdraw' | 'close') =>
      change.mutate({
        id,
        event,
        onDone: (done) => notify('success', say('statusChanged', { name, status: stateName(done.status) })),
      })
    if (!may) return []
    const actions: (RowAction | false)[] = [
      planLifecycle.can(status, 'publish') && {
        key: 'publish',
        label: say('publish'),
        onClick: () => to('publish'),
      },
      planLifecycle.can(status, 'withdraw') && {
        key: 'withdraw',
        label: say('withdraw'),
        confirm: { title: say('withdrawConfirm', { name }), text: say('withdrawHint') },
        onClick: () => to('withdraw'),
      },
      planLifecycle.can(status, 'close') && {
        key: 'close',
        label: say('close'),
        confirm: { title: say('closeConfirm', { name }), text: say('closeHint') },
        onClick: () => to('close'),
      },
    ]
    return actions.filter((action) => action !== false)
  }
}
