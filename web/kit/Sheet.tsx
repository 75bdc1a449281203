import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useKitWords } from './words.ts'

/** A sheet from below on a phone, a dialog on a desktop; focus stays inside and returns afterwards. */
export function Sheet({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}) {
  const say = useKitWords()
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="k-backdrop" />
        <Dialog.Popup className="k-sheet">
          <div
            style={{
              display: 'flex',
              justifyContent: 'space-between',
              alignItems: 'center',
              marginBottom: 16,
            }}
          >
            <Dialog.Title style={{ fontSize: 'var(--t-3)' }}>{title}</Dialog.Title>
            <Dialog.Close className="k-button quiet" aria-label={say('close')}>
              ✕
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
