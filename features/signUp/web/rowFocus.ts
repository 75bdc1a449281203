import type { MouseEvent } from 'react'

/** The list that a button is in, and its rows; rows of a list within it are not its own. */
function listOf(button: Element) {
  const list = button.closest<HTMLElement>('[data-rows]')!
  const rows = () =>
    [...list.querySelectorAll('[data-row]')].filter((row) => row.closest('[data-rows]') === list)
  return { list, rows }
}

/** Goes on once a list is drawn with so many rows; the form draws them a while after it has them. */
function whenDrawn({ list, rows }: ReturnType<typeof listOf>, count: number, goOn: () => void): void {
  const isDrawn = () => rows().length === count
  if (isDrawn()) return goOn()
  const observer = new MutationObserver(() => {
    if (!isDrawn()) return
    observer.disconnect()
    goOn()
  })
  observer.observe(list, { childList: true, subtree: true })
}

const focusIn = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('input:not([type=checkbox]), textarea')?.focus()

/** Adds a row to the list of the pressed button, and takes the focus to its first input. */
export function addRow({ currentTarget }: MouseEvent, add: () => void): void {
  const own = listOf(currentTarget)
  const count = own.rows().length + 1
  add()
  whenDrawn(own, count, () => focusIn(own.rows().at(-1)))
}

/** Removes the row of the pressed button; the focus goes to the row in its place, or else to what adds one. */
export function removeRow({ currentTarget }: MouseEvent, remove: () => void): void {
  const own = listOf(currentTarget)
  const before = own.rows()
  const at = before.findIndex((row) => row.contains(currentTarget))
  remove()
  whenDrawn(own, before.length - 1, () => {
    const left = own.rows()
    if (left.length > 0) focusIn(left[Math.min(at, left.length - 1)])
    else own.list.querySelector<HTMLElement>('[data-adds] button')?.focus()
  })
}
