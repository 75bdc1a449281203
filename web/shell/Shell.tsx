import MenuFoldOutlined from '@ant-design/icons/es/icons/MenuFoldOutlined'
import Breadcrumb from 'antd/es/breadcrumb'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Dropdown from 'antd/es/dropdown'
import Menu from 'antd/es/menu'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { changeTheme, isDark } from '../theme.ts'
import { changeLocale, currentLocale } from '../words.ts'
import './Shell.css'
import { TabBar } from './TabBar.tsx'
import { useShellWords } from './words.ts'

export interface ShellGroup {
  path: string
  title: string
  Icon: ComponentType
  entries: readonly { path: string; title: string }[]
}

const narrow = matchMedia('(max-width: 991px)')

/** Whether the window is below 992 px, watched with a debounce of 100 ms. */
function useNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const onChange = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIs(narrow.matches), 100)
    }
    narrow.addEventListener('change', onChange)
    return () => narrow.removeEventListener('change', onChange)
  }, [])
  return is
}

/** The back office's frame: sidebar of 210 px, top bar, tabs of visited views, and the view. */
export function Shell({
  title,
  groups,
  current,
  trail,
  userName,
  avatar,
  banner,
  onSignOut,
  children,
}: {
  title: string
  groups: readonly ShellGroup[]
  current: string
  /** Breadcrumb, first to last; an entry without path is not clickable, the last never is. */
  trail: readonly { title: string; path?: string }[]
  userName: string
  avatar: string | null
  banner: ReactNode
  onSignOut: () => void
  children: ReactNode
}) {
  const say = useShellWords()
  const navigate = useNavigate()
  const isNarrow = useNarrow()
  const [open, setOpen] = useState(localStorage.getItem('sidebar') !== 'closed')
  const [drawer, setDrawer] = useState(false)

  function toggle() {
    if (isNarrow) return setDrawer(!drawer)
    localStorage.setItem('sidebar', open ? 'closed' : 'open')
    setOpen(!open)
  }

  const menu = (
    <nav aria-label={say('navigation')}>
      <Menu
        mode="inline"
        selectedKeys={[current]}
        defaultOpenKeys={groups
          .filter((group) => current.startsWith(`${group.path}/`))
          .map((group) => group.path)}
        inlineCollapsed={!isNarrow && !open}
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
          setDrawer(false)
          void navigate(key)
        }}
      />
    </nav>
  )

  return (
    <div className="shell">
      {!isNarrow && (
        <aside className={open ? 'shell-side' : 'shell-side closed'}>
          <Link className="shell-title" to="/home/index">
            {open ? title : [...title][0]}
          </Link>
          {menu}
        </aside>
      )}
      <Drawer
        open={isNarrow && drawer}
        onClose={() => setDrawer(false)}
        placement="left"
        size={210}
        title={title}
        styles={{ body: { padding: 0 } }}
      >
        {menu}
      </Drawer>
      <div className="shell-body">
        {banner}
        <header className="shell-top">
          <Button
            type="text"
            aria-label={say('menu')}
            aria-expanded={isNarrow ? drawer : open}
            icon={<MenuFoldOutlined />}
            onClick={toggle}
          />
          <Breadcrumb
            separator="/"
            items={trail.map((entry, i) => ({
              title:
                entry.path && i < trail.length - 1 ? <Link to={entry.path}>{entry.title}</Link> : entry.title,
            }))}
          />
          <span className="shell-space" />
          <Button type="text" onClick={() => changeLocale(currentLocale() === 'en' ? 'zh-CN' : 'en')}>
            {say('language')}
          </Button>
          <Button type="text" className="shell-wide" onClick={() => changeTheme(isDark() ? 'light' : 'dark')}>
            {say('theme')}
          </Button>
          <Dropdown
            trigger={['click']}
            menu={{
              items: [
                { key: 'portal', label: say('portal'), onClick: () => void navigate('/') },
                { key: 'out', label: say('signOut'), onClick: onSignOut },
              ],
            }}
          >
            <Button
              type="text"
              icon={avatar ? <img className="shell-avatar" src={avatar} alt="" /> : undefined}
            >
              {userName}
            </Button>
          </Dropdown>
        </header>
        <TabBar current={current} />
        <main className="shell-main" id="main">
          {children}
        </main>
      </div>
    </div>
  )
}
