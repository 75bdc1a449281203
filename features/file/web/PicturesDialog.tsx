import Modal from 'antd/es/modal'
import { useEffect, useRef, useState } from 'react'
import { fileSize } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useDiscard } from '../../../web/shell/view/leave.ts'
import { imageLimits } from '../rules.ts'
import { PictureRow } from './PictureRow.tsx'
import './Pictures.css'
import { hindrance, type SavedPicture, type Pictures } from './pictures.ts'
import { usePictureWords } from './words.ts'

/** A picture that arrived, with what it shows in words. */
export type DescribedPicture = SavedPicture & { alt: string }

/** Chooses pictures by button, drag or paste, uploads them, and hands them on once all are there and described. */
export function PicturesDialog({
  pictures,
  onPlace,
  onClose,
}: {
  /** With those in it that were dropped or pasted before the dialog opened. */
  pictures: Pictures
  onPlace: (pictures: DescribedPicture[]) => void
  onClose: () => void
}) {
  const say = usePictureWords()
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const chosen = pictures.use()
  const [over, setOver] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const discard = useDiscard(chosen.length > 0)

  useEffect(() => {
    function paste({ clipboardData }: ClipboardEvent) {
      if (clipboardData) pictures.add(clipboardData.files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [pictures])

  function close() {
    for (const { key } of pictures.get()) pictures.remove(key)
    onClose()
  }
  function place() {
    const hindered = hindrance(chosen)
    if (hindered === 'pending') return notify('prompt', say('pending'))
    if (hindered === 'undescribed') {
      setConfirming(true)
      const missed = chosen.findIndex(({ alt }) => alt.trim() === '')
      return list.current?.querySelectorAll('input')[missed]?.focus()
    }
    onPlace(chosen.map(({ saved, alt }) => ({ ...saved!, alt: alt.trim() })))
    close()
  }

  return (
    <Modal
      open
      width={dialogWidths.middle}
      title={say('title')}
      okText={chosen.length > 0 ? say('place', { count: chosen.length }) : say('placeNone')}
      cancelText={say('cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={place}
      onCancel={() => discard(close)}
    >
      <div
        className="pictures-drop k-stack k-gap-2 k-centre"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          pictures.add(event.dataTransfer.files)
        }}
      >
        <Button onClick={() => input.current?.click()}>{say('choose')}</Button>
        <span>{say('drop')}</span>
        <small className="k-muted">{say('hint', { size: fileSize(imageLimits.kilobytes * 1024) })}</small>
        <input
          ref={input}
          type="file"
          multiple
          accept="image/*"
          style={{ display: 'none' }}
          aria-label={say('choose')}
          onChange={({ target }) => {
            pictures.add(target.files ?? [])
            target.value = ''
          }}
        />
      </div>
      <ul ref={list} className="k-list">
        {chosen.map((picture) => (
          <PictureRow
            key={picture.key}
            picture={picture}
            isConfirming={isConfirming}
            onDescribe={(alt) => pictures.describe(picture.key, alt)}
            onRetry={() => pictures.retry(picture.key)}
            onRemove={() => pictures.remove(picture.key)}
          />
        ))}
      </ul>
    </Modal>
  )
}
