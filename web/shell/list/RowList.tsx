import './list.css'
import type { Key, ReactNode } from 'react'
import { type Column, shownColumns } from './columns.ts'
import { usePhone } from '../view/narrow.ts'
import { RowCards } from './RowCards.tsx'
import { RowTable } from './RowTable.tsx'

/** A few rows that are all there at once, drawn as those of a list: a table, or cards on a phone. */
export function RowList<R extends object>({
  columns,
  ...rows
}: {
  name: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  keyOf: (row: R) => Key
  empty: ReactNode
}) {
  const drawn = { ...rows, columns: shownColumns(columns, null), ticks: null }
  return usePhone() ? <RowCards {...drawn} /> : <RowTable {...drawn} />
}
