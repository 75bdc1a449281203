import type { ReactNode } from 'react'
import type { ListColumn } from '../../../contract/listColumn.ts'

/** A column of a list whose rows are `R`. */
export interface Column<R> {
  /**
   * Unlike every other of its table and the same in both languages: what a reader arranges is remembered by it. The
   * list can be sorted by a column whose key its call has among its orders.
   */
  key: string
  title: string
  /** The field of a row that is shown, without a `render`. */
  dataIndex?: keyof R & string
  render?: (value: never, row: R, index: number) => ReactNode
  align?: 'right'
  /** Always shown, beside the columns that scroll. */
  fixed?: 'right'
  /** The most that it takes of a line, in pixels. */
  width?: number
  /** Never cut: half a number is another number. */
  whole?: boolean
  /** It takes the width that the others leave: the column a list is read by. */
  wide?: boolean
  /**
   * Its part of the card of a row: the title is the first column unless another says so, a tag is beside it,
   * and the lines below are the next four unless they are declared.
   */
  card?: 'title' | 'tag' | 'line' | false
}

/** Content of a column for a row. */
export function cellOf<R>({ dataIndex, render }: Column<R>, row: R, index: number): ReactNode {
  const value = dataIndex && row[dataIndex]
  return render ? render(value as never, row, index) : (value as ReactNode)
}

/**
 * The columns of a list in the order their reader gave them, the pinned ones first, each with what was arranged for it;
 * as long as nothing is, the first stays, since it says whom the others are about.
 * What the arrangement does not name comes after the column it follows in the list; what is always shown takes no
 * part.
 */
export function arranged<R>(
  columns: readonly Column<R>[],
  arrangement: readonly ListColumn[] | null,
): (ListColumn & { column: Column<R> })[] {
  const movable = columns.filter((column) => !column.fixed)
  const order = (arrangement ?? []).flatMap(({ key }) => movable.find((column) => column.key === key) ?? [])
  movable.forEach((column, i) => {
    if (!order.includes(column)) order.splice(order.indexOf(movable[i - 1]!) + 1, 0, column)
  })
  const all = order.map((column, i) => ({
    ...(arrangement === null && i === 0 ? { pinned: true } : {}),
    ...arrangement?.find(({ key }) => key === column.key),
    key: column.key,
    column,
  }))
  return [...all.filter(({ pinned }) => pinned), ...all.filter(({ pinned }) => !pinned)]
}

/** A column as its reader has it. */
export interface ShownColumn<R> extends Column<R> {
  /** It stays at the left while others scroll. */
  pinned?: boolean
  /** Its width in pixels, whatever it contains. */
  sized?: number
}

/** The columns to draw; a reader who hid all of them sees all of them. */
export function shownColumns<R>(
  columns: readonly Column<R>[],
  arrangement: readonly ListColumn[] | null,
): ShownColumn<R>[] {
  const all = arranged(columns, arrangement)
  const isAnyShown = all.some(({ hidden }) => !hidden)
  const shown = all.filter(({ hidden }) => !hidden || !isAnyShown)
  return [
    ...shown.map(({ column, pinned, width }) => ({
      ...column,
      ...(pinned ? { pinned } : {}),
      ...(width ? { sized: width } : {}),
    })),
    ...columns.filter(({ fixed }) => fixed),
  ]
}
