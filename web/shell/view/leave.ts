import { useBilingual } from '../../words.ts'
import { confirm, isConfirming } from './confirm.ts'
import { nameOf, type Tab } from './tabs.ts'
import { isUnsaved, useUnsaved } from './unsaved.ts'
import { useShellWords } from '../words.ts'

/**
 * Returns a function that confirms before tabs are closed, refreshed or left: immediately true where nothing is
 * unsaved.
 */
export function useLeave(): (tabs: readonly Tab[]) => Promise<boolean> {
  const say = useShellWords()
  const pick = useBilingual()
  return async (tabs) => {
    const unsaved = tabs.filter((tab) => isUnsaved(tab.key))
    if (unsaved.length === 0) return true
    return confirm({
      title: say('leaveTitle'),
      text: say('leaveText', { names: unsaved.map((tab) => nameOf(tab, pick)).join(say('comma')) }),
      yes: say('leave'),
      no: say('stay'),
      danger: true,
    })
  }
}

/** Registers whether a form has unsaved input, and returns a close function that confirms first. */
export function useDiscard(isDirty: boolean): (then: () => void) => void {
  const say = useShellWords()
  useUnsaved(isDirty)
  return (then) => {
    if (!isDirty) return then()
    // Escape reaches both dialogs: the one below the confirmation ignores it.
    if (isConfirming()) return
    const question = { title: say('leaveTitle'), text: say('leaveForm'), yes: say('leave'), no: say('stay') }
    const put = () => confirm({ ...question, danger: true }).then((yes) => yes && then())
    // The Escape that opens the confirmation would also close it, if it opened before the key event ended.
    setTimeout(() => void put())
  }
}
