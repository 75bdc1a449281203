import { useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { CallRefused, send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { avatarFaults, avatarLimits, dimensionFault, scaleOf } from '../../../account/avatar/rules.ts'
import { openPicture, type Picture } from '../../../account/avatar/web/crop.ts'
import { fileCalls } from '../../../file/contract.ts'
import { imageFault } from '../../../file/rules.ts'
import { photoSide } from '../rules.ts'
import './Complete.css'
import { useCompleteWords } from './words.ts'

const { min, max } = avatarLimits.zoom
/** A photo that prints well is kept no larger. */
const largest = 800

/** Cuts a part out of a picture as a JPEG, in its own pixels up to the largest side that is kept. */
async function cutPhoto(picture: Picture, part: Area): Promise<Blob> {
  const image = new Image()
  image.src = picture.url
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(largest, Math.max(photoSide, Math.round(part.width)))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('the canvas is empty')))
    canvas.toBlob(done, 'image/jpeg', 0.92)
  })
}

/** Chooses a picture, cuts a square photo out of it and uploads it; gives the key that the profile keeps. */
export default function PhotoDialog({
  onClose,
  onSaved,
}: {
  onClose: () => void
  onSaved: (photo: { key: string; imagePath: string }) => Promise<void> | void
}) {
  const say = useCompleteWords()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState<number>(min)
  const [part, setPart] = useState<Area | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture])

  async function choose(file: File) {
    const wrong = imageFault(file)
    if (wrong) return setFault(wrong)
    const opened = await openPicture(file).catch(() => null)
    if (!opened) return setFault(avatarFaults.type)
    const small = dimensionFault(opened)
    if (small) {
      URL.revokeObjectURL(opened.url)
      return setFault(small)
    }
    setFault(null)
    setCrop({ x: 0, y: 0 })
    setZoom(min)
    setPicture(opened)
  }

  async function keep() {
    if (!picture || !part) return
    setBusy(true)
    try {
      const file = await cutPhoto(picture, part)
      const { data } = await send(fileCalls.uploadImage, { file }, { quiet: true })
      await onSaved(data)
      onClose()
    } catch (error) {
      const isSaid = error instanceof CallRefused && error.respCode > 0
      setFault(isSaid ? error.message : avatarFaults.failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet open onClose={onClose} title={say('photoTitle')}>
      <div className="complete-photo-form">
        <p className="k-muted">{say('photoHint', { side: photoSide })}</p>
        {picture && (
          <>
            <div className="complete-frame" role="group" aria-label={say('photoFrame')}>
              <Cropper
                image={picture.url}
                crop={crop}
                zoom={scaleOf(zoom, picture)}
                maxZoom={3}
                zoomWithScroll={false}
                aspect={1}
                onCropChange={setCrop}
                onCropComplete={(_percent, pixels) => setPart(pixels)}
              />
            </div>
            <label className="complete-zoom">
              {say('zoom')}
              <input
                type="range"
                min={min}
                max={max}
                value={zoom}
                onChange={(event) => setZoom(Number(event.target.value))}
              />
            </label>
          </>
        )}
        <div className="k-field" aria-live="polite">
          {fault && <span className="error">{fault}</span>}
        </div>
        <input
          ref={input}
          type="file"
          className="k-hidden"
          tabIndex={-1}
          accept="image/*"
          aria-label={say('choose')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void choose(file)
          }}
        />
        <div className="complete-row">
          <Button kind={picture ? 'plain' : 'main'} onClick={() => input.current?.click()}>
            {say(picture ? 'another' : 'choose')}
          </Button>
          {picture && (
            <Button kind="main" busy={busy} disabled={!part} onClick={() => void keep()}>
              {say('keep')}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  )
}
