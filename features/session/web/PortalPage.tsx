import { Link } from 'react-router'
import { useBilingual } from '../../../web/words.ts'
import { useSettings, useSystemConfig } from '../../project/web/settings.ts'
import { sessionCalls } from '../contract.ts'
import { useArrival } from './arrival.ts'
import { PasswordForm } from './PasswordForm.tsx'
import './Session.css'
import { useSessionWords } from './words.ts'

/** /index2: the portal's landing with a login box of its own; the guard closes it where `index2Open` is "0". */
export default function PortalPage() {
  const say = useSessionWords()
  const pick = useBilingual()
  const settings = useSettings()
  const demo = useSystemConfig()?.demo
  const enter = useArrival()
  return (
    <div className="session-portal">
      <section className="session-welcome">
        <h1>{settings.title}</h1>
        <p>{say('portalLead')}</p>
        <h2>{say('portalTypes')}</h2>
        <ul>
          {settings.showClassType.map((type) => (
            <li key={type.key}>
              <Link
                className="k-card"
                to={type.path}
                style={{ borderColor: `var(--${type.key}, var(--line))` }}
              >
                {pick(type.name, type.nameEn)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="k-card session-box" aria-labelledby="portal-login">
        <h2 id="portal-login">{say('portalLogin')}</h2>
        <PasswordForm call={sessionCalls.index2Login} onToken={(token) => void enter(token)} />
        <div className="session-links">
          <Link to="/login">{say('byMobile')}</Link>
          <Link to="/register">{say('register')}</Link>
          <Link to="/reset-pwd">{say('forgot')}</Link>
        </div>
        {demo && <p className="k-muted k-small">{say('demoAccounts')}</p>}
      </section>
    </div>
  )
}
