import { send, useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { SessionCard } from '../../web/SessionCard.tsx'
import { factorCalls } from '../contract.ts'
import { CodeForm } from './CodeForm.tsx'
import { EnrolFactor } from './EnrolFactor.tsx'
import { useFactorWords } from './words.ts'

/** Step a sign-in still awaits: the code of the authenticator, or setting one up where the role needs it. */
export function FactorStep({
  onToken,
  onCancel,
}: {
  onToken: (token: string) => void
  onCancel: () => void
}) {
  const say = useFactorWords()
  const factor = useCall(factorCalls.findFactor, {}, { staleTime: Number.POSITIVE_INFINITY })
  const enrolled = factor.data?.enrolled ?? true

  async function prove(vcode: string) {
    const { data } = await send(factorCalls.proveFactor, { vcode }, { quiet: true })
    onToken(data.tokenCode)
  }

  return (
    <SessionCard
      title={say(enrolled ? 'codeTitle' : 'enrolTitle')}
      hint={say(enrolled ? 'codeHint' : 'enrolHint')}
    >
      <Loaded query={factor}>
        {() =>
          enrolled ? (
            <>
              <CodeForm label={say('codeOrRecovery')} withRecovery onCode={prove} />
              <p className="k-muted k-small">{say('lost')}</p>
              <Button kind="quiet" onClick={onCancel}>
                {say('cancel')}
              </Button>
            </>
          ) : (
            <EnrolFactor onToken={onToken} onCancel={onCancel} />
          )
        }
      </Loaded>
    </SessionCard>
  )
}
