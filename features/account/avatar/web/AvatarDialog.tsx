import { useEffect, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { CallRefused, useAction } from '../../../../web/client.ts'
import { fileSize } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { firstFocus } from '../../../../web/kit/firstFocus.ts'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { fileCalls } from '../../../file/contract.ts'
import { imageFault } from '../../../file/rules.ts'
import { avatarCalls } from '../contract.ts'
import { avatarFaults, avatarLimits, dimensionFault, scaleOf } from '../rules.ts'
import './Avatar.css'
import { cut, openPicture, type Picture } from './crop.ts'
import { useAvatarWords } from './words.ts'

const { width, height, kilobytes, zoom: slider } = avatarLimits

/** Chooses a picture, cuts an avatar of 200 by 200 out of it, and keeps it. */
export default function AvatarDialog({ onClose }: { onClose: () => void }) {
  const say = useAvatarWords()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture | null>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState<number>(slider.min)
  const [part, setPart] = useState<Area | null>(null)
  const [busy, setBusy] = useState(false)
  const upload = useAction(fileCalls.uploadImage, { quiet: true })
  const save = useAction(avatarCalls.saveAvatar, { quiet: true })
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture])

  async function choose(file: File) {
    const fault = imageFault(file)
    if (fault) return notify('prompt', fault)
    const opened = await openPicture(file).catch(() => null)
    if (!opened) return notify('prompt', avatarFaults.type)
    const small = dimensionFault(opened)
    if (small) {
      URL.revokeObjectURL(opened.url)
      return notify('prompt', small)
    }
    setCrop({ x: 0, y: 0 })
    setZoom(slider.min)
    setPicture(opened)
  }

  async function keep() {
    if (!picture || !part) return
    setBusy(true)
    try {
      const file = await cut(picture, part)
      const { data } = await upload.mutateAsync({ file })
      await save.mutateAsync({ key: data.key })
      notify('success', say('saved'))
      onClose()
    } catch (error) {
      notify('error', avatarFaults.failed, error instanceof CallRefused ? error.traceId : undefined)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet open onClose={onClose} title={say('title')}>
      <p ref={firstFocus} tabIndex={-1} className="avatar-hint k-muted k-small">
        {say('hint', { width, height, size: fileSize(kilobytes * 1024) })}
      </p>
      {picture && (
        <>
          <div className="avatar-frame" role="group" aria-label={say('frame')}>
            <Cropper
              image={picture.url}
              crop={crop}
              zoom={scaleOf(zoom, picture)}
              maxZoom={3}
              zoomWithScroll={false}
              aspect={width / height}
              cropShape="round"
              showGrid={false}
              onCropChange={setCrop}
              onCropComplete={(_percent, pixels) => setPart(pixels)}
            />
          </div>
          <label className="avatar-zoom">
            {say('zoom')}
            <input
              type="range"
              min={slider.min}
              max={slider.max}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
        </>
      )}
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
      <div className="avatar-row">
        <Button kind={picture ? 'plain' : 'main'} onClick={() => input.current?.click()}>
          {say(picture ? 'another' : 'choose')}
        </Button>
        {picture && (
          <Button kind="main" busy={busy} disabled={!part} onClick={() => void keep()}>
            {say('save')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
