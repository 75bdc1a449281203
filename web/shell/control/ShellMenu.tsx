import { cloneElement, type HTMLAttributes, type ReactElement, type Ref, useRef, useState } from 'react'
import { type MenuItem, PopupMenu } from './PopupMenu.tsx'

/** Button that opens a menu. */
export type MenuButton = ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLButtonElement> }>

/** A menu below a button, opened by a click or a key. */
export function ShellMenu({
  items,
  selected,
  open,
  onOpenChange,
  children,
}: {
  items: readonly MenuItem[]
  /** Key of the chosen entry, in a menu that chooses one. */
  selected?: string
  /** True if it is open, where more than the button opens it. */
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: MenuButton
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOwn, setOwn] = useState(false)
  const isOpen = open ?? isOwn
  const change = onOpenChange ?? setOwn
  return (
    <>
      {cloneElement(children, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => change(!isOpen),
      })}
      {isOpen && (
        <PopupMenu
          items={items}
          {...(selected === undefined ? {} : { selected })}
          from={button}
          onClose={() => change(false)}
        />
      )}
    </>
  )
}
