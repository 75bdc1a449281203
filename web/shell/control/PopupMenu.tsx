import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { keyOf } from '../../composing.ts'
import './controls.css'
import './PopupMenu.css'

/** An entry of a menu; a divider stands between groups of them. */
export type MenuItem =
  | { key: string; label: ReactNode; onClick: () => void; danger?: boolean; disabled?: boolean }
  | { key: string; divider: true }

type Place = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const edge = 8

/** Within the window: below its place or above, from its left side or to its right one. */
function put(list: HTMLElement, { left, right, top, bottom }: Place): void {
  const { offsetWidth: width, offsetHeight: height } = list
  const isBelow = bottom + height + edge <= innerHeight || top < height + edge
  const isRightward = left + width + edge <= innerWidth
  list.style.left = `${Math.max(edge, isRightward ? left : right - width)}px`
  list.style.top = `${Math.max(edge, isBelow ? Math.min(bottom + 4, innerHeight - height - edge) : top - height - 4)}px`
}

/**
 * A menu over the page. Its first entry takes the focus; arrows move it, Escape and Tab close, as does whatever happens
 * beside it.
 */
export function PopupMenu({
  items,
  selected,
  from,
  at,
  onClose,
}: {
  items: readonly MenuItem[]
  /** Key of the chosen entry, in a menu that chooses one. */
  selected?: string
  /** Element it was opened from: it opens below it, and gives the focus back to it. */
  from: RefObject<HTMLElement | null>
  /** Position of the pointer, if it opens there. */
  at?: { x: number; y: number }
  onClose: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const leave = useEffectEvent(({ target }: Event) => {
    const isInside = (place: Element | null) => target instanceof Node && place?.contains(target)
    // What it was opened from closes it by itself.
    if (!isInside(list.current) && (at || !isInside(from.current))) onClose()
  })
  useLayoutEffect(() => {
    const point = at && { left: at.x, right: at.x, top: at.y, bottom: at.y }
    put(list.current!, point ?? from.current!.getBoundingClientRect())
  })
  useEffect(() => {
    list.current!.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
    const events = ['pointerdown', 'wheel', 'resize']
    for (const event of events) addEventListener(event, leave, { capture: true, passive: true })
    return () => {
      for (const event of events) removeEventListener(event, leave, { capture: true })
    }
  }, [])

  function goBack() {
    onClose()
    from.current?.focus({ preventScroll: true })
  }
  function onKeyDown(event: KeyboardEvent) {
    const all = [...list.current!.querySelectorAll<HTMLElement>('button:enabled')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[keyOf(event)]
    if (keyOf(event) === 'Escape' || keyOf(event) === 'Tab') goBack()
    else if (next !== undefined) all.at(next % all.length)?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its entries have the focus
    <ul ref={list} role="menu" className="office-menu" onKeyDown={onKeyDown}>
      {items.map((item) =>
        'divider' in item ? (
          <li key={item.key} role="none">
            <hr />
          </li>
        ) : (
          <li key={item.key} role="none">
            <button
              className="k-clip k-bare"
              type="button"
              tabIndex={-1}
              data-danger={item.danger || undefined}
              disabled={item.disabled}
              {...(selected === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemradio', 'aria-checked': item.key === selected })}
              onClick={() => {
                goBack()
                item.onClick()
              }}
            >
              {item.label}
            </button>
          </li>
        ),
      )}
    </ul>,
    // A dialog lies above all that is not in it.
    from.current?.closest('dialog') ?? document.body,
  )
}
