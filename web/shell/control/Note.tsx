import type { ReactNode } from 'react'
import './controls.css'

/** Something to know about a page or a part of it, and what can be done about it. */
export function Note({
  type,
  title,
  description,
  action,
}: {
  type: 'info' | 'success' | 'warning' | 'error'
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
}) {
  return (
    <div
      className="office-note"
      role={type === 'info' || type === 'success' ? 'status' : 'alert'}
      data-type={type}
    >
      <div>
        <strong>{title}</strong>
        {description && <div>{description}</div>}
      </div>
      {action}
    </div>
  )
}
