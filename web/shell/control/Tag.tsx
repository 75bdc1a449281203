import type { ReactNode } from 'react'
import './controls.css'

export type TagColor = 'default' | 'green' | 'red' | 'blue' | 'orange' | 'gold'

/** A word about a row or a page, such as its state. */
export function Tag({
  color = 'default',
  title,
  children,
}: {
  color?: TagColor
  title?: string
  children: ReactNode
}) {
  return (
    <span className="office-tag" data-color={color} title={title}>
      {children}
    </span>
  )
}
