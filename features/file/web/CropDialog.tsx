import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { CallRefused, notifyRefusal, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { firstFocus } from '../../../web/kit/firstFocus.ts'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { notify } from '../../../web/notice.ts'
import { fileCalls } from '../contract.ts'
import {
  dimensionFault,
  imageFault,
  imageFaults,
  scaleOf,
  type Size,
  storedSize,
  zoomRange,
} from '../rules.ts'
import './Crop.css'
import { cut, openPicture, type Picture } from './crop.ts'
import { useCropWords } from './cropWords.ts'

const { min, max } = zoomRange

/** Chooses a picture, cuts a part of one shape out of it and uploads that; passes on its key and its uploader’s address. */
export function CropDialog({
  title,
  hint,
  keep,
  shape,
  least,
  most = least,
  type,
  onSaved,
  onClose,
}: {
  title: string
  hint: string
  /** Label of the button that takes the cut. */
  keep: string
  shape: 'round' | 'rect'
  /** Smallest size that is cut, and stored; its sides are the shape. */
  least: Size
  /** Largest size that is stored. */
  most?: Size
  type: 'image/png' | 'image/jpeg'
  onSaved: (key: string, path: string) => unknown
  onClose: () => void
}) {
  const say = useCropWords()
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
    if (!opened) return setFault(imageFaults.type)
    const small = dimensionFault(opened, least)
    if (small) {
      URL.revokeObjectURL(opened.url)
      return setFault(small)
    }
    setFault(null)
    setCrop({ x: 0, y: 0 })
    setZoom(min)
    setPicture(opened)
  }

  async function save() {
    if (!picture || !part) return
    setBusy(true)
    try {
      const file = await cut(picture, part, storedSize(part, least, most), type)
      const { data } = await send(fileCalls.uploadImage, { file }, { quiet: true })
      await onSaved(data.key, data.imagePath)
      onClose()
    } catch (error) {
      if (error instanceof CallRefused && error.respCode > 0) notifyRefusal(error)
      else notify('error', imageFaults.failed, error instanceof CallRefused ? error.traceId : undefined)
    } finally {
      setBusy(false)
    }
  }

  // Outside of any form that it is opened in, which Enter would submit.
  return createPortal(
    <Sheet open onClose={onClose} title={title}>
      <p ref={firstFocus} tabIndex={-1} className="crop-hint k-muted k-small">
        {hint}
      </p>
      {picture && (
        <>
          <div className="crop-frame" role="group" aria-label={say('frame')}>
            <Cropper
              image={picture.url}
              crop={crop}
              zoom={scaleOf(zoom, picture, least)}
              maxZoom={3}
              zoomWithScroll={false}
              aspect={least.width / least.height}
              cropShape={shape}
              showGrid={shape === 'rect'}
              onCropChange={setCrop}
              onCropComplete={(_percent, pixels) => setPart(pixels)}
            />
          </div>
          <label className="crop-zoom k-grid">
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
      <div className="crop-row k-cluster k-end">
        <Button kind={picture ? 'plain' : 'main'} onClick={() => input.current?.click()}>
          {say(picture ? 'another' : 'choose')}
        </Button>
        {picture && (
          <Button kind="main" busy={busy} disabled={!part} onClick={() => void save()}>
            {keep}
          </Button>
        )}
      </div>
    </Sheet>,
    document.body,
  )
}
