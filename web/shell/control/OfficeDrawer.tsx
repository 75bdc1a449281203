import Drawer, { type DrawerProps } from 'antd/es/drawer'
import { useRef } from 'react'
import { useFocusReturn } from './useFocusReturn.ts'

const fields = 'input, textarea, select, [contenteditable=true]'

/**
 * A drawer of the back office. When it has opened the focus is at its heading, from where its reader goes on, unless a
 * form in it takes it for its first field; closed, the focus is back at what opened it.
 */
export function OfficeDrawer({ title, afterOpenChange, ...props }: DrawerProps) {
  const heading = useRef<HTMLSpanElement>(null)
  useFocusReturn(props.open)
  return (
    <Drawer
      {...props}
      title={
        <span ref={heading} tabIndex={-1} className="shell-text">
          {title}
        </span>
      }
      afterOpenChange={(isOpen) => {
        // Who was quicker than the drawer stays in the field that they chose.
        const drawer = heading.current?.closest('.ant-drawer')
        if (isOpen && !drawer?.querySelector(`:is(${fields}):focus`))
          heading.current?.focus({ preventScroll: true })
        afterOpenChange?.(isOpen)
      }}
    />
  )
}
