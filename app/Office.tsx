import {
  Activity,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import {
  Navigate,
  NavigationType,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router'
import { useAccount, useAccountQuery, useToken } from '../features/session/web/account.ts'
import { Bell } from '../features/workQueue/web/Bell.tsx'
import { useSearch } from '../features/search/web/useSearch.ts'
import { countOn, useWork } from '../features/workQueue/web/useWork.ts'
import { useSettings, useSystemConfig } from '../features/project/web/settings.ts'
import { logPageError } from '../web/errorLog.ts'
import { Failure, Skeleton } from '../web/kit/Loaded.tsx'
import { LazyPage } from '../web/lazyPart.tsx'
import { ListMemoryPart } from '../features/listView/web/ListMemoryPart.tsx'
import { ExportButton } from '../features/export/web/ExportButton.tsx'
import { RowCount } from '../features/batch/web/RowCount.tsx'
import { type CountProps, ExactCount } from '../web/shell/list/exactCount.ts'
import { Exporter, type ExportProps } from '../web/shell/list/ExportPart.tsx'
import { BuiltPages, Permissions, WholeProject } from '../web/shell/view/may.ts'
import { Reader } from '../web/shell/view/reader.ts'
import { Shell } from '../web/shell/frame/Shell.tsx'
import {
  closeTabs,
  drawnViews,
  keyOf,
  nameOf,
  saveTabsFor,
  refreshTab,
  type Tab,
  tabOf,
  useTabs,
  visit,
} from '../web/shell/view/tabs.ts'
import { forgetUnsaved } from '../web/shell/view/unsaved.ts'
import { CurrentView } from '../web/shell/view/view.ts'
import { withAntd } from '../web/shell/form/withAntd.tsx'
import { readToken } from '../web/token.ts'
import { useBilingual } from '../web/words.ts'
import { DemoBar } from './DemoBar.tsx'
import { Broken } from './Broken.tsx'
import { NotAllowed, NotFound } from './ErrorPages.tsx'
import { isErrorPage } from './guard.ts'
import { titleOf } from './title.ts'
import { menuGroups } from './menu.ts'
import { forgetOpened } from '../web/shell/frame/recentlyOpened.ts'
import { officePages } from './officePages.ts'
import { Personal, usePersonal } from './Personal.tsx'
import {
  actionsOf,
  listAbove,
  partsOf,
  permissionsOf,
  mayOpen,
  titleOf as titleOfPage,
  sidebarOf,
} from './sidebar.ts'
import { Tasks } from './Tasks.tsx'
import { useErrorWords } from './errorWords.ts'
import { useScrollMemory } from './scrollMemory.ts'

const drawCount = (props: CountProps) => <RowCount {...props} />
const drawExport = (props: ExportProps) => <ExportButton {...props} />

const pages = officePages.map((page) => ({
  ...page,
  title: titleOfPage(page),
  load: page.light ? page.load : withAntd(page.load),
}))
type OfficePage = (typeof pages)[number]
const builtPages = permissionsOf(pages)
const home = '/home/index'

/** The back office: who may see what comes from the role's menu; hidden pages are reached from their lists. */
export default function Office() {
  const { pathname, search } = useLocation()
  const query = useAccountQuery()
  const account = useAccount()
  const token = useToken()
  const refreshed = pathname.startsWith('/redirect/') ? pathname.slice('/redirect'.length) : null
  const path = refreshed ?? pathname
  const page = pages.find((candidate) => candidate.path === path)

  if (!page && refreshed === null && !isErrorPage(path))
    return <Navigate to="/404" replace state={{ wanted: path }} />
  if (query.isError && !query.data)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!account) return <Skeleton lines={8} />
  if (account.roleSystem === 3) return <NotAllowed />
  if (refreshed && !page) return <Navigate to={path + search} replace />
  // Tabs are one person's, in one role, in one session.
  const owner = [token!.slice(-12), account.accountId, account.roleId, account.unitId].join(' ')
  return (
    <Exporter value={drawExport}>
      <ExactCount value={drawCount}>
        <Workspace
          key={owner}
          owner={owner}
          path={path}
          isRefreshed={refreshed !== null}
          page={page && mayOpen(page, account.menus) ? page : null}
          wanted={page ?? null}
        />
      </ExactCount>
    </Exporter>
  )
}

/** The shell with the views in it. Without a page it shows that there is none, or that the role may not see it. */
function Workspace({
  owner,
  path,
  isRefreshed,
  page,
  wanted,
}: {
  owner: string
  path: string
  isRefreshed: boolean
  page: OfficePage | null
  wanted: OfficePage | null
}) {
  const say = useErrorWords()
  const pick = useBilingual()
  const location = useLocation()
  const navigate = useNavigate()
  const account = useAccount()!
  const settings = useSettings()
  const config = useSystemConfig()
  const tabs = useTabs(owner)
  const personal = usePersonal(tabs)
  const work = useWork()
  const signOut = () => void personal.signOut()
  const search = useSearch({
    owner,
    mayLearners: account.menus.has('/student-manage/student'),
    actions: actionsOf(pages, account),
    loadParts: () => partsOf(pages, account.menus),
    onSignOut: signOut,
  })
  const isForbidden = !page && (wanted !== null || path === '/401')
  const view = page ? keyOf(page, location.search) : path
  const title = page
    ? nameOf(tabs.find((tab) => tab.key === view) ?? page, pick)
    : say(isForbidden ? 'notAllowedTitle' : 'notFoundTitle')
  const projectTitle = config?.projectTitle
  useScrollMemory(view)
  const isReplaced = useNavigationType() === NavigationType.Replace
  const before = useRef<string>(undefined)
  const [seen, setSeen] = useState<readonly string[]>([])
  if (page && !seen.includes(view)) setSeen([...seen, view])

  useEffect(() => {
    document.title = titleOf(title, projectTitle)
  }, [title, projectTitle])

  useEffect(
    () => () => {
      forgetUnsaved()
      // After signing out no name of a subject stays in the window.
      if (readToken() !== null) return
      saveTabsFor('')
      forgetOpened()
    },
    [],
  )

  // `/redirect/{path}` drops the view's cache and returns to it.
  useEffect(() => {
    if (!isRefreshed) return
    refreshTab(view)
    void navigate(path + location.search, { replace: true })
  }, [isRefreshed, view, path, location.search, navigate])

  useEffect(() => {
    saveTabsFor(owner)
    for (const affixed of pages.filter((candidate) => candidate.affix)) visit(tabOf(affixed))
    if (!page) return
    // What was created has an address now: its form's tab becomes its own.
    const isCreated = isReplaced && before.current === page.path
    visit(tabOf(page, location.search), isCreated ? page.path : undefined)
    before.current = view
  }, [owner, page, view, isReplaced, location.search])

  const groups = menuGroups
    .map((group) => ({
      path: group.path,
      title: pick(...group.title),
      icon: group.icon,
      entries: sidebarOf(pages, group.path, account.menus).map((entry) => ({
        path: entry.path,
        title: pick(...entry.title),
        waiting: countOn(work, entry.path),
      })),
    }))
    .filter((group) => group.entries.length > 0)

  return (
    <Permissions value={account.menus}>
      <WholeProject value={account.wholeProject}>
        <BuiltPages value={builtPages}>
          <Reader value={account.accountId}>
            <Shell
              title={settings.shortTitle}
              groups={groups}
              current={path}
              view={view}
              trail={trailTo(page, pick, { title, path })}
              tabs={tabs}
              userName={account.userName}
              avatar={account.imagePath}
              personal={personal.entries}
              banner={<DemoBar />}
              tools={
                <>
                  <Tasks />
                  <Bell />
                </>
              }
              search={search}
              onSignOut={signOut}
            >
              <ListMemoryPart>
                {drawnViews(tabs, page ? view : undefined, seen).map((tab) => (
                  <View key={`${tab.key}#${tab.turn}`} tab={tab} shown={view} />
                ))}
              </ListMemoryPart>
              {!page && (isForbidden ? <NotAllowed page={wanted?.title} /> : <NotFound />)}
            </Shell>
            <Personal state={personal} />
          </Reader>
        </BuiltPages>
      </WholeProject>
    </Permissions>
  )
}

/** The way to a page: its heading, the list above it, itself. The tab of home is below; nothing is said twice. */
function trailTo(
  page: OfficePage | null,
  pick: (zh: string, en: string) => string,
  last: { title: string; path: string },
) {
  const group = page && menuGroups.find((candidate) => page.path.startsWith(`${candidate.path}/`))
  const list = page && listAbove(pages, page)
  const steps = [
    ...(group ? [{ title: pick(...group.title), path: group.path, noRedirect: true }] : []),
    ...(list ? [{ title: pick(...list.title), path: list.path }] : []),
    last,
  ]
  return steps.filter(({ title }, i) => title !== steps[i + 1]?.title)
}

/** A view in its tab: stays mounted while another is shown, each with its own address. */
function View({ tab, shown }: { tab: Tab; shown: string }): ReactNode {
  const location = useLocation()
  const navigate = useNavigate()
  const isShown = tab.key === shown
  const { key } = tab
  const subject = pages.find((page) => page.path === tab.path)?.subject
  const shownNow = useRef(isShown)
  useLayoutEffect(() => {
    shownNow.current = isShown
    return () => void (shownNow.current = false)
  }, [isShown])
  const current = useMemo(() => ({ key, subject, isShown: () => shownNow.current }), [key, subject])
  const [pathname, search = ''] = tab.address.split('?')
  const at =
    isShown && location.pathname === tab.path
      ? location
      : { pathname: pathname!, search: search && `?${search}` }
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <ErrorBoundary
        FallbackComponent={Broken}
        onError={(error) => {
          logPageError(error)
          if (!isShown) closeTabs('one', key, shown)
        }}
      >
        <Suspense fallback={<Skeleton lines={8} />}>
          <CurrentView value={current}>
            <Routes location={at}>
              {pages.map((page) => (
                <Route key={page.path} path={page.path} element={<LazyPage load={page.load} />} />
              ))}
              <Route path="*" element={<MissingPage onGone={() => void navigate(home)} />} />
            </Routes>
          </CurrentView>
        </Suspense>
      </ErrorBoundary>
    </Activity>
  )
}

/** A remembered tab whose page no longer exists. */
function MissingPage({ onGone }: { onGone: () => void }) {
  useEffect(onGone, [onGone])
  return null
}
