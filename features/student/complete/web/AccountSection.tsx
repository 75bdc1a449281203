import { useCall } from '../../../../web/client.ts'
import { Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { MobileCard } from '../../../session/credential/web/MobileCard.tsx'
import { PasswordCard } from '../../../session/credential/web/PasswordCard.tsx'
import { SessionsCard } from '../../../session/credential/web/SessionsCard.tsx'
import { completeCalls } from '../contract.ts'
import './Complete.css'
import { ProfileCard } from './ProfileCard.tsx'

/** Profile, photo, password, number and sign-ins of who is signed in; stands in both frames. */
export function AccountSection() {
  const query = useCall(completeCalls.getMyInfo, {})
  return (
    <Loaded query={query} skeleton={<Skeleton lines={8} height={36} />}>
      {(info) => (
        <div className="complete-account">
          <ProfileCard info={info} />
          <PasswordCard mobile={info.mobile} mustChange={info.mustChangePassword} />
          <MobileCard mobile={info.mobile} />
          <SessionsCard />
        </div>
      )}
    </Loaded>
  )
}
