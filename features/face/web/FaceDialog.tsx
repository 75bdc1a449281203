import { useEffect, useRef, useState } from 'react'
import { CallRefused, useAction } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { imageFault } from '../../file/rules.ts'
import { faceCalls } from '../contract.ts'
import { fit } from '../rules.ts'
import { shoot, useCamera, useLight } from './camera.ts'
import { CameraPreview, PictureFile } from './CameraPreview.tsx'
import './Face.css'
import { useFaceWords } from './words.ts'

/** Outcome of a picture: it matches, it may be tried again, or only a person can help. */
interface Outcome {
  kind: 'passed' | 'again' | 'over'
  text: string
}

/** Takes a picture of one's face, or lets one choose it, and shows the result of the comparison. */
export default function FaceDialog({
  isAsking,
  onRequestReview,
  onClose,
}: {
  isAsking: boolean
  onRequestReview: () => void
  onClose: () => void
}) {
  const say = useFaceWords()
  const file = useRef<HTMLInputElement>(null)
  const main = useRef<HTMLDivElement>(null)
  const [shot, setShot] = useState<{ url: string; isMirrored: boolean } | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  // No camera stays open when nothing is left to be taken.
  const { video, camera } = useCamera(outcome === null || outcome.kind === 'again')
  const light = useLight(video, camera === 'on' && shot === null)
  const check = useAction(faceCalls.checkFace, { quiet: true })
  useEffect(() => () => URL.revokeObjectURL(shot?.url ?? ''), [shot])
  // The pressed button was disabled while the picture was compared, and lost the focus.
  useEffect(() => {
    if (outcome) main.current?.querySelector('button')?.focus()
  }, [outcome])

  async function compare(picture: Blob, isMirrored: boolean) {
    setOutcome(null)
    setShot({ url: URL.createObjectURL(picture), isMirrored })
    try {
      const { passed, triesLeft } = await check.mutateAsync({ file: picture })
      if (passed) setOutcome({ kind: 'passed', text: say('passed') })
      else if (triesLeft > 0) setOutcome({ kind: 'again', text: say('failed', { count: triesLeft }) })
      else setOutcome({ kind: 'over', text: say('failedLast') })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const isOver = error.respCode === 409 || error.respCode === 429
      setOutcome({ kind: isOver ? 'over' : 'again', text: error.message })
    }
  }

  function choose(picture: File) {
    const fault = imageFault(picture)
    if (fault) setOutcome({ kind: 'again', text: fault })
    else void compare(picture, false)
  }

  function begin() {
    setOutcome(null)
    setShot(null)
    if (camera !== 'on') file.current?.click()
    else if (outcome === null) void shoot(video.current!).then((picture) => compare(picture, true))
  }

  const hint = {
    opening: say('opening'),
    absent: say('noCamera'),
    refused: say('cameraRefused'),
    on: say(light !== null && light < fit.dark ? 'tooDark' : 'aim'),
  }[camera]
  const label = outcome ? 'again' : camera === 'on' ? 'shoot' : 'choose'
  return (
    <Sheet open onClose={onClose} title={say('faceCheck')}>
      <div className="face-dialog k-stack k-gap-4">
        <div className="face-frame" hidden={camera !== 'on' && shot === null}>
          <CameraPreview className="k-fill" video={video} hidden={shot !== null} />
          {shot && (
            <img
              src={shot.url}
              alt={say('shot')}
              className={shot.isMirrored ? 'mirrored k-fill' : 'k-fill'}
            />
          )}
          {shot === null && <span className="face-oval" aria-hidden="true" />}
        </div>
        <p className={`face-hint ${outcome?.kind ?? ''}`} role="status">
          {check.isPending ? say('comparing') : (outcome?.text ?? hint)}
        </p>
        <PictureFile file={file} onPicture={choose} />
        <div className="face-row k-cluster k-gap-3" ref={main}>
          {outcome?.kind === 'passed' && (
            <Button kind="main" onClick={onClose}>
              {say('done')}
            </Button>
          )}
          {outcome?.kind !== 'passed' && outcome?.kind !== 'over' && (
            <Button kind="main" busy={check.isPending} disabled={camera === 'opening'} onClick={begin}>
              {say(label)}
            </Button>
          )}
          {outcome && outcome.kind !== 'passed' && (
            <Button
              kind={outcome.kind === 'over' ? 'main' : 'plain'}
              busy={isAsking}
              onClick={onRequestReview}
            >
              {say('person')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  )
}
