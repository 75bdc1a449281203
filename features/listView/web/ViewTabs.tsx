import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Call, InputOf } from '../../../contract/call.ts'
import { countedRows } from '../../../contract/paging.ts'
import { type CallRefused, notifyRefusal, useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { SavedView, ViewState, ViewTabsProps } from '../../../web/shell/list/listMemory.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { type RowAction, useRowAction } from '../../../web/shell/control/RowActions.tsx'
import { ShellMenu } from '../../../web/shell/control/ShellMenu.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { listViewCalls } from '../contract.ts'
import './ViewTabs.css'
import { useViewWords } from './words.ts'

const ViewDialog = dialogPart(() => import('./ViewDialog.tsx'))

/** Views that have a tab, which are counted; the rest are below “more”. */
const mostTabs = 6

/** Milliseconds for which a count is not asked for again. */
const countedFor = 60_000

/** A view on its way to be saved; what is new has no id. */
interface Edit {
  id?: string
  revision?: number
  name: string
  shared: boolean
}

const stateOf = ({ filter, sort, columns }: SavedView): ViewState => ({ filter, sort, columns })

/** The number of rows of a view, as far as its list counts them. */
function Count({ call, input }: { call: Call; input: Record<string, unknown> }) {
  const say = useViewWords()
  const { data } = useCall(call, { ...input, page: 1, limit: 1 } as InputOf<Call>, { staleTime: countedFor })
  const { total } = (data as { total: number } | undefined) ?? {}
  if (total === undefined) return null
  return (
    <span className="view-count">
      {total >= countedRows ? say('countMore', { count: countedRows }) : total}
    </span>
  )
}

/** The views of a list as tabs above it, and what can be done with the one that is shown. */
export function ViewTabs(props: ViewTabsProps) {
  const { call, views, current, defaultViewId, state, isChanged, inputOf, onShow } = props
  const say = useViewWords()
  const cache = useQueryClient()
  const run = useRowAction()
  const [dialog, setDialog] = useState<'new' | 'rename' | null>(null)
  const own = useAction(listViewCalls.save, { quiet: true })
  const everyone = useAction(listViewCalls.saveShared, { quiet: true })
  const chooseDefault = useAction(listViewCalls.chooseDefault)
  const refetch = () => cache.refetchQueries({ queryKey: [listViewCalls.findMine.path] })
  const onDone = () => onShow(null)
  const removeOwn = useAction(listViewCalls.delete, { onDone })
  const removeShared = useAction(listViewCalls.deleteShared, { onDone })
  const mayShare = useMay(listViewCalls.saveShared)

  const isSomething = Object.keys(state.filter).length > 0 || state.sort !== null || state.columns !== null
  if (views.length === 0 && !isSomething) return null
  const tabs = views.filter((view, i) => i < mostTabs || view === current)
  const rest = views.filter((view) => !tabs.includes(view))
  const mayEdit = current !== null && (!current.shared || mayShare)
  const nameOf = ({ name, shared }: SavedView) => (shared ? say('shared', { name }) : name)

  /** Saves a view, and gives its id once it is among the others. */
  async function save({ shared, columns, filter, ...view }: Edit & ViewState) {
    const saved = await (shared ? everyone : own).mutateAsync({
      ...view,
      path: call.path,
      filter: { ...filter },
      columns: columns && [...columns],
    })
    await refetch()
    return saved.id
  }
  async function update({ id, revision, name, shared }: SavedView) {
    try {
      onShow({ id: await save({ ...state, id, revision, name, shared }), ...state })
      notify('success', say('updated'))
    } catch (error) {
      notifyRefusal(error as CallRefused)
    }
  }

  function actionsOf(view: SavedView): RowAction[] {
    const { id, name, shared } = view
    const isDefault = id === defaultViewId
    const edits: RowAction[] = [
      {
        key: 'update',
        label: say('update'),
        onClick: () => void update(view),
        ...(shared
          ? { confirm: { title: say('updateShared', { name }), text: say('updateSharedText') } }
          : {}),
      },
      { key: 'rename', label: say('rename'), onClick: () => setDialog('rename') },
    ]
    const removal: RowAction = {
      key: 'delete',
      label: say('delete'),
      danger: true,
      confirm: {
        title: say('deleteTitle', { name }),
        ...(shared ? { text: say('deleteShared') } : {}),
      },
      onClick: () => (shared ? removeShared : removeOwn).mutate({ id }),
    }
    return [
      ...(mayEdit ? edits.filter(({ key }) => key !== 'update' || isChanged) : []),
      {
        key: 'default',
        label: say(isDefault ? 'noDefault' : 'makeDefault'),
        onClick: () => chooseDefault.mutate({ path: call.path, viewId: isDefault ? null : id }),
      },
      ...(mayEdit ? [removal] : []),
    ]
  }
  return (
    <nav className="view-tabs k-row k-gap-1" aria-label={say('views')}>
      <Tab
        isCurrent={current === null && Object.keys(state.filter).length === 0}
        name={say('all')}
        onClick={() => onShow(null)}
      />
      {tabs.map((view) => (
        <Tab
          key={view.id}
          isCurrent={view === current}
          name={nameOf(view)}
          {...(view === current && isChanged ? { hint: say('changed', { name: nameOf(view) }) } : {})}
          {...(view.id === defaultViewId ? { mark: say('isDefault') } : {})}
          onClick={() => onShow(view)}
        >
          <Count call={call} input={inputOf(view)} />
        </Tab>
      ))}
      {rest.length > 0 && (
        <ShellMenu
          items={rest.map((view) => ({
            key: view.id,
            label: nameOf(view),
            onClick: () => onShow(view),
          }))}
        >
          <Button type="text">{say('moreViews')}</Button>
        </ShellMenu>
      )}
      {current && (
        <ShellMenu
          items={actionsOf(current).map((action) => ({
            key: action.key,
            label: action.label,
            danger: action.danger ?? false,
            onClick: () => void run(action),
          }))}
        >
          <Button type="text" aria-label={say('actionsOf', { name: current.name })}>
            ⋯
          </Button>
        </ShellMenu>
      )}
      {isSomething && (current === null || isChanged) && (
        <Button type="link" className="view-save" onClick={() => setDialog('new')}>
          {say('saveAs')}
        </Button>
      )}
      {dialog && (
        <ViewDialog
          title={say(dialog === 'new' ? 'saveAs' : 'rename')}
          // A renamed view stays what it was; what is shown at the moment is saved by its update.
          values={
            dialog === 'rename' && current
              ? { name: current.name, shared: current.shared }
              : { name: '', shared: false }
          }
          mayShare={dialog === 'new' && mayShare}
          onSave={({ name, shared }) =>
            dialog === 'rename' && current
              ? save({ id: current.id, revision: current.revision, shared, name, ...stateOf(current) })
              : save({ ...state, name, shared }).then((id) => onShow({ id, ...state }))
          }
          onClose={() => setDialog(null)}
        />
      )}
    </nav>
  )
}

function Tab({
  isCurrent,
  name,
  hint,
  mark,
  onClick,
  children,
}: {
  isCurrent: boolean
  name: string
  /** Hint on a view that the list no longer shows as it was saved. */
  hint?: string
  mark?: string
  onClick: () => void
  children?: ReactNode
}) {
  return (
    <button
      type="button"
      className="view-tab"
      aria-current={isCurrent ? 'true' : undefined}
      title={hint ?? mark}
      onClick={onClick}
    >
      {name}
      {mark && (
        <span role="img" aria-label={mark}>
          ★
        </span>
      )}
      {children}
      {hint && <span className="view-dot" role="img" aria-label={hint} />}
    </button>
  )
}
