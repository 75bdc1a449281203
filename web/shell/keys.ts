import { type RefObject, useEffect, useRef, useState } from 'react'
import { create } from './store.ts'
import { useShellWords } from './words.ts'

const storedAs = 'shortcuts'
const store = create(localStorage.getItem(storedAs) !== 'off', (on) => {
  if (on) localStorage.removeItem(storedAs)
  else localStorage.setItem(storedAs, 'off')
})

/** Whether single keys do something; they do until the reader turns them off in this browser. */
export const useShortcuts = store.use
export const turnShortcuts = store.set

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"], [role="listbox"], [role="tree"], [role="slider"]'
const dialogs = 'dialog[open], [role="dialog"], [role="alertdialog"]'
const isDrawn = (element: Element) => element.getClientRects().length > 0

/** Whether a key is a shortcut: nobody types, no dialog is open, and no modifier makes it the browser's. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!store.get() || event.defaultPrevented || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(`${typing}, ${dialogs}`)) return false
  return ![...document.querySelectorAll(dialogs)].some(isDrawn)
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row-key]')]

/**
 * The keys of a page's main list: / goes to the search, J and K to the next and previous row, and of the row that has
 * the focus X changes the tick, O unfolds what is cut, and Enter opens what it links to first. Returns where the list
 * is, and the sentence that says which row has the focus.
 */
export function useListKeys(isMain: boolean): [RefObject<HTMLDivElement | null>, string] {
  const say = useShellWords()
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!isMain) return
    const place = list.current!

    function go(step: number) {
      const rows = rowsIn(place)
      const focused = rows.findIndex((row) => row.contains(document.activeElement))
      const from = focused < 0 ? rows.findIndex((row) => row.dataset.rowKey === last.current) : focused
      const next = rows[Math.max(0, Math.min(rows.length - 1, from + step))]
      if (!next) return
      last.current = next.dataset.rowKey
      next.focus()
      const name = next.querySelector('.crud-cell, .crud-card-title')?.textContent ?? ''
      setSaid(say('rowOf', { n: rows.indexOf(next) + 1, count: rows.length, name }))
    }

    function onKey(event: KeyboardEvent) {
      if (!isShortcut(event) || event.shiftKey) return
      const row = rowsIn(place).find((each) => each.contains(document.activeElement))
      const does: Record<string, (() => void) | undefined> = {
        '/': () => place.querySelector<HTMLElement>('.crud-search input, .crud-folded')?.focus(),
        j: () => go(1),
        k: () => go(-1),
        x: () => row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
        o: () => row?.click(),
        ...(row === document.activeElement && {
          enter: () => row?.querySelector<HTMLElement>('a[href], button:not([disabled])')?.click(),
        }),
      }
      const run = does[event.key.toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }

    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isMain, say])
  return [list, said]
}
