import { Button } from './Button.tsx'
import { confirm } from '../view/confirm.ts'
import { ShellIcon } from './ShellIcon.tsx'
import { type MenuButton, ShellMenu } from './ShellMenu.tsx'
import { useShellWords } from '../words.ts'

/** Something to do with one row. */
export interface RowAction {
  key: string
  label: string
  onClick: () => void
  danger?: boolean
  loading?: boolean
  /** It opens something and changes nothing: Enter on a row presses the first of these. */
  opens?: boolean
  /** The key that presses it while its row has the focus. */
  shortcut?: 'A' | 'R'
  /** A question first: what is done and to what; its buttons are the action and “Cancel” unless named otherwise. */
  confirm?: { title: string; text?: string; yes?: string; no?: string }
}

/** Number of actions a row has beside its menu. */
const inRow = 2

/** Returns the function that runs an action of a row, after its confirmation if it has one. */
export function useRowAction(): (action: RowAction) => Promise<void> {
  const say = useShellWords()
  return async (action) => {
    const { confirm: question, label } = action
    const sure =
      !question ||
      (await confirm({ yes: label, no: say('cancel'), ...question, danger: action.danger ?? false }))
    if (sure) action.onClick()
  }
}

/**
 * Divides actions into those shown and the rest below “more”. Those with a key are shown first: a key presses
 * what is there. What the reader may not do is false.
 */
export function divided<A extends RowAction>(
  given: readonly (A | false)[],
  most = inRow,
): { shown: A[]; rest: A[] } {
  const actions = given.filter((action) => action !== false)
  if (actions.length <= most) return { shown: actions, rest: [] }
  const first = [...actions].sort((a, b) => Number(!a.shortcut) - Number(!b.shortcut)).slice(0, inRow)
  return {
    shown: actions.filter((action) => first.includes(action)),
    rest: actions.filter((action) => !first.includes(action)),
  }
}

/** The menu of the actions that are not shown, opened by the button in it; nothing where there are none. */
export function MoreActions({ rest, children }: { rest: readonly RowAction[]; children: MenuButton }) {
  const run = useRowAction()
  if (rest.length === 0) return null
  return (
    <ShellMenu
      items={rest.map((action) => ({
        key: action.key,
        label: action.label,
        danger: action.danger ?? false,
        onClick: () => void run(action),
      }))}
    >
      {children}
    </ShellMenu>
  )
}

/** The links of a row. What the reader may not do is false. */
export function RowActions({ actions }: { actions: readonly (RowAction | false)[] }) {
  const say = useShellWords()
  const run = useRowAction()
  const { shown, rest } = divided(actions)
  return (
    <span className="crud-actions">
      {shown.map((action) => (
        <Button
          key={action.key}
          type="link"
          size="small"
          danger={action.danger ?? false}
          loading={action.loading ?? false}
          aria-keyshortcuts={action.shortcut}
          data-opens={action.opens || undefined}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      <MoreActions rest={rest}>
        <Button
          type="link"
          size="small"
          aria-label={say('more')}
          loading={rest.some(({ loading }) => loading)}
          icon={<ShellIcon name="dots" />}
        />
      </MoreActions>
    </span>
  )
}
