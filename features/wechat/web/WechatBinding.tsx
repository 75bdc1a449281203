import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { notify } from '../../../web/notice.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import { type WechatOutcome, wechatCalls } from '../contract.ts'
import { BindForm } from './BindForm.tsx'
import { endPending, readPending } from './pending.ts'
import { ScanCode } from './ScanCode.tsx'
import './Wechat.css'
import { useWechatWords } from './words.ts'

/** The WeChat of one's own account: bound or not, bound by a scan and the password, unbound by a word. */
export function WechatBinding() {
  const say = useWechatWords()
  const cache = useQueryClient()
  const own = useCall(wechatCalls.scanFollowCheck, {})
  // Back from WeChat's own page: continue where it was left.
  const [scene, setScene] = useState(() => readPending().scene ?? null)
  const [open, setOpen] = useState<'bind' | 'unbind' | null>(() => (scene ? 'bind' : null))
  const unbind = useAction(wechatCalls.unbind, {
    onDone() {
      setOpen(null)
      notify('success', say('unbound'))
    },
  })

  function close() {
    endPending()
    setScene(null)
    setOpen(null)
  }
  function done() {
    close()
    notify('success', say('bound'))
    void refetchAll(cache)
  }
  return (
    <Loaded query={own}>
      {({ state, nickname }) => (
        <div className="k-cluster k-gap-3 k-split">
          <div>
            <h3>{say('wechat')}</h3>
            <p className="k-muted">
              {state !== 'bound'
                ? say('isFree')
                : nickname
                  ? say('isBoundNamed', { nickname })
                  : say('isBound')}
            </p>
          </div>
          <Button onClick={() => setOpen(state === 'bound' ? 'unbind' : 'bind')}>
            {say(state === 'bound' ? 'doUnbind' : 'doBind')}
          </Button>
          <Sheet open={open === 'bind'} onClose={close} title={say('doBind')}>
            {scene ? (
              <Prove scene={scene} onBound={done} onAgain={() => setScene(null)} />
            ) : (
              <ScanCode
                purpose="bind"
                onLeave={endPending}
                onOutcome={(outcome) => setScene(outcome.scene)}
              />
            )}
          </Sheet>
          <Sheet open={open === 'unbind'} onClose={() => setOpen(null)} title={say('unbindTitle')}>
            <p>{say('unbindHint')}</p>
            <div className="wechat-links k-cluster k-split">
              <Button onClick={() => setOpen(null)}>{say('cancel')}</Button>
              <Button kind="danger" busy={unbind.isPending} onClick={() => unbind.mutate({})}>
                {say('doUnbind')}
              </Button>
            </div>
          </Sheet>
        </div>
      )}
    </Loaded>
  )
}

/** The last step: what was scanned, and the own password. */
function Prove({ scene, onBound, onAgain }: { scene: string; onBound: () => void; onAgain: () => void }) {
  const say = useWechatWords()
  const visit = useCall(wechatCalls.scanFollowCheck, { scene }, { staleTime: Number.POSITIVE_INFINITY })
  const explain = ({ state }: WechatOutcome) =>
    say(state === 'taken' ? 'taken' : state === 'unfollowed' ? 'followFirst' : 'noScene')
  return (
    <Loaded query={visit}>
      {(outcome) =>
        outcome.state === 'unbound' ? (
          <>
            <p>
              {outcome.nickname
                ? say('bindOwnHintNamed', { nickname: outcome.nickname })
                : say('bindOwnHint')}
            </p>
            <BindForm scene={scene} onBound={onBound} onEnded={onAgain} />
          </>
        ) : (
          <div className="wechat-scan k-stack k-gap-2 k-centre" role="alert">
            <p>{explain(outcome)}</p>
            <Button onClick={onAgain}>{say('retry')}</Button>
          </div>
        )
      }
    </Loaded>
  )
}
