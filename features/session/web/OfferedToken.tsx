import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { answerOffer } from '../../../web/token.ts'
import { sessionCalls } from '../contract.ts'
import { SessionCard } from './SessionCard.tsx'
import { useSessionWords } from './words.ts'

/** Asks whether to leave the account in use for the one a link brought. */
export function OfferedToken({ userName }: { userName: string }) {
  const say = useSessionWords()

  async function take() {
    await send(sessionCalls.loginOut, {}, { quiet: true, keepsToken: true }).catch(() => {})
    answerOffer(true)
  }

  return (
    <main className="k-wrap">
      <SessionCard title={say('offerTitle')} hint={say('offerHint', { userName })}>
        <div className="session-form">
          <Button kind="main" wide onClick={() => answerOffer(false)}>
            {say('offerStay')}
          </Button>
          <Button wide onClick={() => void take()}>
            {say('offerTake')}
          </Button>
        </div>
      </SessionCard>
    </main>
  )
}
