import type { RefObject } from 'react'
import { useFaceWords } from './words.ts'

/** The picture of the camera, as its learner sees it before it is taken. */
export function CameraPreview({
  video,
  hidden,
  className,
}: {
  video: RefObject<HTMLVideoElement | null>
  hidden: boolean
  className: string
}) {
  const say = useFaceWords()
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it is the person before it, without a sound
    <video className={className} ref={video} aria-label={say('preview')} muted playsInline hidden={hidden} />
  )
}

/** Takes a picture from a file, or from the camera that a phone opens for it; it is opened by a click on the input. */
export function PictureFile({
  file,
  onPicture,
}: {
  file: RefObject<HTMLInputElement | null>
  onPicture: (picture: File) => void
}) {
  return (
    <input
      ref={file}
      type="file"
      hidden
      accept="image/*"
      capture="user"
      onChange={({ target }) => {
        const [picture] = target.files ?? []
        target.value = ''
        if (picture) onPicture(picture)
      }}
    />
  )
}
