import { useEffect, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { useQrPicture } from '../../../../web/kit/useQrPicture.ts'
import { captureCalls } from '../contract.ts'
import { phoneCheckPath } from '../rules.ts'
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
  const address = `${location.origin}${phoneCheckPath}?${new URLSearchParams({ captureId, nonce })}`
  const picture = useQrPicture(isShown ? address : null)
  const checks = useCall(
    captureCalls.findMyCaptures,
    { enrolmentId },
    { enabled: isShown, staleTime: 0, refetchInterval: 2000 },
  )
  const isMet = checks.data?.some((one) => one.captureId === captureId && one.answeredAt !== null) === true
  useEffect(() => {
    if (isMet) onMet()
    // Told once; a new function for it is no news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMet])
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
