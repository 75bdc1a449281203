import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { keyOf } from '../../composing.ts'
import { type Branch, treeOf } from '../../../contract/tree.ts'
import type { Drop, TreeRow } from './drop.ts'
import './Tree.css'

/** A row as it is drawn: all above it are unfolded. */
interface Drawn<Row> {
  row: Branch<Row>
  level: number
  /** Absent where there is nothing below it. */
  isOpen?: boolean
}

interface TreeProps<Row extends TreeRow> {
  /** Name of the tree. */
  name: string
  /** Rows in their order. */
  rows: readonly Row[]
  chosen: string | null
  onChoose: (id: string) => void
  isOpen: (row: Row) => boolean
  onFold: (id: string, isOpen: boolean) => void
  /** True if rows that are not here are below it. */
  hasMore: (row: Row) => boolean
  /** Row that the keys act on. */
  active: string | null
  onActive: (id: string) => void
  /** Asks for what may be done to the row the keys are at. */
  onMenu: (row: Row) => void
  /** Asks for another name of it. */
  onRename: (row: Row) => void
  children: (row: Row) => ReactNode
  /** Returns what dropping a row somewhere does; null where it may not be dropped. */
  dropped?: ((drop: Drop) => (() => void) | null) | false
  /** Pixels within which many rows scroll. */
  height?: number | undefined
}

/** Time a row is held over a folded one before that unfolds, in milliseconds. */
const unfoldsAfter = 700

/** The rows a tree shows, from the top down. */
function drawnOf<Row extends TreeRow>(
  branches: readonly Branch<Row>[],
  props: Pick<TreeProps<Row>, 'isOpen' | 'hasMore'>,
  level = 1,
): Drawn<Row>[] {
  return branches.flatMap((row) => {
    if (row.children.length === 0 && !props.hasMore(row)) return [{ row, level }]
    const isOpen = props.isOpen(row)
    return [{ row, level, isOpen }, ...(isOpen ? drawnOf(row.children, props, level + 1) : [])]
  })
}

/**
 * A tree of rows. It has the focus, and arrows walk, unfold and fold; Enter chooses, F2 renames; the menu key or Shift+F10 asks
 * what may be done. Rows are dragged before, after and into each other.
 */
export function Tree<Row extends TreeRow>(props: TreeProps<Row>) {
  const {
    name,
    rows,
    chosen,
    onChoose,
    onFold,
    active,
    onActive,
    onMenu,
    onRename,
    children,
    dropped,
    height,
  } = props
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const drawn = drawnOf(treeOf(rows), props)
  const at = drawn.findIndex(({ row }) => row.id === active)
  const drag = useDrag(drawn, dropped, onFold)

  useEffect(() => {
    const row = active === null ? null : document.getElementById(`${id}-${active}`)
    if (row && list.current?.contains(document.activeElement)) scrollTo(list.current, row)
  }, [id, active])

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== list.current) return
    const to = (index: number) => drawn[index] && onActive(drawn[index].row.id)
    const { row, level, isOpen } = drawn[at] ?? {}
    const key = keyOf(event)
    const isMenu = key === 'ContextMenu' || (event.shiftKey && key === 'F10')
    if (isMenu && row) onMenu(row)
    else if (key === 'F2' && row) onRename(row)
    else if (key === 'ArrowDown') to(at + 1)
    else if (key === 'ArrowUp') to(at - 1)
    else if (key === 'Home') to(0)
    else if (key === 'End') to(drawn.length - 1)
    else if (key === 'ArrowRight' && row && isOpen === false) onFold(row.id, true)
    else if (key === 'ArrowRight' && isOpen && drawn[at + 1]?.level !== level) to(at + 1)
    else if (key === 'ArrowLeft' && row && isOpen) onFold(row.id, false)
    else if (key === 'ArrowLeft' && row?.parentId) onActive(row.parentId)
    else if ((key === 'Enter' || key === ' ') && row) onChoose(row.id)
    else return
    event.preventDefault()
  }

  return (
    <ul
      ref={list}
      role="tree"
      aria-label={name}
      aria-activedescendant={at < 0 ? undefined : `${id}-${active}`}
      tabIndex={0}
      className="office-tree k-list"
      style={{ maxHeight: height }}
      onFocus={({ target }) => {
        if (target !== list.current || at >= 0) return
        const first = drawn.find(({ row }) => row.id === chosen) ?? drawn[0]
        if (first) onActive(first.row.id)
      }}
      onKeyDown={onKeyDown}
      onDragLeave={drag.onLeave}
    >
      {drawn.map(({ row, level, isOpen }) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
        <li
          key={row.id}
          id={`${id}-${row.id}`}
          role="treeitem"
          aria-level={level}
          aria-selected={row.id === chosen}
          aria-expanded={isOpen}
          data-active={row.id === active || undefined}
          style={{ paddingInlineStart: (level - 1) * 20 }}
          onClick={() => {
            onActive(row.id)
            onChoose(row.id)
          }}
          {...drag.of(row.id)}
        >
          <span
            className="office-tree-fold"
            aria-hidden
            onClick={(event) => {
              if (isOpen === undefined) return
              event.stopPropagation()
              onFold(row.id, !isOpen)
            }}
          >
            {isOpen !== undefined && '▸'}
          </span>
          {children(row)}
        </li>
      ))}
    </ul>
  )
}

/** Scrolls no more than a list, and only as far as needed. */
function scrollTo(list: HTMLElement, row: HTMLElement): void {
  const above = row.offsetTop - list.offsetTop
  if (above < list.scrollTop) list.scrollTop = above
  const below = above + row.offsetHeight - list.clientHeight
  if (below > list.scrollTop) list.scrollTop = below
}

/** Rows that are dragged: where one would go is marked, and a folded row unfolds below it. */
function useDrag<Row extends TreeRow>(
  drawn: readonly Drawn<Row>[],
  dropped: TreeProps<Row>['dropped'],
  onFold: (id: string, isOpen: boolean) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<{ id: string; at: Drop['at'] } | null>(null)
  const held = useRef({ id: '', since: 0 })

  /** The outer quarters of a row are beside it. */
  function placeAt({ clientY, currentTarget }: DragEvent, isOpen: boolean | undefined): Drop['at'] {
    const { top, height } = currentTarget.getBoundingClientRect()
    const part = (clientY - top) / height
    if (part < 0.25) return 'before'
    if (part < 0.75) return 'last'
    // What is below an open row is the first one in it.
    return isOpen ? 'first' : 'after'
  }

  function of(id: string) {
    if (!dropped) return {}
    const isOpen = drawn.find(({ row }) => row.id === id)?.isOpen
    const dropAt = (at: Drop['at']) => (dragged === null ? null : dropped({ dragged, target: id, at }))
    return {
      draggable: true,
      'data-over': over?.id === id ? over.at : undefined,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        setDragged(id)
      },
      onDragEnd() {
        setDragged(null)
        setOver(null)
      },
      onDragOver(event: DragEvent) {
        const at = placeAt(event, isOpen)
        if (held.current.id !== id) held.current = { id, since: event.timeStamp }
        if (isOpen === false && event.timeStamp - held.current.since > unfoldsAfter) onFold(id, true)
        const may = dropAt(at) !== null
        if (may) event.preventDefault()
        if (over?.id !== id || over.at !== at || !may) setOver(may ? { id, at } : null)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        dropAt(placeAt(event, isOpen))?.()
        setDragged(null)
        setOver(null)
      },
    }
  }
  return { of, onLeave: () => setOver(null) }
}
