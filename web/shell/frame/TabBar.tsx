import { type ComponentProps, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { keyOf } from '../../composing.ts'
import { useBilingual } from '../../words.ts'
import { useLeave } from '../view/leave.ts'
import { ShellButton } from '../control/ShellButton.tsx'
import { ShellIcon } from '../control/ShellIcon.tsx'
import { PopupMenu } from '../control/PopupMenu.tsx'
import { ShellMenu } from '../control/ShellMenu.tsx'
import { type Closing, closedBy, closeTabs, nameOf, type Tab } from '../view/tabs.ts'
import { useUnsavedViews } from '../view/unsaved.ts'
import { useShellWords } from '../words.ts'
import './TabBar.css'

const closings = ['one', 'others', 'left', 'right', 'all'] as const
const closingWords = {
  one: 'close',
  others: 'closeOthers',
  left: 'closeLeft',
  right: 'closeRight',
  all: 'closeAll',
} as const

/** Returns the actions on a tab, and on all of them. */
function useTabActions(tabs: readonly Tab[], current: string) {
  const say = useShellWords()
  const pick = useBilingual()
  const navigate = useNavigate()
  const leave = useLeave()
  const unsaved = useUnsavedViews()
  const named = (tab: Tab) => nameOf(tab, pick)

  async function close(closing: Closing, key: string) {
    if (!(await leave(closedBy(tabs, closing, key)))) return
    const next = closeTabs(closing, key, current)
    if (next !== null) void navigate(next)
  }

  async function refresh(tab: Tab) {
    if (await leave([tab])) void navigate(`/redirect${tab.address}`, { replace: tab.key === current })
  }

  function actions(view: string) {
    const tab = tabs.find((other) => other.key === view) ?? tabs.find((other) => other.key === current)
    if (!tab) return []
    return [
      { key: 'refresh', label: say('refresh'), onClick: () => void refresh(tab) },
      ...closings
        .filter((closing) => closedBy(tabs, closing, tab.key).length > 0)
        .map((closing) => ({
          key: closing,
          label: say(closingWords[closing]),
          onClick: () => void close(closing, tab.key),
        })),
    ]
  }

  return {
    named,
    close,
    actions,
    show: (tab: Tab) => void navigate(tab.address),
    /** Says of a view that it holds something unsaved. */
    markOf: (view: string) =>
      unsaved.has(view) && <span role="img" aria-label={say('unsaved')} className="shell-unsaved" />,
    all: [
      ...actions(current),
      { key: 'tabs', divider: true as const },
      ...tabs.map((tab) => ({
        key: tab.key,
        label: named(tab),
        onClick: () => void navigate(tab.address),
      })),
    ],
  }
}

/** The visited views on a phone: the name of the page, which opens the menu of all. */
export function TabMenu({ tabs, current, title }: { tabs: readonly Tab[]; current: string; title: string }) {
  const say = useShellWords()
  const { all, markOf } = useTabActions(tabs, current)
  return (
    <nav className="shell-trail" aria-label={say('visited')}>
      <ShellMenu items={all}>
        <button type="button" className="shell-button" aria-label={`${title} ${say('tabActions')}`}>
          <span className="shell-tab-name">{title}</span>
          {markOf(current)}
          <ShellIcon name="down" />
        </button>
      </ShellMenu>
    </nav>
  )
}

/**
 * Tabs of the visited views. Left click shows, middle click and Delete close; right click, Shift F10 and the button at
 * the end offer the rest.
 */
export function TabBar({ tabs, current }: { tabs: readonly Tab[]; current: string }) {
  const say = useShellWords()
  const { named, close, actions, show, markOf, all } = useTabActions(tabs, current)
  /** The menu of a tab, at the tab or at the pointer. */
  const [menu, setMenu] = useState<
    (Omit<ComponentProps<typeof PopupMenu>, 'items' | 'onClose'> & { view: string }) | null
  >(null)
  const list = useRef<HTMLUListElement>(null)
  // The tab that was closed here, and where it was.
  const closed = useRef<{ key: string; place: number }>(null)
  // The tab shown is never out of sight; the page below does not move for it.
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[data-current="true"]')
    if (!list.current || !shown) return
    const left = shown.offsetLeft - list.current.offsetLeft
    const room = list.current.clientWidth - shown.offsetWidth
    if (left < list.current.scrollLeft || left > list.current.scrollLeft + room)
      list.current.scrollLeft = left - room / 2
  }, [current, tabs])
  // The keyboard goes on at the tab that took its place.
  useEffect(() => {
    if (!closed.current || tabs.some(({ key }) => key === closed.current?.key)) return
    const { place } = closed.current
    closed.current = null
    if (document.activeElement !== document.body) return
    const names = list.current!.querySelectorAll<HTMLElement>('.shell-tab > button:first-child')
    names[Math.min(place, names.length - 1)]?.focus()
  }, [tabs])
  function closeHere(tab: Tab) {
    closed.current = { key: tab.key, place: tabs.indexOf(tab) }
    void close('one', tab.key)
  }
  function onKeyDown(event: KeyboardEvent, tab: Tab) {
    if (keyOf(event) === 'Delete' && !tab.affix) closeHere(tab)
    if (keyOf(event) === 'ContextMenu' || (keyOf(event) === 'F10' && event.shiftKey)) {
      event.preventDefault()
      setMenu({ view: tab.key, from: { current: event.currentTarget as HTMLElement } })
    }
  }

  function onContextMenu(event: MouseEvent<HTMLElement>, tab: Tab) {
    event.preventDefault()
    setMenu({
      view: tab.key,
      from: { current: event.currentTarget },
      at: { x: event.clientX, y: event.clientY },
    })
  }

  return (
    <nav className="shell-tabs" aria-label={say('visited')}>
      <ul ref={list}>
        {tabs.map((tab) => (
          <li key={tab.key} className="shell-tab" data-current={tab.key === current}>
            <button
              className="k-bare"
              type="button"
              aria-current={tab.key === current ? 'page' : undefined}
              onClick={() => show(tab)}
              // The middle button would begin to scroll.
              onMouseDown={(event) => event.button === 1 && event.preventDefault()}
              onAuxClick={(event) => event.button === 1 && !tab.affix && void close('one', tab.key)}
              onContextMenu={(event) => onContextMenu(event, tab)}
              onKeyDown={(event) => onKeyDown(event, tab)}
            >
              <span className="shell-tab-name" title={named(tab)}>
                {named(tab)}
              </span>
              {markOf(tab.key)}
            </button>
            {!tab.affix && (
              <button
                type="button"
                className="shell-close k-bare"
                onContextMenu={(event) => onContextMenu(event, tab)}
                aria-label={`${say('close')} ${named(tab)}`}
                onClick={() => closeHere(tab)}
              >
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
      <ShellMenu items={all}>
        <ShellButton icon="down" name={say('tabActions')} />
      </ShellMenu>
      {menu && <PopupMenu {...menu} items={actions(menu.view)} onClose={() => setMenu(null)} />}
    </nav>
  )
}
