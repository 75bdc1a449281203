import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../kit/Button.tsx'
import { useKitWords } from '../../kit/words.ts'

/** The menu on a narrow screen: it comes over the page and goes when something is chosen. */
export default function SideDrawer({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
}) {
  const say = useKitWords()
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) drawer.current?.showModal()
    else drawer.current?.close()
  }, [open])

  function closeBeside(event: MouseEvent) {
    if (event.target === drawer.current) onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes
    <dialog ref={drawer} className="shell-drawer" aria-label={title} onClose={onClose} onClick={closeBeside}>
      <div className="shell-drawer-head">
        <span>{title}</span>
        <Button kind="quiet" aria-label={say('close')} onClick={onClose}>
          ✕
        </Button>
      </div>
      {children}
    </dialog>
  )
}
