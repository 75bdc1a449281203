import { ServicePhone } from '../features/project/web/ServicePhone.tsx'
import { useSystemConfig } from '../features/project/web/settings.ts'
import { useAccount } from '../features/session/web/account.ts'
import { ButtonLink } from '../web/kit/Button.tsx'
import { useFrameWords } from './words.ts'

/** Ways on from a dead end of the portal: one's classes, more classes, and the service desk’s telephone. */
export function PortalWays() {
  const say = useFrameWords()
  const isLearner = useAccount()?.roleSystem === 3
  const phone = useSystemConfig()?.info.phone
  return (
    <>
      <span>
        {isLearner ? (
          <ButtonLink kind="quiet" to="/classCenter">
            {say('classCentre')}
          </ButtonLink>
        ) : (
          <ButtonLink kind="quiet" to="/">
            {say('home')}
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" to="/classSelectCenter">
          {say('chooseCentre')}
        </ButtonLink>
      </span>
      {phone && (
        <span className="k-muted k-small">
          {say('needHelp')} <ServicePhone />
        </span>
      )}
    </>
  )
}
