import { useState } from 'react'
import { Button } from '../../../../web/kit/Button.tsx'
import { useQrPicture } from '../../../../web/kit/useQrPicture.ts'
import { phoneCheckPath } from '../rules.ts'
import { useMet } from './useMet.ts'
import { useCaptureWords } from './words.ts'

/**
 * A code by which the learner's own phone takes the picture for one try of a check; nobody else who scans it may. It is
 * over with the try. `onMet` once the picture came.
 */
export function HandOff({
  captureId,
  nonce,
  enrolmentId,
  onMet,
}: {
  captureId: string
  nonce: string
  enrolmentId: string
  onMet: () => void
}) {
  const say = useCaptureWords()
  const [isShown, setShown] = useState(false)
  // Behind the hash it is neither sent to a server nor written to its logs.
  const address = `${location.origin}${phoneCheckPath}#${new URLSearchParams({ captureId, nonce })}`
  const picture = useQrPicture(isShown ? address : null)
  useMet({ captureId, enrolmentId }, { isAsked: isShown, every: 2000, onMet })
  if (!isShown)
    return (
      <Button wide onClick={() => setShown(true)}>
        {say('byPhone')}
      </Button>
    )
  return (
    <div className="capture-code k-stack k-centre k-gap-3">
      {picture ? (
        <img src={picture} alt={say('phoneCode')} />
      ) : (
        <div className="k-skeleton" style={{ width: 200, height: 200 }} />
      )}
      <p>{say('phoneHint')}</p>
    </div>
  )
}
