import type { ComponentType } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { offerUndo } from '../../../web/shell/view/undo.ts'
import { unitCalls, type UnitRow } from '../contract.ts'
import { unitLifecycle } from '../rules.ts'
import { useUnitWords } from './words.ts'

/** Merges a unit into another. */
export type MergeDialog = ComponentType<{
  from: Pick<UnitRow, 'id' | 'name'>
  onClose: () => void
  onMerged: (toId: string) => void
}>

/** Actions on a unit besides editing it, for users with the whole project. */
export function useUnitActions({
  isProvider,
  onMerge,
  onRemoved,
}: {
  isProvider: boolean
  onMerge: (unit: Pick<UnitRow, 'id' | 'name'>) => void
  onRemoved?: () => void
}): (unit: Pick<UnitRow, 'id' | 'name' | 'status'>) => RowAction[] {
  const say = useUnitWords()
  const mayDisable = useMay(unitCalls.disableUnit)
  // As the call declares it, on which units do not lean.
  const mayMerge = useMay({ allow: '/unit-manage/list#merge', wholeProject: true })
  const mayDelete = useMay(unitCalls.deleteUnit)
  const disable = useAction(unitCalls.disableUnit)
  const undisable = useAction(unitCalls.disableUnit, { quiet: true })
  const remove = useAction(unitCalls.deleteUnit)
  return (unit) => {
    if (!isProvider) return []
    const { id: unitId, name, status } = unit
    const turn = (disabled: boolean) =>
      disable.mutate({
        unitId,
        disabled,
        onDone: () =>
          offerUndo(say(disabled ? 'disabledNamed' : 'enabledNamed', { name }), () =>
            undisable.mutateAsync({ unitId, disabled: !disabled }),
          ),
      })
    const given: (RowAction | false)[] = [
      mayDisable &&
        (unitLifecycle.can(status, 'disable')
          ? {
              key: 'disable',
              label: say('disable'),
              confirm: { title: say('disableConfirm', { name }), text: say('disableText') },
              onClick: () => turn(true),
            }
          : {
              key: 'enable',
              label: say('enable'),
              onClick: () => turn(false),
            }),
      mayMerge && { key: 'merge', label: say('merge'), onClick: () => onMerge(unit) },
      mayDelete && {
        key: 'remove',
        label: say('delete'),
        danger: true,
        confirm: { title: say('deleteConfirm', { name }), text: say('removeText') },
        onClick: () =>
          remove.mutate({
            unitId,
            onDone() {
              notify('success', say('removed', { name }))
              onRemoved?.()
            },
          }),
      },
    ]
    return given.filter((one): one is RowAction => Boolean(one))
  }
}
