import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { WaysOn } from '../../../web/kit/WaysOn.tsx'
import { type CallRefused, send } from '../../../web/client.ts'
import { answerOffer, isTicket } from '../../../web/token.ts'
import { useSystemConfig } from '../../project/web/settings.ts'
import { sessionCalls } from '../contract.ts'
import { SessionCard } from './SessionCard.tsx'
import { useOfferWords } from './offerWords.ts'

/** Asks whether to sign in with the token a link brought, by the name of its owner; `signedIn` is who is here now. */
export function OfferedToken({ token, signedIn }: { token: string; signedIn: string | null }) {
  const say = useOfferWords()
  const [busy, setBusy] = useState(false)
  const portal = useSystemConfig()?.projectTitle
  const { data, error, refetch } = useQuery<OutputOf<typeof sessionCalls.checkLogin>, CallRefused>({
    queryKey: [sessionCalls.checkLogin.path, token],
    queryFn: () => send(sessionCalls.checkLogin, {}, { token, quiet: true, keepsToken: true }),
    enabled: !isTicket(token),
  })
  const opensNothing = data?.loggedIn === false
  useEffect(() => {
    // A stranger hears from the guard why it opens nothing; who is signed in stays so.
    if (opensNothing) answerOffer(signedIn === null)
  }, [opensNothing, signedIn])

  async function take() {
    setBusy(true)
    if (signedIn !== null)
      await send(sessionCalls.loginOut, {}, { quiet: true, keepsToken: true }).catch(() => {})
    answerOffer(true)
  }

  const owner = data?.loggedIn
    ? say('offerOwner', { userName: data.userName ?? '', roleName: data.roleName ?? '' })
    : isTicket(token)
      ? say('offerAnother')
      : null
  return (
    <main className="k-wrap">
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : owner === null ? (
        <Skeleton lines={6} />
      ) : (
        <SessionCard
          title={say(signedIn === null ? 'offerInTitle' : 'offerTitle')}
          hint={
            signedIn === null
              ? say('offerInHint', { owner })
              : say('offerHint', { owner, userName: signedIn })
          }
        >
          {portal && <p className="k-muted">{portal}</p>}
          <div className="session-form">
            <Button kind="main" wide disabled={busy} onClick={() => answerOffer(false)}>
              {say(signedIn === null ? 'offerInStay' : 'offerStay')}
            </Button>
            <Button wide busy={busy} onClick={() => void take()}>
              {say(signedIn === null ? 'offerInTake' : 'offerTake')}
            </Button>
          </div>
          <WaysOn />
        </SessionCard>
      )}
    </main>
  )
}
