import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { keyOf } from '../composing.ts'
import { Button } from './Button.tsx'
import { useKitWords } from './words.ts'

/**
 * A sheet from below on a phone, a dialog on a desktop. It is the browser's own modal dialog: what lies behind is
 * inert, Escape closes, focus returns to where it was.
 */
export function Sheet({
  open,
  onClose,
  title,
  kept = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  /** Keeps what is in it while it is closed: a dialog that was opened from it goes on. */
  kept?: boolean
  children: ReactNode
}) {
  const say = useKitWords()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  function closeOutside(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }
  // What it is opened in stays open.
  function keepEscape(event: KeyboardEvent) {
    if (keyOf(event) === 'Escape') event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes
    <dialog
      ref={dialog}
      className="k-sheet"
      aria-labelledby={id}
      onClose={onClose}
      onClick={closeOutside}
      onKeyDown={keepEscape}
    >
      {(open || kept) && (
        <div className="k-sheet-inside">
          <div className="k-sheet-head">
            <h2 id={id}>{title}</h2>
            <Button kind="quiet" aria-label={say('close')} onClick={onClose}>
              ✕
            </Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  )
}
