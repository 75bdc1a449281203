import Button from 'antd/es/button'
import { confirm } from './confirm.ts'
import { ShellMenu } from './ShellMenu.tsx'
import { useShellWords } from './words.ts'

/** Something to do with one row. */
export interface RowAction {
  key: string
  label: string
  onClick: () => void
  danger?: boolean
  loading?: boolean
  /** A question first: what is done and to what; its buttons are the action and “Cancel” unless named otherwise. */
  confirm?: { title: string; text?: string; yes?: string; no?: string }
}

const most = 3

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

/** The links of a row: three at most, or two and the rest below “more”. What the reader may not do is false. */
export function RowActions({ actions: given }: { actions: readonly (RowAction | false)[] }) {
  const say = useShellWords()
  const actions = given.filter((action) => action !== false)
  const run = useRowAction()
  const shown = actions.length > most ? actions.slice(0, most - 1) : actions
  const rest = actions.slice(shown.length)

  return (
    <span className="crud-actions">
      {shown.map((action) => (
        <Button
          key={action.key}
          type="link"
          size="small"
          danger={action.danger ?? false}
          loading={action.loading ?? false}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <ShellMenu
          menu={{
            items: rest.map((action) => ({
              key: action.key,
              label: action.label,
              danger: action.danger ?? false,
              onClick: () => void run(action),
            })),
          }}
        >
          <Button type="link" size="small" aria-haspopup="menu">
            {say('more')}
          </Button>
        </ShellMenu>
      )}
    </span>
  )
}
