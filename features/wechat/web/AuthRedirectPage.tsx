import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { saveToken } from '../../../web/token.ts'
import { endPending, keepPending } from './pending.ts'
import { endRoundTrip } from './roundTrip.ts'
import { WechatCard } from './WechatCard.tsx'
import { useWechatWords } from './words.ts'

/** What is said when the round trip neither signed in nor leads on. */
type Said = { title: 'over' | 'denied' | 'followFirst' } | { refused: string }

/** /auth-redirect: where WeChat sends the browser back; signs in, goes on to bind, or explains. */
export default function AuthRedirectPage() {
  const say = useWechatWords()
  const navigate = useNavigate()
  const [said, setSaid] = useState<Said | null>(null)

  useEffect(() => {
    let here = true
    endRoundTrip().then(
      (ended) => {
        if (!here) return
        if (ended.kind !== 'outcome') return setSaid({ title: ended.kind === 'denied' ? 'denied' : 'over' })
        const { state, purpose, scene, data } = ended.outcome
        if (data.tokenCode) {
          saveToken(data.tokenCode)
          void navigate(endPending(), { replace: true })
        } else if (state === 'unfollowed') setSaid({ title: 'followFirst' })
        else if (!scene) setSaid({ title: 'over' })
        else {
          keepPending({ scene })
          void navigate(purpose === 'bind' ? '/my?tab=account' : '/login-wx-binding', { replace: true })
        }
      },
      (error: Error) => {
        if (here) setSaid({ refused: error.message })
      },
    )
    return () => {
      here = false
    }
  }, [navigate])

  if (!said) {
    return (
      <WechatCard title={say('wait')}>
        <Skeleton lines={2} />
      </WechatCard>
    )
  }
  const isRefused = 'refused' in said
  return (
    <WechatCard
      title={say(isRefused ? 'refused' : said.title)}
      hint={isRefused ? said.refused : say(`${said.title}Hint`)}
    >
      <ButtonLink kind="main" to="/login">
        {say('toLogin')}
      </ButtonLink>
    </WechatCard>
  )
}
