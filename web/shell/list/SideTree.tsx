import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { CallRefused, notifyRefusal } from '../../client.ts'
import { notify } from '../../notice.ts'
import { keyOf } from '../../composing.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Button } from '../control/Button.tsx'
import { EditableCell } from '../control/EditableCell.tsx'
import {
  dropOf,
  type MayHold,
  type Move,
  placesFor,
  returnOf,
  stepOf,
  type TreeRow,
} from '../control/drop.ts'
import { useNarrow } from '../view/narrow.ts'
import { Reader } from '../view/reader.ts'
import { type RowAction, useRowAction } from '../control/RowActions.tsx'
import { ShellIcon } from '../control/ShellIcon.tsx'
import { ShellMenu } from '../control/ShellMenu.tsx'
import { isFolded, saveFolded } from './sideTree.ts'
import './SideTree.css'
import { Tree } from '../control/Tree.tsx'
import { offerUndo } from '../view/undo.ts'
import { dialogPart } from '../form/withAntd.tsx'
import { useShellWords } from '../words.ts'

const MoveDialog = dialogPart(() => import('../form/MoveDialog.tsx'))

/** A row of a tree at the side; what is fixed has its place, and nothing is done to it. */
export interface SideRow extends TreeRow {
  fixed?: boolean
  /** True if nothing is below it; without it, nothing is that is not here. */
  isLeaf?: boolean
}

