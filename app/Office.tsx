import ConfigProvider from 'antd/es/config-provider'
import antdEn from 'antd/es/locale/en_US'
import antdZh from 'antd/es/locale/zh_CN'
import theme from 'antd/es/theme'
import { Activity, lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { useAccount, useAccountQuery } from '../features/session/web/account.ts'
import { useSettings, useSystemConfig } from '../features/project/web/settings.ts'
import { Failure, Skeleton } from '../web/kit/Loaded.tsx'
import { Shell } from '../web/shell/Shell.tsx'
import { closeTab, forgetTabs, refreshTab, useTabs, visit } from '../web/shell/tabs.ts'
import { isDark, onTheme } from '../web/theme.ts'
import { currentLocale, useBilingual } from '../web/words.ts'
import { DemoBar } from './DemoBar.tsx'
import { Broken, NotAllowed } from './ErrorPages.tsx'
import { useSignOut } from './LearnerFrame.tsx'
import { menuGroups } from './menu.ts'
import { allPages } from './webPages.ts'

const officePages = allPages
  .filter((page) => page.frame === 'admin')
  .map((page) => ({ ...page, Component: lazy(page.load) }))

/** Shades that keep 4.5:1 where antd's own do not. */
const readable = {
  light: {
    colorTextDescription: '#5b6b7d',
    colorTextPlaceholder: '#6b7785',
    colorError: '#c9302c',
  },
  dark: { colorTextDescription: '#97a6b5', colorTextPlaceholder: '#8595a5', colorError: '#ff7875' },
}

/** The back office: who may see what comes from the role's menu; hidden pages are reached from their lists. */
export default function Office() {
  const { pathname } = useLocation()
  const query = useAccountQuery()
  const account = useAccount()
  const navigate = useNavigate()
  const config = useSystemConfig()
  const page = officePages.find((candidate) => candidate.path === pathname)

  useEffect(() => {
    if (config && page)
      document.title = `${page.title[currentLocale() === 'en' ? 1 : 0]} · ${config.projectTitle}`
  }, [config, page])

  if (pathname.startsWith('/redirect/')) return <Refresh />
  if (query.isError) return <Failure error={query.error} onRetry={() => void navigate('/admin-login')} />
  if (!account) return <Skeleton lines={8} />
  const allowed = page && (page.hidden || page.affix || account.menus.has(page.path))
  if (!allowed || account.roleSystem === 3) return <NotAllowed />
  return <Desk current={page} />
}

/** `/redirect/{path}`: drops the view's cache and returns to it. */
function Refresh() {
  const { pathname, search } = useLocation()
  const path = pathname.slice('/redirect'.length)
  useEffect(() => refreshTab(path), [path])
  return <Navigate to={path + search} replace />
}

function Desk({ current }: { current: (typeof officePages)[number] }) {
  const pick = useBilingual()
  const location = useLocation()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const account = useAccount()!
  const settings = useSettings()
  const tabs = useTabs()
  const dark = useSyncExternalStore(onTheme, isDark)
  const english = currentLocale() === 'en'

  useEffect(() => {
    for (const page of officePages.filter((candidate) => candidate.affix)) {
      visit({ path: page.path, address: page.path, title: page.title, affix: true, cached: !page.noCache })
    }
    visit({
      path: current.path,
      address: location.pathname + location.search,
      title: current.title,
      affix: current.affix ?? false,
      cached: !current.noCache,
    })
  }, [current, location])

  const groups = menuGroups
    .map((group) => ({
      path: group.path,
      title: pick(...group.title),
      Icon: group.Icon,
      entries: officePages
        .filter(
          (page) =>
            !page.hidden &&
            page.path.startsWith(`${group.path}/`) &&
            (page.affix || account.menus.has(page.path)),
        )
        .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
        .map((page) => ({ path: page.path, title: pick(...page.title) })),
    }))
    .filter((group) => group.entries.length > 0)
  const group = menuGroups.find((candidate) => current.path.startsWith(`${candidate.path}/`))
  const trail = [...(group ? [{ title: pick(...group.title) }] : []), { title: pick(...current.title) }]
  const strong = dark ? '#4aa8ff' : '#0a66c2'

  return (
    <ConfigProvider
      locale={english ? antdEn : antdZh}
      theme={{
        algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: {
          colorPrimary: settings.themeColor,
          colorLink: strong,
          colorBgLayout: dark ? '#0d1319' : '#f5f6f8',
          fontFamily: 'var(--font)',
          ...(dark ? readable.dark : readable.light),
        },
        components: {
          // White on #1890ff is 3.2:1; filled buttons take the strong shade, 5.7:1.
          Button: { colorPrimary: '#0a66c2', colorPrimaryHover: '#0b5cad', colorPrimaryActive: '#084c8f' },
          Menu: { itemSelectedColor: strong, subMenuItemSelectedColor: strong },
          Tabs: { itemSelectedColor: strong, itemHoverColor: strong },
          Descriptions: {
            labelColor: dark ? readable.dark.colorTextDescription : readable.light.colorTextDescription,
          },
        },
      }}
    >
      <Shell
        title={settings.shortTitle}
        groups={groups}
        current={current.path}
        trail={trail}
        userName={account.userName}
        avatar={account.imagePath}
        banner={<DemoBar />}
        onSignOut={() => {
          forgetTabs()
          void signOut()
        }}
      >
        {tabs
          .filter((tab) => tab.cached || tab.path === current.path)
          .map((tab) => {
            const shown = tab.path === current.path
            const at = shown ? location : addressOf(tab.address)
            return (
              <Activity key={`${tab.path}#${tab.turn}`} mode={shown ? 'visible' : 'hidden'}>
                <ErrorBoundary FallbackComponent={Broken} onError={() => !shown && closeTab(tab.path)}>
                  <Suspense fallback={<Skeleton lines={8} />}>
                    <Routes location={at}>
                      {officePages.map((page) => (
                        <Route key={page.path} path={page.path} element={<page.Component />} />
                      ))}
                      <Route path="*" element={<Gone onGone={() => void navigate('/home/index')} />} />
                    </Routes>
                  </Suspense>
                </ErrorBoundary>
              </Activity>
            )
          })}
      </Shell>
    </ConfigProvider>
  )
}

function addressOf(address: string): { pathname: string; search: string } {
  const [pathname, search] = address.split('?')
  return { pathname: pathname!, search: search ? `?${search}` : '' }
}

/** A remembered tab whose page no longer exists. */
function Gone({ onGone }: { onGone: () => void }) {
  useEffect(onGone, [onGone])
  return null
}
