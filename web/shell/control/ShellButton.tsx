import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { type IconName, ShellIcon } from './ShellIcon.tsx'

/** A button of the bar: a drawing, and its name for those who point at it or cannot see it; in a sheet it is written. */
export function ShellButton({
  icon,
  name,
  badge,
  badgeKind = 'alert',
  children,
  ...rest
}: {
  icon: IconName
  name: string
  /** A count at its corner; none for 0. */
  badge?: number | string
  /** Kind of the count: of something wrong, or not. */
  badgeKind?: 'alert' | 'calm'
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name' | 'type'>) {
  return (
    <button {...rest} type="button" className="shell-button" aria-label={name} title={name}>
      <ShellIcon name={icon} />
      <span className="shell-button-name" aria-hidden="true">
        {name}
      </span>
      {children}
      {badge ? <span className={`shell-badge ${badgeKind}`}>{badge}</span> : null}
    </button>
  )
}
