import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { useArrival } from './arrival.ts'
import { type WechatOutcome, wechatCalls } from '../../wechat/contract.ts'
import { BindForm } from '../../wechat/web/BindForm.tsx'
import { endPending, savePending, readPending } from '../../wechat/web/pending.ts'
import { WechatCard } from './WechatCard.tsx'
import { useWechatWords } from '../../wechat/web/words.ts'

/** /login-wx-binding: a scanned WeChat is bound to an account that its password proves. */
export default function WechatBindingPage() {
  const [query, setQuery] = useSearchParams()
  const given = query.get('scene')
  const [scene] = useState(() => given ?? readPending().scene ?? null)
  useEffect(() => {
    if (!given) return
    // Keeps the scene out of the browser history.
    savePending({ scene: given })
    setQuery(
      (now) => {
        now.delete('scene')
        return now
      },
      { replace: true },
    )
  }, [given, setQuery])
  return scene ? <Binding scene={scene} /> : <NoScene />
}

function NoScene({ isCancelled = false }: { isCancelled?: boolean }) {
  const say = useWechatWords()
  return (
    <WechatCard
      title={say(isCancelled ? 'cancelled' : 'noScene')}
      hint={say(isCancelled ? 'bindCancelledHint' : 'noSceneHint')}
    >
      <ButtonLink kind="main" to="/login">
        {say('toLogin')}
      </ButtonLink>
    </WechatCard>
  )
}

function Binding({ scene }: { scene: string }) {
  const say = useWechatWords()
  const enter = useArrival()
  const unitId = visitedUnit()
  const [ended, setEnded] = useState<WechatOutcome['state'] | null>(null)
  const visit = useCall(
    wechatCalls.scanFollowCheck,
    { scene, ...(unitId ? { unitId } : {}) },
    { staleTime: Number.POSITIVE_INFINITY, enabled: ended === null },
  )

  function done(token: string | null) {
    endPending()
    notify('success', say('bound'))
    if (token) void enter(token)
  }

  return (
    <Loaded query={visit}>
      {({ state, nickname }) =>
        ended === null && (state === 'unbound' || state === 'confirming') ? (
          <WechatCard
            title={say('bindTitle')}
            hint={nickname ? say('bindHintNamed', { nickname }) : say('bindHint')}
          >
            <BindForm scene={scene} showsAccount onBound={done} onEnded={setEnded} />
            <div className="wechat-links">
              <Link to="/register">{say('register')}</Link>
              <Link to="/login">{say('toLogin')}</Link>
            </div>
            <p className="k-muted k-small">{say('registerHint')}</p>
          </WechatCard>
        ) : (
          <NoScene isCancelled={(ended ?? state) === 'cancelled'} />
        )
      }
    </Loaded>
  )
}
