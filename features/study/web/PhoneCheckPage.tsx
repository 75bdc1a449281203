import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { isId } from '../../../contract/call.ts'
import type { CallRefused } from '../../../web/client.ts'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { CaptureAnswer } from '../capture/web/CaptureAnswer.tsx'
import { useCaptureWords } from '../capture/web/words.ts'
import { useToken } from '../../session/web/account.ts'
import './Study.css'

/** Words for a refusal after which another picture is of no use; null where one may be taken. */
function endOf({ respCode, field }: CallRefused) {
  if (respCode === 403 || respCode === 404) return 'phoneOther'
  if (respCode === 409) return field === 'nonce' ? 'phoneUsed' : 'phoneLapsed'
  return null
}

/** Takes the picture for a check that waits on a computer, on the phone that scanned its code. */
export default function PhoneCheckPage() {
  const say = useCaptureWords()
  const { hash } = useLocation()
  const signedIn = useToken()
  const [isMet, setMet] = useState(false)
  const [end, setEnd] = useState<ReturnType<typeof endOf>>(null)
  const query = new URLSearchParams(hash.slice(1))
  const captureId = query.get('captureId') ?? ''
  const nonce = query.get('nonce') ?? ''
  if (isMet)
    return (
      <Frame>
        <p role="status">{say('phoneDone')}</p>
      </Frame>
    )
  if (!isId(captureId) || !isId(nonce))
    return (
      <Frame>
        <p role="alert">{say('phoneScanAgain')}</p>
      </Frame>
    )
  // The code is not taken along: what is behind the hash would get into an address that servers write down.
  if (!signedIn)
    return (
      <Frame>
        <p role="alert">{say('phoneSignIn')}</p>
        <ButtonLink kind="main" wide to="/login">
          {say('signIn')}
        </ButtonLink>
      </Frame>
    )
  return (
    <Frame>
      {end ? (
        <p role="alert">{say(end)}</p>
      ) : (
        <CaptureAnswer
          captureId={captureId}
          nonce={nonce}
          isPicture
          hint={<p>{say('phoneShoot')}</p>}
          onMet={() => setMet(true)}
          onRefused={(refusal) => setEnd(endOf(refusal))}
        />
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const say = useCaptureWords()
  return (
    <main id="main" className="k-wrap k-stack k-gap-4 capture-phone">
      <h1>{say('title')}</h1>
      {children}
    </main>
  )
}