interface SideTreeProps<Row extends SideRow> {
  title: string
  /** Name of the row that shows all. */
  all: string
  query: UseQueryResult<unknown, CallRefused>
  /** Rows in their order. */
  rows: readonly Row[]
  /** Null shows all. */
  chosen: string | null
  onChoose: (id: string | null) => void
  /** Renders the name, if not as plain text. */
  renderName?: (row: Row) => ReactNode
  /** Renders the end of a row. */
  renderEnd?: (row: Row) => ReactNode
  /** The way to a new row at the top, and below another where there is a word for it. */
  add?: { label: string; labelBelow?: string; onAdd: (parent: Row | null) => void } | false
  actionsOf?: (row: Row) => readonly RowAction[]
  /** Gives a row another name, in its place, by a quiet call: what it refuses is shown there. It can be undone. */
  rename?: { maxLength: number; onRename: (row: Row, name: string) => Promise<unknown> } | false
  move?:
    | {
        /** By a quiet call: what it refuses is shown here, at the parent where the dialog asks for it. */
        onMove: (move: Move) => Promise<unknown>
        mayHold?: MayHold<Row>
        /** Field in which a parent is looked for, where the rows are not all there is. */
        picker?: ReactElement
        hint?: string
        /** Some siblings are not shown: rows have no order to change. */
        unordered?: boolean
      }
    | false
  /** True if a row is open at first, or at any time where `onFold` takes the changes; all are without it. */
  isOpen?: (row: Row) => boolean
  onFold?: (id: string, isOpen: boolean) => void
  /** Rows that are a list. */
  flat?: boolean
  wide?: boolean
  /** Pixels within which many rows scroll. */
  height?: number
  search?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/**
 * A page with a tree at its side, folded away on a phone: choose, add, rename, move by drag, by menu and by dialog,
 * delete. Arrows walk the rows; the menu key or Shift+F10 opens what may be done to the one they are at.
 */
export function SideTree<Row extends SideRow>({
  title,
  all,
  query,
  rows,
  chosen,
  onChoose,
  renderName = ({ name }) => name,
  renderEnd,
  add = false,
  actionsOf,
  rename = false,
  move = false,
  isOpen = () => true,
  onFold,
  flat = false,
  wide = false,
  height,
  search,
  footer,
  children,
}: SideTreeProps<Row>) {
  const say = useShellWords()
  const run = useRowAction()
  const titleId = useId()
  const box = useRef<HTMLElement>(null)
  const narrow = useNarrow()
  const reader = useContext(Reader)
  const [isShown, setShown] = useState(!narrow && !isFolded(reader))
  const [byHand, setByHand] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string | null>(null)
  const [menuOf, setMenuOf] = useState<string | null>(null)
  const [moved, setMoved] = useState<Row | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const rowOf = (id: string | null) => rows.find((row) => row.id === id)
  const mayHold: MayHold<Row> = (row, parent) =>
    !row.fixed && (!move || (move.mayHold?.(row, parent) ?? true))

  /** Moves a row, and offers to move it back where all its siblings are known. */
  async function put(input: Move) {
    if (!move) return
    const { onMove, unordered = false } = move
    const row = rowOf(input.id)!
    const back = returnOf(rows, row)
    await onMove(input)
    if (unordered) notify('success', say('moved', { name: row.name }))
    else offerUndo(say('moved', { name: row.name }), () => onMove(back))
  }

  const place = (input: Move) =>
    put(input).catch((error: unknown) => {
      if (!(error instanceof CallRefused)) throw error
      notifyRefusal(error)
    })

  function itemsOf(row: Row) {
    const item = (action: RowAction & { disabled?: boolean }) => {
      const { key, label, danger = false, disabled = false } = action
      return { key, label, danger, disabled, onClick: () => void run(action) }
    }
    const own = actionsOf?.(row) ?? []
    const steps = ([-1, 1] as const).map((step) => {
      const input = move && !move.unordered ? stepOf(rows, row, step) : null
      const key = step === -1 ? 'moveUp' : 'moveDown'
      return item({ key, label: say(key), disabled: !input, onClick: () => input && void place(input) })
    })
    return [
      ...(add && add.labelBelow
        ? [item({ key: 'add', label: add.labelBelow, onClick: () => add.onAdd(row) })]
        : []),
      ...(rename ? [item({ key: 'rename', label: say('rename'), onClick: () => setRenamed(row.id) })] : []),
      ...own.filter(({ danger }) => !danger).map(item),
      ...(move ? [...steps, item({ key: 'move', label: say('moveTo'), onClick: () => setMoved(row) })] : []),
      ...own.filter(({ danger }) => danger).map(item),
    ]
  }

  /** The keyboard continues at a row. */
  function toRow(id: string) {
    box.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true })
    setActive(id)
  }
  function endRename(id: string) {
    // Where it was left for something else, that has the focus.
    const isHere = document.activeElement?.closest('.side-name') !== null
    setRenamed(null)
    if (isHere) toRow(id)
  }
  function onMenu(id: string, open: boolean) {
    setMenuOf(open ? id : null)
    if (!open) toRow(id)
  }

  function renderRow(row: Row) {
    const items = row.fixed ? [] : itemsOf(row)
    return (
      <span className="side-node k-row k-gap-1">
        {rename && renamed === row.id ? (
          <NameInput
            name={row.name}
            maxLength={rename.maxLength}
            onRename={(name) => rename.onRename(row, name)}
            onEnd={() => endRename(row.id)}
          />
        ) : (
          <span className="side-name" title={row.name}>
            {renderName(row)}
          </span>
        )}
        {renderEnd?.(row)}
        {items.length > 0 && (
          // What is clicked here is not the tree's, which would choose the row.
          <span role="presentation" onClick={(event) => event.stopPropagation()}>
            <ShellMenu items={items} open={menuOf === row.id} onOpenChange={(open) => onMenu(row.id, open)}>
              <Button
                type="text"
                size="small"
                icon={<ShellIcon name="dots" />}
                aria-label={say('actionsOf', { name: row.name })}
              />
            </ShellMenu>
          </span>
        )}
      </span>
    )
  }

  function fold(id: string, isNowOpen: boolean) {
    if (onFold) onFold(id, isNowOpen)
    else
      setByHand((now) =>
        now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]),
      )
  }

  /** Chooses a row; a tree over the list folds away, so that the list is in sight. */
  function choose(id: string | null) {
    onChoose(id)
    if (!narrow) return
    setShown(false)
    box.current?.querySelector<HTMLElement>('.side-toggle')?.focus({ preventScroll: true })
  }

  const chosenName = rowOf(chosen)?.name
  return (
    <div
      className={wide ? 'side-page k-grid side-wide' : 'side-page k-grid'}
      data-folded={!isShown || undefined}
    >
      <section
        ref={box}
        className={flat ? 'shell-card side-tree side-flat' : 'shell-card side-tree'}
        aria-labelledby={titleId}
      >
        <div className="side-head k-row k-gap-1">
          <h2 id={titleId}>{!isShown && chosenName ? `${chosenName} · ${title}` : title}</h2>
          {add && (narrow || isShown) && (
            <Button
              type="text"
              size="small"
              icon={<ShellIcon name="plus" />}
              aria-label={add.label}
              onClick={() => add.onAdd(null)}
            />
          )}
          <Button
            type={narrow ? 'link' : 'text'}
            size="small"
            className="side-toggle"
            aria-expanded={isShown}
            {...(narrow
              ? {}
              : { icon: <ShellIcon name="columns" />, 'aria-label': say(isShown ? 'collapse' : 'expand') })}
            onClick={() => {
              setShown(!isShown)
              if (!narrow) saveFolded(reader, isShown)
            }}
          >
            {narrow && say(isShown ? 'collapse' : 'expand')}
          </Button>
        </div>
        <div hidden={!isShown}>
          {search && <div className="side-search">{search}</div>}
          <Loaded query={query}>
            {() => (
              <>
                <button
                  type="button"
                  className="side-all k-bare"
                  aria-current={chosen === null}
                  onClick={() => choose(null)}
                >
                  {all}
                </button>
                {rows.length > 0 && (
                  <Tree
                    name={title}
                    rows={rows}
                    height={height}
                    chosen={chosen}
                    onChoose={choose}
                    isOpen={(row) => isOpen(row) !== byHand.has(row.id)}
                    onFold={fold}
                    hasMore={({ isLeaf }) => isLeaf === false}
                    active={active}
                    onActive={setActive}
                    onRename={(row) => rename && !row.fixed && setRenamed(row.id)}
                    onMenu={(row) => !row.fixed && itemsOf(row).length > 0 && setMenuOf(row.id)}
                    dropped={
                      move &&
                      !move.unordered &&
                      ((drop) => {
                        const input = dropOf(rows, drop, mayHold)
                        return input && (() => void place(input))
                      })
                    }
                  >
                    {renderRow}
                  </Tree>
                )}
                {footer}
              </>
            )}
          </Loaded>
        </div>
      </section>
      {moved && move && (
        <MoveDialog
          row={moved}
          hint={move.hint}
          places={placesFor(rows, moved, mayHold, say('treeTop'))}
          picker={move.picker}
          onMove={(parentId) => put({ id: moved.id, parentId, beforeId: null })}
          onClose={() => setMoved(null)}
        />
      )}
      <div>{children}</div>
    </div>
  )
}

