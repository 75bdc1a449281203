import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { useSystemConfig } from '../../project/web/settings.ts'
import { AgreementLink } from './Agreement.tsx'
import { useArrival } from './arrival.ts'
import { MobileForm } from './MobileForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SessionCard } from './SessionCard.tsx'
import { useSessionWords } from './words.ts'

/** /login: by password or by mobile code; goes on to where the visitor wanted to be. */
export default function LoginPage() {
  const say = useSessionWords()
  const [query] = useSearchParams()
  const [way, setWay] = useState<'password' | 'mobile'>('password')
  const enter = useArrival()
  const demo = useSystemConfig()?.demo

  return (
    <SessionCard title={say('signIn')} hint={say('welcome')}>
      {query.get('reason') === 'reset' && (
        <p className="session-notice" role="status">
          {say('resetDone')}
        </p>
      )}
      <Tabs
        label={say('ways')}
        tabs={[
          { key: 'password', label: say('byPassword') },
          { key: 'mobile', label: say('byMobile') },
        ]}
        value={way}
        onChange={setWay}
      >
        {way === 'password' ? (
          <PasswordForm onToken={(token) => void enter(token)} />
        ) : (
          <MobileForm onToken={(token) => void enter(token)} />
        )}
      </Tabs>
      <div className="session-links">
        <Link to="/register">{say('register')}</Link>
        <Link to="/reset-pwd">{say('forgot')}</Link>
        <AgreementLink />
      </div>
      {demo && <p className="k-muted k-small">{say('demoAccounts')}</p>}
    </SessionCard>
  )
}
