import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { saveToken } from '../../../web/token.ts'
import { useSystemConfig, visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { CodeInput, emptyMobile } from './CodeInput.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { safeRedirect } from './redirect.ts'
import { SessionCard } from './SessionCard.tsx'
import { useSessionWords } from './words.ts'

/** /login: by password or by mobile code; goes on to where the visitor wanted to be. */
export default function LoginPage() {
  const say = useSessionWords()
  const [way, setWay] = useState<'password' | 'mobile'>('password')
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const demo = useSystemConfig()?.demo

  function enter(token: string) {
    saveToken(token)
    void navigate(safeRedirect(query.get('redirect')) ?? '/my', { replace: true })
  }

  return (
    <SessionCard title={say('signIn')} hint={say('welcome')}>
      <Tabs
        label={say('ways')}
        tabs={[
          { key: 'password', label: say('byPassword') },
          { key: 'mobile', label: say('byMobile') },
        ]}
        value={way}
        onChange={setWay}
      >
        {way === 'password' ? <PasswordForm onToken={enter} /> : <MobileForm onToken={enter} />}
      </Tabs>
      <div className="session-links">
        <Link to="/register">{say('register')}</Link>
        <Link to="/reset-pwd">{say('forgot')}</Link>
      </div>
      {demo && <p className="k-muted k-small">{say('demoAccounts')}</p>}
    </SessionCard>
  )
}

function MobileForm({ onToken }: { onToken: (token: string) => void }) {
  const say = useSessionWords()
  const [proof, setProof] = useState(emptyMobile)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const unitId = visitedUnit()
      const { data } = await send(
        registerCalls.loginByMobile,
        { ...proof, ...(unitId ? { unitId } : {}) },
        { quiet: true },
      )
      onToken(data.tokenCode)
    } catch (error) {
      if (error instanceof CallRefused) setErrors({ [error.field ?? 'msgCode']: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="session-form" onSubmit={(event) => void submit(event)}>
      <CodeInput call={codeCalls.sendMsgCodeByLogin} value={proof} onChange={setProof} errors={errors} />
      <Button kind="main" type="submit" wide busy={busy}>
        {say('signIn')}
      </Button>
    </form>
  )
}
