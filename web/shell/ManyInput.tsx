import { useRef } from 'react'
import type { Choice } from './filter.ts'
import { useShellWords } from './words.ts'

/** Several of a few choices, which unfold below the field. */
export function ManyInput({
  id,
  label,
  options,
  chosen,
  onChange,
}: {
  id: string
  label: string
  options: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const say = useShellWords()
  const place = useRef<HTMLDetailsElement>(null)
  const shut = () => place.current?.removeAttribute('open')
  const names = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
  const text = names.length > 0 ? names.join(' / ') : say('all')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- it closes when the focus leaves
    <details
      ref={place}
      className="office-many"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && shut()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !place.current?.open) return
        event.preventDefault()
        shut()
        place.current.querySelector('summary')?.focus()
      }}
    >
      <summary id={id} className="office-input" aria-label={say('filterSet', { label, text })}>
        {text}
      </summary>
      <div className="shell-card" role="group" aria-label={label} tabIndex={-1}>
        {options.map(({ value, label: name }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </details>
  )
}
