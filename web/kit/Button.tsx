import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

interface Variant {
  /** One `main` button a view. */
  kind?: 'main' | 'plain' | 'quiet' | 'danger'
  wide?: boolean
  children: ReactNode
}

const classOf = (variant: Variant, extra = '') =>
  ['k-button', variant.kind === 'plain' ? '' : (variant.kind ?? ''), variant.wide ? 'wide' : '', extra]
    .filter(Boolean)
    .join(' ')

/** A button; busy while its work runs, so that a second tap does nothing. */
export function Button({
  kind,
  wide,
  busy,
  className,
  ...rest
}: Variant & ComponentProps<'button'> & { busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ kind, wide, children: null }, className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind,
  wide,
  to,
  children,
  className,
}: Variant & { to: string; className?: string }) {
  return (
    <Link className={classOf({ kind, wide, children }, className)} to={to}>
      {children}
    </Link>
  )
}