/** The name of a row while it is edited: Enter or leaving it saves, Escape and an unchanged name end it. */
function NameInput({
  name,
  maxLength,
  onRename,
  onEnd,
}: {
  name: string
  maxLength: number
  onRename: (name: string) => Promise<unknown>
  onEnd: () => void
}) {
  const say = useShellWords()
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    place.current!.querySelector('input')!.select()
  }, [])
  const savesNothing = (target: EventTarget) =>
    target instanceof HTMLInputElement && ['', name].includes(target.value.trim())
  return (
    <span
      ref={place}
      role="presentation"
      className="side-name"
      draggable
      onDragStart={(event) => {
        // Its text is selected by drawing over it.
        event.preventDefault()
        event.stopPropagation()
      }}
      onClick={(event) => event.stopPropagation()}
      onBlur={({ target }) => savesNothing(target) && onEnd()}
      onKeyDown={(event) => {
        if (keyOf(event) === 'Escape' || (keyOf(event) === 'Enter' && savesNothing(event.target))) onEnd()
      }}
    >
      <EditableCell
        label={say('newNameOf', { name })}
        value={name}
        maxLength={maxLength}
        meaning={(text) => text.trim() || undefined}
        onSave={async (next) => {
          await onRename(next)
          onEnd()
          offerUndo(say('renamed', { before: name, after: next }), () => onRename(name))
        }}
      />
    </span>
  )
}
