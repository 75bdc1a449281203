import { Link, useNavigate, useSearchParams } from 'react-router'
import { send } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { clearToken, saveToken } from '../../../web/token.ts'
import { useSystemConfig } from '../../project/web/settings.ts'
import { sessionCalls } from '../contract.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { safeRedirect } from './redirect.ts'
import { SessionCard } from './SessionCard.tsx'
import { useSessionWords } from './words.ts'

/** /admin-login: the managers' door; a learner's account is sent to its own. */
export default function AdminLoginPage() {
  const say = useSessionWords()
  const config = useSystemConfig()
  const navigate = useNavigate()
  const [query] = useSearchParams()

  async function enter(token: string) {
    saveToken(token)
    const { manageAccountInfo } = await send(sessionCalls.getAccountInfo, {})
    if (manageAccountInfo.roleRP.roleSystem === 3) {
      await send(sessionCalls.loginOut, {}, { quiet: true })
      clearToken()
      notify('prompt', say('notManager'))
      return
    }
    await navigate(safeRedirect(query.get('redirect')) ?? '/home/index', { replace: true })
  }

  return (
    <main className="k-wrap">
      <SessionCard title={say('adminSignIn')} hint={config?.projectTitle ?? ''}>
        <PasswordForm onToken={(token) => void enter(token)} />
        <div className="session-links">
          <Link to="/">{say('toPortal')}</Link>
        </div>
        {config?.demo && <p className="k-muted k-small">{say('demoAccounts')}</p>}
      </SessionCard>
    </main>
  )
}
