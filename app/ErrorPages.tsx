import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSystemConfig } from '../features/project/web/settings.ts'
import { useAccount } from '../features/session/web/account.ts'
import { Button, ButtonLink } from '../web/kit/Button.tsx'
import { Empty } from '../web/kit/Loaded.tsx'
import { WaysOn } from '../web/kit/WaysOn.tsx'
import { useBilingual } from '../web/words.ts'
import './ErrorPages.css'
import { useErrorWords } from './errorWords.ts'
import { titleOf } from './title.ts'

/** Its heading is the window title, as on any page. */
function useTitle(title: string): void {
  const projectTitle = useSystemConfig()?.projectTitle
  useEffect(() => {
    document.title = titleOf(title, projectTitle)
  }, [title, projectTitle])
}

/** The way home of anyone who is here: the office for those who work in it. */
function HomeLink() {
  const say = useErrorWords()
  const account = useAccount()
  const isManager = account !== null && account.roleSystem !== 3
  return (
    <ButtonLink kind="main" to={isManager ? '/home/index' : '/'}>
      {say(isManager ? 'toOffice' : 'back')}
    </ButtonLink>
  )
}

/** /404: there is no such page; shows the requested address when the guard redirected here. */
export function NotFound() {
  const say = useErrorWords()
  const navigate = useNavigate()
  const { state } = useLocation()
  useTitle(say('notFoundTitle'))
  const wanted = (state as { wanted?: string } | null)?.wanted
  return (
    <div className="error-page">
      <p className="error-code">404</p>
      <Empty
        title={say('notFoundTitle')}
        hint={say('notFoundText')}
        action={
          <>
            {wanted && <p className="k-small k-muted">{say('wantedAddress', { path: wanted })}</p>}
            <div className="error-actions k-cluster">
              <HomeLink />
              <Button onClick={() => void navigate(-1)}>{say('goBack')}</Button>
            </div>
            <WaysOn />
          </>
        }
      />
    </div>
  )
}

/** /401: the page is there, but not for this visitor in this role. */
export function NotAllowed({ page }: { page?: readonly [zh: string, en: string] | undefined }) {
  const say = useErrorWords()
  const pick = useBilingual()
  const account = useAccount()
  useTitle(say('notAllowedTitle'))
  return (
    <div className="error-page">
      <p className="error-code">401</p>
      <Empty
        title={say('notAllowedTitle')}
        hint={say('notAllowedText')}
        action={
          <>
            {page && <p className="k-small k-muted">{say('wantedPage', { title: pick(...page) })}</p>}
            {account && (
              <p className="k-small k-muted">
                {say('yourRole', { name: account.userName, role: account.roleName })}
              </p>
            )}
            <div className="error-actions k-cluster">
              <HomeLink />
              {account && <ButtonLink to="/switch-login">{say('switchRole')}</ButtonLink>}
              <ButtonLink to="/login">{say('signInOther')}</ButtonLink>
            </div>
            <WaysOn />
          </>
        }
      />
    </div>
  )
}
