import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { useBilingual } from '../../../web/words.ts'
import { projectCalls, type SystemConfig } from '../../project/contract.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { sessionCalls } from '../../session/contract.ts'
import { useArrival } from './arrival.ts'
import { PasswordForm } from '../../session/web/PasswordForm.tsx'
import '../../session/web/Session.css'
import { useSessionWords } from '../../session/web/words.ts'

/**
 * /index2: the portal's landing with a login box of its own. The guard closes it where `index2Open` is "0", so nothing
 * is shown before that is known.
 */
export default function PortalPage() {
  const unitId = visitedUnit()
  const config = useCall(projectCalls.getSystemConfig, unitId ? { unitId } : {}, {
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Loaded query={config}>{(portal) => <Portal portal={portal} />}</Loaded>
}

function Portal({ portal: { settings, demo } }: { portal: SystemConfig }) {
  const say = useSessionWords()
  const pick = useBilingual()
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
        <PasswordForm call={sessionCalls.index2Login} onToken={enter} />
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
