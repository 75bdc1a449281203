import type { ReactNode } from 'react'
import { Mark } from '../../../web/kit/Ring.tsx'
import './Session.css'

/** The card that forms of sign-in and registration stand on. */
export function SessionCard({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <section className="k-card session-card">
      <Mark size={40} />
      <h1>{title}</h1>
      {hint && <p className="k-muted">{hint}</p>}
      {children}
    </section>
  )
}
