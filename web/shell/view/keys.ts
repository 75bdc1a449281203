import { type RefObject, useEffect, useRef, useState } from 'react'
import { keyOf } from '../../composing.ts'
import { create } from './store.ts'
import { useShellWords } from '../words.ts'

const storedAs = 'shortcuts'
const store = create(localStorage.getItem(storedAs) !== 'off', (on) => {
  if (on) localStorage.removeItem(storedAs)
  else localStorage.setItem(storedAs, 'off')
})

/** True if single keys do something; they do until the reader turns them off in this browser. */
export const useShortcuts = store.use
export const turnShortcuts = store.set

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"], [role="listbox"], [role="tree"], [role="slider"]'
const dialogs = 'dialog[open], [role="dialog"], [role="alertdialog"]'
const isDrawn = (element: Element) => element.getClientRects().length > 0

/** True if a key is pressed where somebody types or chooses, whose keys are that part's own. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest(typing) !== null

/** True if a key is one character that nobody types, and no modifier makes it the browser's. */
function isSingle(event: KeyboardEvent): boolean {
  if (!store.get() || event.defaultPrevented || event.repeat) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !isTyping(event)
}

/** True if a key is a shortcut of the page: no dialog is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (!isSingle(event) || (event.target instanceof Element && event.target.closest(dialogs))) return false
  return ![...document.querySelectorAll(dialogs)].some(isDrawn)
}

/** Presses the button in a place that names a key as its own. Returns whether there is one. */
function pressByKey(place: Element | null | undefined, key: string): boolean {
  if (!/^[a-z]$/i.test(key)) return false
  const button = place?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key.toUpperCase()}"]`)
  if (!button || button.matches(':disabled')) return false
  button.click()
  return true
}

/** The keys of a dialog: each of its buttons that names a key is pressed by it. Returns where the dialog's content is. */
export function useDialogKeys(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const inside = place.current
      if (!inside || !isSingle(event) || event.shiftKey) return
      const open = event.target instanceof Element ? event.target.closest(dialogs) : null
      // A dialog above has its own keys.
      if (
        open
          ? !open.contains(inside)
          : [...document.querySelectorAll(dialogs)].some((other) => !other.contains(inside) && isDrawn(other))
      )
        return
      if (pressByKey(inside, keyOf(event))) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return place
}

/** Elements that take the focus for a while and give it back. */
const overlays = '[role="dialog"], [role="menu"], .undo-bar'

/** Moves the focus to the row in its place when the row or the button that had it is gone, acted on perhaps. */
function useRowFocus(list: RefObject<HTMLDivElement | null>): void {
  const at = useRef<number>(undefined)
  useEffect(() => {
    const place = list.current!
    function onFocusIn({ target }: FocusEvent) {
      const index = rowsIn(place).findIndex((row) => row.contains(target as Node))
      at.current = index < 0 ? undefined : index
    }
    function onFocusOut({ target, relatedTarget }: FocusEvent) {
      const next = relatedTarget as Element | null
      if (next?.closest(overlays)) return
      // What is removed may lose the focus first.
      queueMicrotask(() => {
        if ((target as Node).isConnected && !place.contains(document.activeElement)) at.current = undefined
      })
    }
    place.addEventListener('focusin', onFocusIn)
    place.addEventListener('focusout', onFocusOut)
    return () => {
      place.removeEventListener('focusin', onFocusIn)
      place.removeEventListener('focusout', onFocusOut)
    }
  }, [list])
  // After each drawing: the rows may be others.
  useEffect(() => {
    if (at.current === undefined || document.activeElement !== document.body) return
    const rows = rowsIn(list.current!)
    const next = rows[Math.min(at.current, rows.length - 1)] ?? list.current!.closest<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  })
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row-key]')]

/**
 * The keys of a page's main list: / goes to the search, J and K to the next and previous row, and of the row that has
 * the focus X changes the tick, O unfolds what is cut, Enter follows its first link or presses what opens it, and A and R
 * press what approves and rejects it. When what had the focus goes with its row, the focus is on the row in its place.
 * Returns where the list is, and the sentence that says which row has the focus.
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
      const does: Record<string, (() => unknown) | undefined> = {
        '/': () => place.querySelector<HTMLElement>('.crud-search input, .crud-folded')?.focus(),
        j: () => go(1),
        k: () => go(-1),
        x: () => row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click(),
        o: () => row?.click(),
        a: () => pressByKey(row, 'a'),
        r: () => pressByKey(row, 'r'),
        ...(row === document.activeElement && {
          enter: () => row?.querySelector<HTMLElement>('a[href], [data-opens]:not([disabled])')?.click(),
        }),
      }
      const run = does[keyOf(event).toLowerCase()]
      if (!run) return
      event.preventDefault()
      run()
    }

    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isMain, say])
  useRowFocus(list)
  return [list, said]
}
