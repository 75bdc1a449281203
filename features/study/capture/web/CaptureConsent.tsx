import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { useCamera } from '../../../face/web/camera.ts'
import { CameraPreview } from '../../../face/web/CameraPreview.tsx'
import { captureCalls } from '../contract.ts'
import { captureConsentVersion, pictureDays } from '../rules.ts'
import { useCaptureWords } from './words.ts'

/** The notice about photos while studying, with both decisions and a test of the camera. */
export function CaptureConsent({ kind, onDecided }: { kind: 'photo' | 'face'; onDecided: () => void }) {
  const say = useCaptureWords()
  const [testing, setTesting] = useState(false)
  const { video, camera } = useCamera(testing)
  const decide = useAction(captureCalls.decideCapture, { onDone: onDecided })
  const run = (agreed: boolean) => decide.mutate({ kind, agreed, version: captureConsentVersion })
  return (
    <section className="k-card padded k-stack k-gap-3" aria-label={say('consentTitle')}>
      <h2>{say('consentTitle')}</h2>
      <p>{say('consentPurpose')}</p>
      <p>{say(kind === 'face' ? 'consentFace' : 'consentPhoto')}</p>
      <p>{say('consentVideo')}</p>
      <p>{say('consentKeeping', { days: pictureDays })}</p>
      <p>{say('consentInstead')}</p>
      {testing && (
        <>
          <CameraPreview className="capture-preview" video={video} hidden={camera !== 'on'} />
          <p role="status">
            {say(camera === 'on' ? 'testOn' : camera === 'opening' ? 'opening' : 'noCamera')}
          </p>
        </>
      )}
      <div className="k-cluster k-gap-3">
        <Button kind="main" busy={decide.isPending} onClick={() => run(true)}>
          {say('agree')}
        </Button>
        <Button disabled={decide.isPending} onClick={() => run(false)}>
          {say('decline')}
        </Button>
        {!testing && (
          <Button kind="quiet" onClick={() => setTesting(true)}>
            {say('test')}
          </Button>
        )}
      </div>
    </section>
  )
}
