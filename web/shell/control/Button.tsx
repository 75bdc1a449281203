import { type ButtonHTMLAttributes, type ReactNode, type Ref, useContext } from 'react'
import './controls.css'
import { ReadOnly } from '../view/readOnly.ts'

/** A button of the back office; while its work runs it says so and takes no further press. */
export function Button({
  type = 'default',
  htmlType = 'button',
  size,
  danger = false,
  loading = false,
  block = false,
  icon,
  className = '',
  disabled,
  onClick,
  children,
  ...rest
}: {
  /** Appearance: one `primary` a view, `link` and `text` without a box. */
  type?: 'default' | 'primary' | 'dashed' | 'link' | 'text'
  htmlType?: 'button' | 'submit'
  size?: 'small'
  danger?: boolean
  loading?: boolean
  /** As wide as its place. */
  block?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'>) {
  const isReadOnly = useContext(ReadOnly)
  return (
    <button
      {...rest}
      disabled={disabled ?? isReadOnly}
      // oxlint-disable-next-line react/button-has-type -- it is one of two
      type={htmlType}
      className={`office-button ${className}`}
      data-type={type}
      data-size={size}
      data-danger={danger || undefined}
      data-block={block || undefined}
      aria-busy={loading || undefined}
      onClick={(event) => {
        if (loading) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {loading ? <span className="office-spinner" aria-hidden /> : icon}
      {children}
    </button>
  )
}
