import {
  type CSSProperties,
  type Key,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ColumnEdge } from './ColumnEdge.tsx'
import { cellOf, type ShownColumn } from './columns.ts'
import { nextOrder, orderBy } from './order.ts'
import './RowTable.css'
import { Tick, type Ticks } from '../control/Tick.tsx'
import { Dense } from '../control/When.tsx'

/** Properties of a list's rows, as a table or as cards. */
export interface RowsProps<R> {
  columns: readonly ShownColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R) => Key
  /** Name of the list. */
  name: string
  /** Chosen rows, where rows can be chosen. */
  ticks: Ticks<R> | null
  /** Instead of rows, where there are none. */
  empty: ReactNode
}

interface TableProps<R> extends RowsProps<R> {
  /** The columns it can be sorted by, the order it is in, and what asks for another. */
  sorts?: readonly string[]
  sort?: string | undefined
  onSort?: (sort: string | null) => void
  /** One line a row; what is longer is cut, and unfolds by a click or the key O. */
  dense?: boolean
  /** The page of the list: another begins at its top. */
  at?: string
  /** Called with the key of a column and the width that its reader gave it, in pixels. */
  onWidth?: (key: string, width: number) => void
}

/** Elements in a row that are pressed for themselves. */
export const interactive = 'a, button, input, select, label, summary'
const isCut = (part: Element) => part.scrollWidth > part.clientWidth
/** True if a cell shows less than it has. */
const isCellCut = (cell: Element) => isCut(cell) || [...cell.children].some(isCut)
/** All that a cell says; its second line is beside the first where a row has one. */
const textOf = (cell: Element) =>
  [...cell.childNodes]
    .map((part) =>
      part instanceof HTMLElement && part.className === 'crud-line'
        ? ` ${part.textContent}`
        : part.textContent,
    )
    .join('')

/**
 * The table of a list. It scrolls within its own place, so its head and its last column, which has the actions, stay in
 * sight.
 */
