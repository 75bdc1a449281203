import Menu from 'antd/es/menu'
import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router'
import { addressOf } from './tabs.ts'
import { useShellWords } from './words.ts'

/** A heading of the menu with the pages below it. */
export interface ShellGroup {
  path: string
  title: string
  Icon: ComponentType
  /** Each page with how much waits there for the reader. */
  entries: readonly { path: string; title: string; waiting?: number }[]
}

/** What an entry or a heading is called, with how much waits behind it. */
function Waiting({ title, count }: { title: string; count: number }) {
  const say = useShellWords()
  if (count === 0) return title
  return (
    <span className="shell-waiting">
      {title}
      <span className="shell-count" role="img" aria-label={say('waiting', { count })}>
        {count > 99 ? '99+' : count}
      </span>
    </span>
  )
}

const sum = (entries: ShellGroup['entries']) => entries.reduce((all, { waiting = 0 }) => all + waiting, 0)

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
  const navigate = useNavigate()
  const own = groups.filter((group) => current.startsWith(`${group.path}/`)).map((group) => group.path)
  const [open, setOpen] = useState(own)
  const [shown, setShown] = useState(current)
  // The heading of a page that is come to by another way opens as well.
  if (shown !== current) {
    setShown(current)
    setOpen([...new Set([...open, ...own])])
  }
  return (
    <nav aria-label={say('navigation')}>
      <Menu
        mode="inline"
        selectedKeys={[current]}
        inlineCollapsed={folded}
        {...(folded ? {} : { openKeys: open, onOpenChange: setOpen })}
        items={groups.map((group) =>
          group.entries.length === 1 && group.path === '/home'
            ? { key: group.entries[0]!.path, icon: <group.Icon />, label: group.entries[0]!.title }
            : {
                key: group.path,
                icon: <group.Icon />,
                // An open heading leaves the count to its pages.
                label: (
                  <Waiting
                    title={group.title}
                    count={open.includes(group.path) && !folded ? 0 : sum(group.entries)}
                  />
                ),
                children: group.entries.map(({ path, title, waiting = 0 }) => ({
                  key: path,
                  label: <Waiting title={title} count={waiting} />,
                })),
              },
        )}
        onClick={({ key }) => {
          onGo?.()
          if (key !== current) void navigate(addressOf(key))
        }}
      />
    </nav>
  )
}
