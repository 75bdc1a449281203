import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Sheet } from '../../kit/Sheet.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { MenuSearch } from './MenuSearch.tsx'
import type { SearchSource } from './searchSource.ts'
import { useQuestion } from '../view/confirm.ts'
import { Keys } from './Keys.tsx'
import { useNarrow, usePhone } from '../view/narrow.ts'
import './Shell.css'
import { ShellButton } from '../control/ShellButton.tsx'
import { type ShellGroup, Sidebar } from './Sidebar.tsx'
import { isSidebarOpen, saveSidebar } from './sidebar.ts'
import { useSize } from '../view/size.ts'
import { UndoBar } from './UndoBar.tsx'
import { TabBar, TabMenu } from './TabBar.tsx'
import type { Tab } from '../view/tabs.ts'
import { Tools } from './Tools.tsx'
import type { Step } from './trail.ts'
import { type PersonalEntry, UserMenu } from './UserMenu.tsx'
import { useAntdAhead } from '../form/withAntd.tsx'
import { useShellWords } from '../words.ts'
import { lazyPart } from '../../lazyPart.tsx'

const SideDrawer = lazyPart(() => import('./SideDrawer.tsx'))
const QuestionDialog = lazyPart(() =>
  import('./QuestionDialog.tsx').then((part) => ({ default: part.QuestionDialog })),
)

/** Says how high what stays at the top of the window is, to what has its place below. */
function measureHead(head: HTMLElement | null) {
  if (!head) return
  const root = document.documentElement
  const observer = new ResizeObserver(() => {
    const sticks = getComputedStyle(head).position === 'sticky'
    root.style.setProperty('--shell-head', `${sticks ? head.offsetHeight : 0}px`)
  })
  observer.observe(head)
  return () => {
    observer.disconnect()
    root.style.removeProperty('--shell-head')
  }
}

/** Gives the focus to the main part when what had it was of the view before: the keyboard goes on from there. */
function useFocusInView(view: string) {
  const main = useRef<HTMLElement>(null)
  const before = useRef(view)
  useEffect(() => {
    if (before.current === view) return
    before.current = view
    // A form of the new view takes it by itself.
    const timer = setTimeout(() => {
      const { activeElement, body } = document
      const isLost = activeElement === body || activeElement?.closest('[style*="display: none"]')
      if (isLost) main.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [view])
  return main
}

/** The back office's frame: sidebar of 210 px, top bar, tabs of visited views, and the view. */
export function Shell({
  title,
  groups,
  current,
  view,
  trail,
  tabs,
  userName,
  avatar,
  personal,
  banner,
  tools: further,
  search,
  onSignOut,
  children,
}: {
  title: string
  groups: readonly ShellGroup[]
  /** The path of the page. */
  current: string
  /** The key of the view. */
  view: string
  /** The way to the page, the page last. */
  trail: readonly Step[]
  tabs: readonly Tab[]
  userName: string
  avatar: string | null
  personal: readonly PersonalEntry[]
  banner: ReactNode
  /** Buttons of the bar that are of the product, before those of the frame. */
  tools: ReactNode
  /** Source of what is found besides the menu. */
  search: SearchSource
  onSignOut: () => void
  children: ReactNode
}) {
  const say = useShellWords()
  const narrow = useNarrow()
  const phone = usePhone()
  const size = useSize()
  const [open, setOpen] = useState(isSidebarOpen)
  // Also of dialogs and menus, which lie beside the frame.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.size = size
    return () => void delete dataset.size
  }, [size])
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  const [tools, setTools] = useState(false)
  const [keys, setKeys] = useState(false)
  const hasQuestion = useQuestion() !== null
  const main = useFocusInView(view)
  useAntdAhead()
  const shownMenu = narrow ? drawer === 'open' : open

  function toggle() {
    if (narrow) return setDrawer(drawer === 'open' ? 'closed' : 'open')
    saveSidebar(!open)
    setOpen(!open)
  }

  const frameTools = (
    <Tools
      view={view}
      onKeys={() => {
        setTools(false)
        setKeys(true)
      }}
    />
  )
  return (
    <div className="shell">
      <a className="shell-skip" href="#main">
        {say('skip')}
      </a>
      {!narrow && (
        <aside className={open ? 'shell-side' : 'shell-side closed'}>
          <Link className="shell-title" to="/home/index">
            {open ? title : [...title][0]}
          </Link>
          <Sidebar groups={groups} current={current} folded={!open} />
        </aside>
      )}
      {narrow && drawer !== 'never' && (
        <Suspense>
          <SideDrawer open={drawer === 'open'} title={title} onClose={() => setDrawer('closed')}>
            <Sidebar groups={groups} current={current} folded={false} onGo={() => setDrawer('closed')} />
          </SideDrawer>
        </Suspense>
      )}
      <div className="shell-body">
        <div className="shell-head" ref={measureHead}>
          {banner}
          <header className="shell-top k-cluster k-gap-1">
            <ShellButton icon="menu" name={say('menu')} aria-expanded={shownMenu} onClick={toggle} />
            {phone ? (
              <TabMenu tabs={tabs} current={view} title={trail.at(-1)!.title} />
            ) : (
              <Breadcrumb trail={trail} />
            )}
            <MenuSearch
              source={search}
              entries={groups.flatMap((group) =>
                group.entries.map((entry) => ({
                  title: group.title === entry.title ? [entry.title] : [group.title, entry.title],
                  path: entry.path,
                })),
              )}
            />
            <div className="k-cluster k-gap-1">
              {further}
              {!narrow && frameTools}
            </div>
            {narrow && (
              <ShellButton
                icon="dots"
                name={say('tools')}
                aria-haspopup="dialog"
                onClick={() => setTools(true)}
              />
            )}
            <UserMenu name={userName} avatar={avatar} entries={personal} onSignOut={onSignOut} />
          </header>
          {!phone && <TabBar tabs={tabs} current={view} />}
        </div>
        <main ref={main} className="shell-main" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <UndoBar />
      <Keys open={keys} onOpenChange={setKeys} />
      <Sheet open={narrow && tools} onClose={() => setTools(false)} title={say('tools')}>
        <div className="shell-tool-rows">{frameTools}</div>
      </Sheet>
      {hasQuestion && (
        <Suspense>
          <QuestionDialog />
        </Suspense>
      )}
    </div>
  )
}