export function RowTable<R extends object>({
  name,
  columns,
  rows,
  keyOf,
  ticks,
  empty,
  sorts = [],
  sort,
  onSort,
  dense = false,
  at = '',
  onWidth,
}: TableProps<R>) {
  const box = useScrollPlace(at)
  usePins(box)
  useWholeColumns(box)
  const [unfolded, setUnfolded] = useState<readonly Key[]>([])

  function unfold({ target }: MouseEvent, key: Key) {
    const row = (target as HTMLElement).closest('tr')!
    if ((target as HTMLElement).closest(interactive) || !getSelection()?.isCollapsed) return
    if (unfolded.includes(key)) return setUnfolded(unfolded.filter((other) => other !== key))
    if ([...row.querySelectorAll('.crud-cell')].some(isCellCut)) setUnfolded([...unfolded, key])
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls with the arrow keys
    <section ref={box} className="crud-scroll" aria-label={name} tabIndex={0}>
      <table className="crud-table" data-dense={dense || undefined}>
        <thead>
          <tr>
            {ticks && (
              <th className="crud-tick">
                <Tick ticks={ticks} rows={rows} />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                {...(onSort && sorts.includes(column.key) ? { sort, onSort } : {})}
                {...(onWidth && !column.fixed ? { onWidth: (width) => onWidth(column.key, width) } : {})}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the key O unfolds it
            <tr
              key={keyOf(row)}
              data-row-key={keyOf(row)}
              data-chosen={ticks?.keys.includes(keyOf(row)) || undefined}
              data-unfolded={unfolded.includes(keyOf(row)) || undefined}
              tabIndex={-1}
              onClick={(event) => dense && unfold(event, keyOf(row))}
            >
              {ticks && (
                <td className="crud-tick">
                  <Tick ticks={ticks} rows={[row]} name={ticks.nameOf(row)} />
                </td>
              )}
              {columns.map((column) => (
                // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is what is drawn in it
                <td
                  key={column.key}
                  data-align={column.align}
                  data-fixed={column.fixed}
                  data-pinned={column.pinned}
                  data-wide={isWide(column)}
                >
                  <div
                    className="crud-cell"
                    style={styleOf(column, dense)}
                    onPointerEnter={({ currentTarget }) => {
                      currentTarget.title = isCellCut(currentTarget) ? textOf(currentTarget) : ''
                    }}
                  >
                    <Dense value={dense && !unfolded.includes(keyOf(row))}>{cellOf(column, row, i)}</Dense>
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </section>
  )
}

/** A column whose width its reader chose has that. */
const isWide = <R,>({ wide, sized }: ShownColumn<R>) => (wide && !sized) || undefined

function Head<R>({
  column,
  sort,
  onSort,
  onWidth,
}: {
  column: ShownColumn<R>
  sort?: string | undefined
  onSort?: (sort: string | null) => void
  onWidth?: (width: number) => void
}) {
  const { key, title, align, fixed, pinned } = column
  const order = orderBy(key, sort)
  return (
    <th
      scope="col"
      data-align={align}
      data-fixed={fixed}
      data-pinned={pinned}
      data-wide={isWide(column)}
      aria-sort={order}
      style={{ '--half': Math.ceil(title.length / 2) + 1 } as CSSProperties}
    >
      {onSort ? (
        <button type="button" className="crud-sort k-bare" onClick={() => onSort(nextOrder(key, sort))}>
          {title}
          <span className="k-muted" aria-hidden>
            {order === undefined ? '↕' : order === 'ascending' ? '↑' : '↓'}
          </span>
        </button>
      ) : (
        title
      )}
      {onWidth && <ColumnEdge onWidth={onWidth} />}
    </th>
  )
}

/** Width of a column's cells: as their reader wants, or as much of a line as the column takes at most. */
function styleOf<R>({ sized, width, whole }: ShownColumn<R>, dense: boolean): CSSProperties | undefined {
  if (sized) return { width: sized, minWidth: sized, maxWidth: sized }
  if (whole) return dense ? { maxWidth: 'none' } : { maxWidth: 'none', overflowWrap: 'normal' }
  return dense && width ? { maxWidth: `max(min(${width}px, var(--room)), var(--free, 0px))` } : undefined
}

/** Pinned columns stay beside each other: each as far in as those before it are wide. */
function usePins(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const rows = [...box.current!.querySelectorAll('tr')]
    let left = 0
    ;[...(rows[0]?.cells ?? [])].forEach((head, i) => {
      const isPinned = head.dataset.pinned !== undefined
      for (const row of rows) row.cells[i]?.style.setProperty('left', isPinned ? `${left}px` : null)
      if (isPinned) left += head.offsetWidth
    })
  })
}

/** Limits of one-line cells in em, and whether titles may take two lines: the first that fits applies. */
const rooms = [
  [26, false],
  [18, false],
  [13, false],
  [13, true],
  [11, true],
] as const
/** As many columns, with their last, are in sight on a screen of 1440 pixels; further ones may be scrolled to. */
const columnsInSight = 8
/** Space at both sides of a one-line cell, in pixels. */
const padding = 12

/**
 * No column is cut by the last one, which stays: half a date reads as another date. Text has as much room as leaves the
 * columns in sight; the wide one, or the first where that is out of sight, takes what is left between the last that
 * fits and the edge, and a shadow shows that there are more to the right.
 */
function useWholeColumns(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = box.current!
    const showMore = () =>
      place.toggleAttribute('data-more', place.scrollLeft + place.clientWidth < place.scrollWidth - 1)
    function fit() {
      const heads = [...place.querySelectorAll<HTMLElement>('th')]
      for (const head of heads) head.style.minWidth = ''
      for (const cell of place.querySelectorAll('td')) cell.style.removeProperty('--free')
      const last = heads.find((head) => head.dataset.fixed)
      const others = heads.filter((head) => head !== last)
      const named = others.filter((head) => !head.matches('.crud-tick'))
      let left = 0
      let inSight: HTMLElement[] = []
      for (const [room, isTight] of rooms) {
        place.style.setProperty('--room', `${room}em`)
        place.toggleAttribute('data-tight', isTight)
        if (place.scrollWidth <= place.clientWidth) {
          giveFree()
          return showMore()
        }
        left = place.clientWidth - (last?.offsetWidth ?? 0)
        inSight = []
        for (const head of others) {
          if (head.offsetWidth > left) break
          left -= head.offsetWidth
          if (named.includes(head)) inSight.push(head)
        }
        if (inSight.length + (last ? 1 : 0) >= columnsInSight) break
      }
      const wide = inSight.find((head) => head.dataset.wide) ?? named[0]
      if (wide) wide.style.minWidth = `${wide.offsetWidth + left}px`
      giveFree()
      showMore()
    }
    /** Text of a column that came out wider than text may be is cut where the column ends, not before. */
    function giveFree() {
      const widths = [...place.querySelectorAll('th')].map((head) => head.clientWidth - padding)
      for (const row of place.querySelectorAll('tbody tr'))
        widths.forEach((free, i) =>
          (row as HTMLTableRowElement).cells[i]?.style.setProperty('--free', `${free}px`),
        )
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(place)
    place.addEventListener('scroll', showMore, { passive: true })
    return () => {
      observer.disconnect()
      place.removeEventListener('scroll', showMore)
    }
  })
}

/** A part that scrolls by itself is found where it was left when its view is shown again, at the same page. */
function useScrollPlace(at: string): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null)
  const place = useRef({ at, left: 0, top: 0 })
  useLayoutEffect(() => {
    const element = box.current!
    if (place.current.at !== at) place.current = { at, left: place.current.left, top: 0 }
    element.scrollLeft = place.current.left
    element.scrollTop = place.current.top
    const remember = () => (place.current = { at, left: element.scrollLeft, top: element.scrollTop })
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [at])
  return box
}
