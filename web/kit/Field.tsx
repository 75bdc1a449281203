import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

interface Labelled {
  label: string
  /** The error of the value, shown below it. */
  error?: string | null | undefined
  hint?: ReactNode
}

/** A labelled text input with its error below, tied together for screen readers. */
export function TextField({
  label,
  error,
  hint,
  rule,
  after,
  ...rest
}: Labelled &
  InputHTMLAttributes<HTMLInputElement> & {
    after?: ReactNode
    /** Rules of a value, above the input: below it a phone's keyboard would cover them. */
    rule?: ReactNode
  }) {
  const id = useId()
  const described = [rule && `${id}-rule`, (error || hint) && `${id}-more`].filter(Boolean).join(' ')
  return (
    <div className="k-field">
      <label htmlFor={id}>{label}</label>
      {rule && <div id={`${id}-rule`}>{rule}</div>}
      <div style={{ display: 'flex', gap: 8 }}>
        <input
          {...rest}
          id={id}
          className="k-input"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {after}
      </div>
      <div id={`${id}-more`} aria-live="polite">
        {error ? <span className="error">{error}</span> : hint ? <span className="hint">{hint}</span> : null}
      </div>
    </div>
  )
}

/** A labelled choice among few; the system's own picker serves a phone best. */
export function SelectField({
  label,
  error,
  hint,
  options,
  ...rest
}: Labelled & SelectHTMLAttributes<HTMLSelectElement> & { options: { value: string; label: string }[] }) {
  const id = useId()
  return (
    <div className="k-field">
      <label htmlFor={id}>{label}</label>
      <select {...rest} id={id} className="k-input" aria-invalid={error ? true : undefined}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error ? <span className="error">{error}</span> : hint ? <span className="hint">{hint}</span> : null}
    </div>
  )
}
