import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useArrival } from './arrival.ts'
import { bindingPath, endPending, savePending, readPending } from '../../wechat/web/pending.ts'
import { useWechatWords } from '../../wechat/web/words.ts'
import { endRoundTrip } from './roundTrip.ts'
import { WechatCard } from './WechatCard.tsx'

/** Text shown when the round trip neither signed in nor continues. */
type Result = { title: 'over' | 'denied' | 'followFirst' } | { refused: string }

/** /auth-redirect: where WeChat sends the browser back; signs in, continues to bind, or explains. */
export default function AuthRedirectPage() {
  const say = useWechatWords()
  const navigate = useNavigate()
  const [query, setQuery] = useSearchParams()
  const arrive = useArrival()
  const enter = useRef(arrive)
  const [result, setResult] = useState<Result | null>(null)
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
        if (ended.kind !== 'outcome') return setResult({ title: ended.kind === 'denied' ? 'denied' : 'over' })
        const { state, purpose, scene, data } = ended.outcome
        if (state === 'payer' && scene) {
          savePending({ payer: { scene, at: Date.now() } })
          void navigate(redirect ?? '/my?tab=orders', { replace: true })
        } else if (data.tokenCode) {
          endPending()
          void enter.current(data.tokenCode)
        } else if (state === 'unfollowed') setResult({ title: 'followFirst' })
        else if (!scene) setResult({ title: 'over' })
        else {
          savePending({ scene })
          const path = purpose === 'bind' ? '/my?tab=account' : bindingPath(redirect)
          void navigate(path, { replace: true })
        }
      },
      (error: Error) => {
        if (here) setResult({ refused: error.message })
      },
    )
    return () => {
      here = false
    }
    // Once a page load, whatever is drawn again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  if (!result) {
    return (
      <WechatCard title={say('wait')}>
        <Skeleton lines={2} />
      </WechatCard>
    )
  }
  const isRefused = 'refused' in result
  const rest = String(query)
  return (
    <WechatCard
      title={say(isRefused ? 'refused' : result.title)}
      hint={isRefused ? result.refused : say(`${result.title}Hint`)}
    >
      <ButtonLink kind="main" to={`/login${rest && `?${rest}`}`}>
        {say('toLogin')}
      </ButtonLink>
    </WechatCard>
  )
}
