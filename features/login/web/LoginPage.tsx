import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { useSystemConfig } from '../../project/web/settings.ts'
import { useArrival } from './arrival.ts'
import { EndedNotice } from './EndedNotice.tsx'
import { MobileForm } from './MobileForm.tsx'
import { PasswordForm } from '../../session/web/PasswordForm.tsx'
import { safeRedirect, withRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { useSessionWords } from '../../session/web/words.ts'
import { lazyPart } from '../../../web/lazyPart.tsx'

const WechatScan = lazyPart(() =>
  import('../../wechat/web/WechatScan.tsx').then((part) => ({ default: part.WechatScan })),
)

/**
 * /login: by password, by mobile code, or by WeChat where the project has an app; continues to where the visitor wanted
 * to be.
 */
export default function LoginPage() {
  const say = useSessionWords()
  const [query] = useSearchParams()
  const [way, setWay] = useState<'password' | 'mobile' | 'wechat'>(
    query.get('way') === 'wechat' ? 'wechat' : 'password',
  )
  const enter = useArrival()
  const config = useSystemConfig()

  return (
    <SessionCard title={say('signIn')} hint={say('welcome')}>
      {query.get('reason') === 'reset' && (
        <p className="session-notice" role="status">
          {say('resetDone')}
        </p>
      )}
      <EndedNotice />
      <Tabs
        label={say('ways')}
        tabs={[
          { key: 'password', label: say('byPassword') },
          { key: 'mobile', label: say('byMobile') },
          ...(config?.wechat ? [{ key: 'wechat' as const, label: say('byWechat') }] : []),
        ]}
        value={way}
        onChange={setWay}
      >
        {way === 'password' && <PasswordForm onToken={enter} />}
        {way === 'mobile' && <MobileForm onToken={enter} />}
        {way === 'wechat' && (
          <Suspense fallback={<Skeleton height={120} />}>
            <WechatScan
              onToken={(token) => void enter(token)}
              redirect={safeRedirect(query.get('redirect'))}
            />
          </Suspense>
        )}
      </Tabs>
      <div className="session-links">
        <Link to={withRedirect('/registerNew', query)}>{say('register')}</Link>
        <Link to={withRedirect('/reset-pwd', query)}>{say('forgot')}</Link>
      </div>
      {config?.demo && <p className="k-muted k-small">{say('demoAccounts')}</p>}
    </SessionCard>
  )
}
