import { Suspense } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Coming, Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { ChannelsCard } from '../../../message/web/ChannelsCard.tsx'
import { MobileCard } from '../../../session/credential/web/MobileCard.tsx'
import { PasswordCard } from '../../../session/credential/web/PasswordCard.tsx'
import { FactorCard } from '../../../session/factor/web/FactorCard.tsx'
import { SessionsCard } from '../../../session/credential/web/SessionsCard.tsx'
import { PersonalDataCard } from '../../../personalData/web/PersonalDataCard.tsx'
import { useSystemConfig } from '../../../project/web/settings.ts'
import { completeCalls } from '../contract.ts'
import './Complete.css'
import { MyViews } from '../../view/web/MyViews.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { lazyPart } from '../../../../web/lazyPart.tsx'

const WechatBinding = lazyPart(() =>
  import('../../../wechat/web/WechatBinding.tsx').then((part) => ({ default: part.WechatBinding })),
)

/** Profile, photo, password, mobile number and sign-ins of the signed-in user; used in both frames. */
export function AccountSection() {
  const query = useCall(completeCalls.getMyInfo, {})
  const wechat = useSystemConfig()?.wechat ?? false
  return (
    <Loaded query={query} skeleton={<Coming />}>
      {(info) => (
        <div className="complete-account k-grid k-gap-4">
          <div className="k-stack k-gap-4">
            <ProfileCard info={info} />
            <MobileCard mobile={info.mobile} />
            {wechat && info.isLearner && (
              <section className="k-card roomy k-stack k-gap-4">
                <Suspense fallback={<Skeleton />}>
                  <WechatBinding />
                </Suspense>
              </section>
            )}
          </div>
          <div className="k-stack k-gap-4">
            <PasswordCard mobile={info.mobile} mustChange={info.mustChangePassword} />
            {!info.isLearner && <FactorCard />}
            <ChannelsCard />
            <SessionsCard />
            {info.isLearner && <MyViews />}
            <PersonalDataCard mobile={info.mobile} mayClose={info.isLearner} />
          </div>
        </div>
      )}
    </Loaded>
  )
}
