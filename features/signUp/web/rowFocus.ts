import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

/** The list that a button is in, and its rows; rows of a list within it are not its own. */
function listOf(button: Element) {
  const list = button.closest<HTMLElement>('[data-rows]')
  const rows = () =>
    [...(list?.querySelectorAll('[data-row]') ?? [])].filter((row) => row.closest('[data-rows]') === list)
  return { list, rows }
}

const focusIn = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('input:not([type=checkbox]), textarea')?.focus()

/** Adds a row to the list of the pressed button, and takes the focus to its first input. */
export function addRow({ currentTarget }: MouseEvent, add: () => void): void {
  const { rows } = listOf(currentTarget)
  flushSync(add)
  focusIn(rows().at(-1))
}

/** Removes the row of the pressed button; the focus goes to the row in its place, or else to what adds one. */
export function removeRow({ currentTarget }: MouseEvent, remove: () => void): void {
  const { list, rows } = listOf(currentTarget)
  const at = rows().findIndex((row) => row.contains(currentTarget))
  flushSync(remove)
  const left = rows()
  if (left.length > 0) focusIn(left[Math.min(at, left.length - 1)])
  else list?.querySelector<HTMLElement>('[data-adds] button')?.focus()
}
