import { useState } from 'react'
import { clock } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { useQrPicture } from '../../../web/kit/useQrPicture.ts'
import { notify } from '../../../web/notice.ts'
import { useSystemConfig } from '../../project/web/settings.ts'
import type { WechatOutcome } from '../contract.ts'
import { isInsideWechat, isOnPhone, type ScenePurpose } from '../rules.ts'
import { useVisit } from './useVisit.ts'
import './Wechat.css'
import { useWechatWords } from './words.ts'

/**
 * A code to scan, with what is left of its time; or the way to WeChat's own page where there is no code: inside
 * WeChat, and where a project has only the open platform. `onLeave` is called before the page is left for it.
 */
export function ScanCode({
  purpose,
  onOutcome,
  onLeave,
}: {
  purpose: ScenePurpose
  onOutcome: (outcome: WechatOutcome) => void
  onLeave?: () => void
}) {
  const say = useWechatWords()
  const demo = useSystemConfig()?.demo
  const { visit, left, outcome, problem, renew } = useVisit(purpose, onOutcome)
  const picture = useQrPicture(visit?.codeUrl)
  const [byOther, setByOther] = useState(false)
  async function copy(): Promise<void> {
    const address = new URL(location.href)
    // Opened in WeChat it begins with this way.
    address.searchParams.set('way', 'wechat')
    try {
      await navigator.clipboard.writeText(address.href)
      notify('success', say('copied'))
    } catch {
      notify('error', say('notCopied', { address: address.href }))
    }
  }
  const other = visit?.kinds.find((kind) => kind !== visit.kind)

  if (problem) {
    return (
      <div className="wechat-scan k-stack k-gap-2 k-centre" role="alert">
        <p>{problem}</p>
        <Button onClick={() => renew()}>{say('retry')}</Button>
      </div>
    )
  }
  const switcher = other && (
    <Button kind="quiet" onClick={() => renew(other)}>
      {say(other === 'open' ? 'byOpen' : 'byOfficial')}
    </Button>
  )
  const { authorizeUrl, codeUrl } = visit ?? {}
  if (authorizeUrl) {
    const inside = isInsideWechat(navigator.userAgent)
    return (
      <div className="wechat-scan k-stack k-gap-2 k-centre">
        {left > 0 ? (
          <Button
            kind="main"
            wide
            onClick={() => {
              onLeave?.()
              location.assign(authorizeUrl)
            }}
          >
            {say(inside ? (purpose === 'bind' ? 'goInsideBind' : 'goInside') : 'goOpen')}
          </Button>
        ) : (
          <Button wide onClick={() => renew(visit?.kind)}>
            {say('retry')}
          </Button>
        )}
        {!inside && <p className="k-muted k-small">{say('goOpenHint')}</p>}
        {switcher}
      </div>
    )
  }
  const { userAgent } = navigator
  if (purpose === 'login' && codeUrl && !byOther && isOnPhone(userAgent) && !isInsideWechat(userAgent)) {
    return (
      <div className="wechat-scan k-stack k-gap-3 k-centre">
        <p>{say('onPhone')}</p>
        <Button kind="main" wide onClick={() => void copy()}>
          {say('copy')}
        </Button>
        <Button kind="quiet" onClick={() => setByOther(true)}>
          {say('otherPhone')}
        </Button>
      </div>
    )
  }
  const isOver = visit !== null && left === 0
  const isConfirming = outcome?.state === 'confirming' && !isOver
  return (
    <div className="wechat-scan k-stack k-gap-2 k-centre">
      <p>{say('scan')}</p>
      <div className="wechat-code" data-over={isOver || undefined}>
        {picture ? (
          <img src={picture} alt={say('qr')} width={200} height={200} />
        ) : (
          <div className="k-skeleton" role="status" aria-label={say('loading')} />
        )}
        {isOver && (
          <div className="wechat-over k-stack">
            <p>{say(outcome?.state === 'cancelled' ? 'cancelled' : 'expired')}</p>
            <Button kind="main" onClick={() => renew(visit.kind)}>
              {say('renew')}
            </Button>
          </div>
        )}
        {isConfirming && (
          <div className="wechat-over k-stack">
            <p>{say('confirming')}</p>
          </div>
        )}
      </div>
      <p className="k-muted k-small k-numbers">{left > 0 ? say('left', { time: clock(left) }) : ' '}</p>
      <p aria-live="polite">
        {isConfirming
          ? say(purpose === 'bind' ? 'bindOwnConfirmingHint' : 'confirmingHint')
          : isOver && outcome?.state === 'cancelled'
            ? say(purpose === 'bind' ? 'bindCancelledHint' : 'cancelledHint')
            : outcome?.state === 'unfollowed' && !isOver
              ? say('unfollowed')
              : ''}
      </p>
      {demo && codeUrl?.startsWith(location.origin) && !isOver && (
        <a href={codeUrl} target="_blank" rel="noreferrer">
          {say('demoScan')}
        </a>
      )}
      {switcher}
      {byOther && (
        <Button kind="quiet" onClick={() => setByOther(false)}>
          {say('thisPhone')}
        </Button>
      )}
      <p className="k-muted k-small">{say('privacy')}</p>
    </div>
  )
}
