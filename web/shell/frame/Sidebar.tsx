import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { keyOf } from '../../composing.ts'
import './Sidebar.css'
import { ShellIcon, type IconName } from '../control/ShellIcon.tsx'
import { ShellMenu } from '../control/ShellMenu.tsx'
import { addressOf } from '../view/tabs.ts'
import { useShellWords } from '../words.ts'

interface Entry {
  path: string
  title: string
  waiting?: number
}

/** A heading of the menu with the pages below it. */
export interface ShellGroup {
  path: string
  title: string
  icon: IconName
  /** Each page with how much waits there for the reader. */
  entries: readonly Entry[]
}

/** Name of an entry or a heading, with how much waits behind it. */
function Waiting({ title, count }: { title: string; count: number }) {
  const say = useShellWords()
  if (count === 0) return title
  return (
    <span className="shell-waiting k-row k-split">
      {title}
      <span className="shell-count" role="img" aria-label={say('waiting', { count })}>
        {count > 99 ? '99+' : count}
      </span>
    </span>
  )
}

const sum = (entries: readonly Entry[]) => entries.reduce((all, { waiting = 0 }) => all + waiting, 0)

/** Arrows, Home and End move the focus through what is shown of the menu. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.side-entry')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[keyOf(event)]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  all.at(next % all.length)?.focus()
}

/** The menu of what the role may see; a page whose tab is open is shown as it was left. */
export function Sidebar({
  groups,
  current,
  folded,
  onGo,
}: {
  groups: readonly ShellGroup[]
  current: string
  folded: boolean
  onGo?: () => void
}) {
  const say = useShellWords()
  const id = useId()
  const navigate = useNavigate()
  const own = groups.filter((group) => current.startsWith(`${group.path}/`)).map((group) => group.path)
  const [open, setOpen] = useState(own)
  const [shown, setShown] = useState(current)
  // The heading of a page that is come to by another way opens as well.
  if (shown !== current) {
    setShown(current)
    setOpen([...new Set([...open, ...own])])
  }
  const toggle = (path: string) =>
    setOpen(open.includes(path) ? open.filter((other) => other !== path) : [...open, path])

  function go(path: string, event?: MouseEvent) {
    // A new window is the browser's to open.
    if (event && (event.ctrlKey || event.metaKey || event.shiftKey)) return
    event?.preventDefault()
    onGo?.()
    if (path !== current) void navigate(addressOf(path))
  }
  const link = ({ path, title, waiting = 0 }: Entry, icon?: IconName) => (
    <Link
      className="side-entry"
      to={path}
      aria-current={path === current ? 'page' : undefined}
      {...(icon && folded ? { 'aria-label': title, title } : {})}
      onClick={(event) => go(path, event)}
    >
      {icon && <ShellIcon name={icon} />}
      {!(icon && folded) && <Waiting title={title} count={waiting} />}
    </Link>
  )

  function heading({ path, title, icon, entries }: ShellGroup) {
    if (entries.length === 1 && path === '/home') return link(entries[0]!, icon)
    const isOpen = open.includes(path)
    const isOwn = own.includes(path)
    if (folded) {
      return (
        <ShellMenu
          items={entries.map((entry) => ({
            key: entry.path,
            label: <Waiting title={entry.title} count={entry.waiting ?? 0} />,
            onClick: () => go(entry.path),
          }))}
        >
          <button
            type="button"
            className="side-entry"
            data-own={isOwn || undefined}
            aria-label={title}
            title={title}
          >
            <ShellIcon name={icon} />
          </button>
        </ShellMenu>
      )
    }
    return (
      <>
        <button
          type="button"
          className="side-entry"
          data-own={isOwn || undefined}
          aria-expanded={isOpen}
          aria-controls={`${id}${path}`}
          onClick={() => toggle(path)}
        >
          <ShellIcon name={icon} />
          {/* An open heading leaves the count to its pages. */}
          <Waiting title={title} count={isOpen ? 0 : sum(entries)} />
        </button>
        {isOpen && (
          <ul id={`${id}${path}`} aria-label={title}>
            {entries.map((entry) => (
              <li key={entry.path}>{link(entry)}</li>
            ))}
          </ul>
        )}
      </>
    )
  }
  return (
    <nav aria-label={say('navigation')}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its entries */}
      <ul className="side-menu" data-folded={folded || undefined} onKeyDown={walk}>
        {groups.map((group) => (
          <li key={group.path}>{heading(group)}</li>
        ))}
      </ul>
    </nav>
  )
}
