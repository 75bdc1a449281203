import { type ReactNode, useEffect, useRef } from 'react'
import { CallRefused, useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { shoot, useCamera } from '../../../face/web/camera.ts'
import { CameraPreview, PictureFile } from '../../../face/web/CameraPreview.tsx'
import { captureCalls } from '../contract.ts'
import { useCaptureWords } from './words.ts'

/** The answer to one try of a check: a click, or a picture taken now. Without a camera `instead` is offered beside a file. */
export function CaptureAnswer({
  captureId,
  nonce,
  isPicture,
  hint,
  instead,
  onMet,
  onRefused,
}: {
  captureId: string
  nonce: string
  isPicture: boolean
  hint: ReactNode
  instead?: ReactNode
  onMet: () => void
  /** It was refused, which is shown here as well. */
  onRefused?: (refusal: CallRefused) => void
}) {
  const say = useCaptureWords()
  const file = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { video, camera } = useCamera(isPicture)
  const answer = useAction(captureCalls.answerCapture, { quiet: true })
  useEffect(() => {
    // The sheet opens after what is in it was drawn, and would give the focus to its first button.
    queueMicrotask(() => button.current?.focus())
  }, [])

  async function send(picture?: Blob) {
    try {
      await answer.mutateAsync({ captureId, nonce, ...(picture && { file: picture }) })
      onMet()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      onRefused?.(error)
    }
  }
  function begin() {
    if (!isPicture) void send()
    else if (camera === 'on') void shoot(video.current!).then(send)
    else file.current?.click()
  }
  return (
    <div className="k-stack k-gap-4">
      {hint}
      {isPicture && (
        <>
          <CameraPreview className="capture-preview" video={video} hidden={camera !== 'on'} />
          {camera !== 'on' && <p className="k-muted">{say(camera === 'opening' ? 'opening' : 'noCamera')}</p>}
          <PictureFile file={file} onPicture={(picture) => void send(picture)} />
        </>
      )}
      {answer.error && (
        <p className="k-bad" role="alert">
          {answer.error.message}
        </p>
      )}
      <Button ref={button} kind="main" wide busy={answer.isPending} onClick={begin}>
        {say(isPicture ? (camera === 'on' ? 'shoot' : 'choose') : 'here')}
      </Button>
      {isPicture && (camera === 'absent' || camera === 'refused') && instead}
    </div>
  )
}
