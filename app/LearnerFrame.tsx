import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link, NavLink, useLocation } from 'react-router'
import { cartCalls } from '../features/cart/contract.ts'
import { cartPath } from '../features/cart/rules.ts'
import { useVisitorCart } from '../features/cart/web/visitorCart.ts'
import { MessageBell } from '../features/message/web/MessageBell.tsx'
import { sessionCalls } from '../features/session/contract.ts'
import { useAccount, useAccountQuery, useToken } from '../features/session/web/account.ts'
import { useSettings } from '../features/project/web/settings.ts'
import { Popup } from '../features/project/text/web/Popup.tsx'
import { signUpPaths } from '../features/signUp/web/paths.ts'
import { send, useCall } from '../web/client.ts'
import { keyOf } from '../web/composing.ts'
import { Button, ButtonLink } from '../web/kit/Button.tsx'
import { LargeText } from '../web/kit/LargeText.tsx'
import { Mark } from '../web/kit/Ring.tsx'
import { changeTheme, isDark } from '../web/theme.ts'
import { leaveBy, readViewAs } from '../web/token.ts'
import { changeLocale, currentLocale, useBilingual } from '../web/words.ts'
import { DemoBar } from './DemoBar.tsx'
import { FooterTexts } from './FooterTexts.tsx'
import { FrameIcon } from './FrameIcon.tsx'
import { signOutPath } from './guard.ts'
import './LearnerFrame.css'
import { OfflineStrip } from './OfflineStrip.tsx'
import { useFrameWords } from './words.ts'
import { lazyPart } from '../web/lazyPart.tsx'

const CancelledNotice = lazyPart(
  () =>
    import('../features/personalData/web/CancelledNotice.tsx').then((part) => ({
      default: part.CancelledNotice,
    })),
  'nothing',
)

const MergeVisitorCart = lazyPart(
  () =>
    import('../features/cart/web/MergeVisitorCart.tsx').then((part) => ({ default: part.MergeVisitorCart })),
  'nothing',
)

/** Ends the session here and on the server; managers return to their own login page. */
export function useSignOut(): () => Promise<void> {
  const account = useAccount()
  return async () => {
    await send(sessionCalls.loginOut, {}, { quiet: true, keepsToken: true }).catch(() => {})
    leaveBy(signOutPath(account?.roleSystem ?? 3))
  }
}

function AccountMenu() {
  const say = useFrameWords()
  const account = useAccount()
  const { isLoading, isError } = useAccountQuery()
  const signOut = useSignOut()
  // Who is signed in already is not asked to sign in, nor while the server cannot say who it is.
  if (isLoading || isError) return null
  if (!account) {
    return (
      <>
        <ButtonLink kind="quiet" to="/login">
          {say('signIn')}
        </ButtonLink>
        <ButtonLink kind="main" className="hide-s" to="/registerNew">
          {say('register')}
        </ButtonLink>
      </>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes
    <details
      className="frame-menu"
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape') return
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')!.focus()
      }}
    >
      <summary className="k-button quiet">
        {account.userName}
        <span className="k-hidden"> {say('account')}</span>
      </summary>
      <div className="k-card">
        <Link className="k-bare" to="/my">
          {say('mine')}
        </Link>
        {account.roleSystem !== 3 && (
          <Link className="k-bare" to="/home/index">
            {say('office')}
          </Link>
        )}
        <LargeText className="k-bare" />
        <button className="k-bare" type="button" onClick={() => void signOut()}>
          {say('signOut')}
        </button>
      </div>
    </details>
  )
}

/** Switches of the reader's own: language, light or dark, large text. */
function Preferences() {
  const say = useFrameWords()
  return (
    <span className="frame-preferences">
      <Button
        kind="quiet"
        lang={currentLocale() === 'en' ? 'zh-CN' : 'en'}
        onClick={() => changeLocale(currentLocale() === 'en' ? 'zh-CN' : 'en')}
      >
        {say('language')}
      </Button>
      <Button kind="quiet" onClick={() => changeTheme(isDark() ? 'light' : 'dark')}>
        {say('theme')}
      </Button>
      <LargeText className="k-button quiet" />
    </span>
  )
}

/** The pages over which the popup of the project may lie: who follows a link to any other one is not kept from it. */
const popupPaths: ReadonlySet<string> = new Set(['/', '/my', '/v2/my'])

