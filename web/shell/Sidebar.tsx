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
  entries: readonly { path: string; title: string }[]
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
                label: group.title,
                children: group.entries.map((entry) => ({ key: entry.path, label: entry.title })),
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
