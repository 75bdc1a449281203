import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallRefused } from '../../../web/client.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { notify } from '../../../web/notice.ts'
import { saveToken } from '../../../web/token.ts'
import { useAccountQuery, useToken } from '../../session/web/account.ts'
import { safeRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import type { Arrival } from '../contract.ts'
import { arriveOnce, takeHandOver } from './handOver.ts'
import { ProveForm } from './ProveForm.tsx'
import { usePartnerWords } from './words.ts'

type Step =
  | { at: 'asking' }
  | { at: 'arriving' }
  | { at: 'proving'; linkCode: string; data: Arrival['data'] }
  | { at: 'failed'; why: string }

/** /authorized-login and /authorized-login-bx: a partner hands a person over; nobody is switched unasked. */
export default function AuthorizedLoginPage() {
  const say = usePartnerWords()
  const navigate = useNavigate()
  const [handOver] = useState(takeHandOver)
  const token = useToken()
  const { data: account, isLoading } = useAccountQuery()
  const [step, setStep] = useState<Step>({ at: 'asking' })
  const name = token ? account?.manageAccountInfo.userName : undefined

  function enter(tokenCode: string, data: Arrival['data']) {
    saveToken(tokenCode)
    notify('success', say('welcome', { partner: data.partnerName }))
    void navigate(safeRedirect(data.redirect ?? null) ?? '/my', { replace: true })
  }

  async function arrive() {
    if (!handOver) return
    setStep({ at: 'arriving' })
    try {
      const { data } = await arriveOnce(handOver)
      if (data.tokenCode) enter(data.tokenCode, data)
      else if (data.linkCode) setStep({ at: 'proving', linkCode: data.linkCode, data })
    } catch (error) {
      setStep({ at: 'failed', why: error instanceof CallRefused ? error.message : String(error) })
    }
  }

  const isAutomatic = handOver !== null && !isLoading && name === undefined && step.at === 'asking'
  const go = useEffectEvent(arrive)
  useEffect(() => {
    if (isAutomatic) void go()
  }, [isAutomatic])

  if (!handOver || step.at === 'failed') {
    return (
      <SessionCard title={say('failed')}>
        <p role="alert">{step.at === 'failed' ? step.why : say('noRequest')}</p>
        <p className="k-muted k-small">{say('whatNext')}</p>
        <ButtonLink kind="main" wide to="/login">
          {say('signIn')}
        </ButtonLink>
        {history.length > 1 && (
          <Button kind="quiet" wide onClick={() => history.back()}>
            {say('back')}
          </Button>
        )}
      </SessionCard>
    )
  }
  if (step.at === 'proving') {
    const { linkCode, data } = step
    return (
      <SessionCard title={say('proveTitle')} hint={say('proveHint', { partner: data.partnerName })}>
        <ProveForm linkCode={linkCode} onToken={(tokenCode) => enter(tokenCode, data)} />
      </SessionCard>
    )
  }
  if (step.at === 'asking' && name !== undefined) {
    return (
      <SessionCard title={say('switchTitle')} hint={say('switchHint', { name })}>
        <Button kind="main" wide onClick={() => void arrive()}>
          {say('switchGo')}
        </Button>
        <ButtonLink wide to={account?.manageAccountInfo.roleRP.roleSystem === 3 ? '/my' : '/home/index'}>
          {say('switchStay')}
        </ButtonLink>
      </SessionCard>
    )
  }
  return (
    <SessionCard title={say('arriving')} hint={say('arrivingHint')}>
      <div className="k-bar" aria-busy="true" />
    </SessionCard>
  )
}
