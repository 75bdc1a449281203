import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useArrival } from './arrival.ts'
import { bindingPath, endPending, savePending, readPending } from '../../wechat/web/pending.ts'
import { useWechatWords } from '../../wechat/web/words.ts'
import { endRoundTrip } from './roundTrip.ts'
import { WechatCard } from './WechatCard.tsx'

/** What is said when the round trip neither signed in nor leads on. */
type Said = { title: 'over' | 'denied' | 'followFirst' } | { refused: string }

/** /auth-redirect: where WeChat sends the browser back; signs in, goes on to bind, or explains. */
export default function AuthRedirectPage() {
  const say = useWechatWords()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const arrive = useArrival()
  const enter = useRef(arrive)
  const [said, setSaid] = useState<Said | null>(null)
  useEffect(() => {
    enter.current = arrive
  })

  useEffect(() => {
    let here = true
    const ending = endRoundTrip()
    const { redirect } = readPending()
    // Replaces code and state with the target.
    setQuery(redirect ? { redirect } : {}, { replace: true })
    ending.then(
      (ended) => {
        if (!here) return
        if (ended.kind !== 'outcome') return setSaid({ title: ended.kind === 'denied' ? 'denied' : 'over' })
        const { state, purpose, scene, data } = ended.outcome
        if (data.tokenCode) {
          endPending()
          void enter.current(data.tokenCode)
        } else if (state === 'unfollowed') setSaid({ title: 'followFirst' })
        else if (!scene) setSaid({ title: 'over' })
        else {
          savePending({ scene })
          const path = purpose === 'bind' ? '/my?tab=account' : bindingPath(redirect)
          void navigate(path, { replace: true })
        }
      },
      (error: Error) => {
        if (here) setSaid({ refused: error.message })
      },
    )
    return () => {
      here = false
    }
    // Once a page load, whatever is drawn again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

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
      <ButtonLink kind="main" to={`/login${query.size > 0 ? `?${query}` : ''}`}>
        {say('toLogin')}
      </ButtonLink>
    </WechatCard>
  )
}
