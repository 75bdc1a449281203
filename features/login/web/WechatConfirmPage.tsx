import { useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { wechatCalls } from '../../wechat/contract.ts'
import { secretPattern } from '../../wechat/rules.ts'
import { useWechatWords } from '../../wechat/web/words.ts'
import { WechatCard } from './WechatCard.tsx'

/** Milliseconds between two questions whether the browser has named an account. */
const pause = 3000
/** A line that is down, or a server that is busy, says nothing about the request. */
const mayRetry = ({ respCode }: { respCode: number }) => respCode === 0 || respCode === 429 || respCode >= 500

/** /login-wx-confirm: on the phone of the person who scanned, who has a browser signed in or their WeChat linked, or not. */
export default function WechatConfirmPage() {
  const say = useWechatWords()
  const [secret] = useState(() => location.hash.slice(1))
  const isWhole = new RegExp(secretPattern).test(secret)
  const answer = useAction(wechatCalls.answerSignInRequest, { quiet: true })
  const isAnswered = answer.isSuccess
  const request = useCall(
    wechatCalls.getSignInRequest,
    { secret },
    {
      staleTime: Number.POSITIVE_INFINITY,
      enabled: isWhole && !isAnswered,
      refetchInterval: (asked) => (asked?.userName === null ? pause : false),
    },
  )
  const send = (agree: boolean) => answer.mutate({ secret, agree })

  function card() {
    if (!isWhole) return <WechatCard title={say('askOver')} hint={say('askNoLink')} />
    if (isAnswered) {
      const isBinding = request.data?.purpose === 'bind'
      const done = answer.variables.agree ? (isBinding ? 'agreedBind' : 'agreed') : 'disagreed'
      return <WechatCard title={say(done)} hint={say(`${done}Hint`)} />
    }
    const refused = [answer.error, request.error].find((error) => error && !mayRetry(error))
    if (refused) return <WechatCard title={say('askOver')} hint={refused.message} />
    if (!request.data) {
      return (
        <WechatCard title={say('askTitle')} {...(request.error ? { hint: request.error.message } : {})}>
          {request.error ? (
            <Button kind="main" wide busy={request.isFetching} onClick={() => void request.refetch()}>
              {say('askAgain')}
            </Button>
          ) : (
            <Skeleton lines={4} />
          )}
        </WechatCard>
      )
    }
    const { purpose, portal, userName, loginName, browser, system, place, at } = request.data
    const device = [browser, system].filter(Boolean).join(' · ')
    const isBinding = purpose === 'bind'
    const asks = userName === null ? 'unbound' : isBinding ? 'bind' : 'login'
    const title = { unbound: 'bindTitle', bind: 'askBindTitle', login: 'askTitle' } as const
    const hint = { unbound: 'askUnbound', bind: 'askBindHint', login: 'askHint' } as const
    return (
      <WechatCard title={say(title[asks])} hint={say(hint[asks])}>
        <dl className="wechat-request">
          <dt>{say('askPortal')}</dt>
          <dd>{portal}</dd>
          {userName !== null && (
            <>
              <dt>{say(isBinding ? 'askBindAccount' : 'askAccount')}</dt>
              <dd>{loginName === null ? userName : `${userName} (${loginName})`}</dd>
            </>
          )}
          <dt>{say('askBrowser')}</dt>
          <dd>{device || say('askUnknown')}</dd>
          <dt>{say('askPlace')}</dt>
          <dd>{place}</dd>
          <dt>{say('askTime')}</dt>
          <dd>{dateTime(at)}</dd>
        </dl>
        {answer.error && (
          <p role="alert" className="k-small">
            {answer.error.message}
          </p>
        )}
        <div className="wechat-answers">
          {userName !== null && (
            <Button
              kind="main"
              wide
              busy={answer.isPending && answer.variables.agree}
              disabled={answer.isPending}
              onClick={() => send(true)}
            >
              {say(isBinding ? 'agreeBind' : 'agree')}
            </Button>
          )}
          <Button
            wide
            busy={answer.isPending && !answer.variables.agree}
            disabled={answer.isPending}
            onClick={() => send(false)}
          >
            {say('disagree')}
          </Button>
        </div>
      </WechatCard>
    )
  }

  return (
    <main className="k-wrap" aria-live="polite">
      {card()}
    </main>
  )
}
