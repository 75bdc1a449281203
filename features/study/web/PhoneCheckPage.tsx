import { useState } from 'react'
import { useLocation } from 'react-router'
import { isId } from '../../../contract/call.ts'
import { CaptureAnswer } from '../capture/web/CaptureAnswer.tsx'
import { useCaptureWords } from '../capture/web/words.ts'
import './Study.css'

/** Takes the picture for a check that waits on a computer, on the phone that scanned its code. */
export default function PhoneCheckPage() {
  const say = useCaptureWords()
  const { hash } = useLocation()
  const [isMet, setMet] = useState(false)
  const query = new URLSearchParams(hash.slice(1))
  const captureId = query.get('captureId') ?? ''
  const nonce = query.get('nonce') ?? ''
  return (
    <main className="k-wrap k-stack k-gap-4 capture-phone">
      <h1>{say('title')}</h1>
      {isMet ? (
        <p role="status">{say('phoneDone')}</p>
      ) : isId(captureId) && isId(nonce) ? (
        <CaptureAnswer
          captureId={captureId}
          nonce={nonce}
          isPicture
          hint={<p>{say('phoneShoot')}</p>}
          onMet={() => setMet(true)}
        />
      ) : (
        <p role="alert">{say('phoneScanAgain')}</p>
      )}
    </main>
  )
}