/** Top bar, content, footer, and on a phone the five tabs below. */
export function LearnerFrame({ children }: { children: ReactNode }) {
  const say = useFrameWords()
  const pick = useBilingual()
  const settings = useSettings()
  const account = useAccount()
  const { pathname } = useLocation()
  const isLearner = account?.roleSystem === 3
  const cart = useCall(cartCalls.count, {}, { enabled: isLearner, staleTime: 30_000 })
  const isVisitor = useToken() === null
  const visitorCart = useVisitorCart()
  // What was answered to a learner before is no visitor's.
  const count = isVisitor ? visitorCart.length : isLearner ? (cart.data?.count ?? 0) : 0
  const isMerged = isLearner && visitorCart.length > 0 && !account.mustChangePassword && readViewAs() === null
  const cartTo = cartPath(!isVisitor)
  const tabs = [
    { to: '/', key: 'home' },
    { to: '/publicClass', key: 'choose' },
    { to: '/classCenter', key: 'study' },
    { to: cartTo, key: 'cart' },
    { to: '/my', key: 'mine' },
  ] as const
  const types = settings.showClassType.map((type) => (
    <NavLink key={type.key} to={type.path}>
      {pick(type.name, type.nameEn)}
    </NavLink>
  ))
  const isMenu = settings.showClassTypeModel === 'menu'
  const isPhoneFrame = pathname.startsWith('/v2/')
  const isWelcoming = popupPaths.has(pathname)
  return (
    <div className={isPhoneFrame ? 'frame frame-phone' : 'frame'}>
      <a className="frame-skip" href="#main">
        {say('skip')}
      </a>
      <OfflineStrip />
      <DemoBar />
      <header className="frame-top k-topbar">
        <div className="k-wrap k-row k-gap-2">
          <Link className="frame-brand k-row" to="/">
            <Mark />
            {/* Beside the longer links of English, and on a phone, the short title has room. */}
            {currentLocale() === 'en' ? (
              <span className="k-clip">{settings.shortTitle}</span>
            ) : (
              <>
                <span className="hide-s k-clip">{settings.title}</span>
                <span className="hide-l k-clip">{settings.shortTitle}</span>
              </>
            )}
          </Link>
          <nav className="frame-nav" aria-label={say('navigation')}>
            {isMenu ? (
              <details key={pathname} className="frame-menu">
                <summary>{say('classTypes')}</summary>
                <div className="k-card">{types}</div>
              </details>
            ) : (
              types
            )}
            <NavLink to="/classSelectCenter">{say('chooseCentre')}</NavLink>
            <NavLink to={signUpPaths.public}>{say('signUps')}</NavLink>
          </nav>
          <span className="k-grow" />
          {isLearner && (
            <ButtonLink kind="quiet" className="hide-s" to="/classCenter">
              {say('classCentre')}
            </ButtonLink>
          )}
          {(isLearner || count > 0) && (
            <ButtonLink
              kind="quiet"
              className="hide-s"
              to={cartTo}
            >{`${say('cart')}${count > 0 ? ` ${count}` : ''}`}</ButtonLink>
          )}
          {isLearner && <MessageBell />}
          <AccountMenu />
        </div>
      </header>
      <main id="main" className="k-wrap frame-main">
        {children}
      </main>
      {isVisitor && isWelcoming && (
        <ErrorBoundary fallback={null}>
          <Popup reader={null} />
        </ErrorBoundary>
      )}
      {isLearner && (
        <ErrorBoundary fallback={null}>
          {isWelcoming && <Popup key={account.accountId} reader={account.accountId} />}
          <Suspense fallback={null}>
            <CancelledNotice />
            {isMerged && <MergeVisitorCart classIds={visitorCart} />}
          </Suspense>
        </ErrorBoundary>
      )}
      <footer className="frame-foot">
        <div className="k-wrap k-cluster k-gap-4">
          <span>
            {settings.title}{' '}
            <small className="k-muted">{say('version', { code: settings.versionCode })}</small>
          </span>
          <FooterTexts />
          {account !== null && !isLearner && <a href="/api/docs">{say('apiDocs')}</a>}
          <span className="k-grow" />
          <Preferences />
        </div>
      </footer>
      <nav className="frame-tabs" aria-label={say('bottom')}>
        {tabs.map((tab) => (
          <NavLink
            key={tab.key}
            to={tab.to}
            end={tab.to === '/'}
            // A visitor's cart has no page of its own to be on.
            aria-current={tab.key === 'cart' && isVisitor ? 'false' : 'page'}
          >
            <FrameIcon name={tab.key} />
            <span>
              {say(tab.key)}
              {tab.key === 'cart' && count > 0 ? ` ${count}` : ''}
            </span>
          </NavLink>
        ))}
      </nav>
    </div>
  )
}
