import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { send, useCall } from '../../../web/client.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { saveToken } from '../../../web/token.ts'
import { useSystemConfig } from '../../project/web/settings.ts'
import { PasswordCard } from '../../session/credential/web/PasswordCard.tsx'
import { completeCalls } from '../../student/complete/contract.ts'
import { FactorStep } from '../../session/factor/web/FactorStep.tsx'
import { sessionCalls } from '../../session/contract.ts'
import { resetSession, useAccountQuery, useToken } from '../../session/web/account.ts'
import { EndedNotice } from './EndedNotice.tsx'
import { PasswordForm } from '../../session/web/PasswordForm.tsx'
import { safeRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { useSessionWords } from '../../session/web/words.ts'

/** The change of a password that someone else set; by a code where the account has a number. */
function PasswordStep() {
  const query = useCall(completeCalls.getMyInfo, {})
  return (
    <Loaded query={query} skeleton={<Skeleton lines={6} />}>
      {({ mobile }) => (
        <div className="session-password">
          <PasswordCard mobile={mobile} mustChange />
        </div>
      )}
    </Loaded>
  )
}

/** /admin-login: the managers' login page, and for everyone the pending step of a sign-in. */
export default function AdminLoginPage() {
  const say = useSessionWords()
  const config = useSystemConfig()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [query] = useSearchParams()
  const token = useToken()
  const who = useAccountQuery()
  // Anyone who was signed in before stays here: the page only redirects after a sign-in made on it.
  const [entered, setEntered] = useState(false)
  const awaitsFactor = token !== null && who.error?.respCode === 428
  const known = token === null ? undefined : who.data?.manageAccountInfo
  // Staff whose password someone else set choose their own here, and are in the office after it.
  const mustChange = known !== undefined && known.mustChangePassword && known.roleRP.roleSystem !== 3
  const account = entered && !mustChange ? known : undefined
  const goal = safeRedirect(query.get('redirect'))

  useEffect(() => {
    if (!account) return
    if (account.roleRP.roleSystem !== 3 || goal?.startsWith('/my')) {
      void navigate(goal ?? '/home/index', { replace: true })
      return
    }
    setEntered(false)
    notify('prompt', say('notManager'))
    void send(sessionCalls.loginOut, {}, { quiet: true }).finally(() => resetSession(cache))
  }, [account, goal, navigate, cache, say])

  const enter = (fresh: string) => {
    saveToken(fresh)
    setEntered(true)
  }

  async function leave() {
    await send(sessionCalls.loginOut, {}, { quiet: true }).catch(() => {})
    resetSession(cache)
  }

  return (
    <main className="k-wrap">
      {awaitsFactor ? (
        <FactorStep onToken={enter} onCancel={() => void leave()} />
      ) : mustChange ? (
        <PasswordStep />
      ) : (
        <SessionCard title={say('adminSignIn')} hint={config?.projectTitle ?? ''}>
          <EndedNotice />
          <PasswordForm onToken={enter} />
          <div className="session-links">
            <Link to="/">{say('toPortal')}</Link>
            <Link to="/reset-pwd">{say('forgot')}</Link>
          </div>
          {config?.demo && <p className="k-muted k-small">{say('demoAccounts')}</p>}
        </SessionCard>
      )}
    </main>
  )
}
