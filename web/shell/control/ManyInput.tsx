import { useRef, useState } from 'react'
import { keyOf } from '../../composing.ts'
import type { Choice } from './choice.ts'
import { useShellWords } from '../words.ts'

/** Several of a few choices, which unfold below the field. */
export function ManyInput({
  id,
  labelId,
  options,
  chosen,
  onChange,
}: {
  id: string
  /** The element that says what is chosen. */
  labelId: string
  options: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const say = useShellWords()
  const field = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const names = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it closes when the focus leaves
    <div
      className="office-many"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape' || !isOpen) return
        event.preventDefault()
        setOpen(false)
        field.current?.focus()
      }}
    >
      <button
        ref={field}
        type="button"
        id={id}
        className="office-input k-clip"
        aria-labelledby={`${labelId} ${id}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {names.length > 0 ? names.join(' / ') : say('all')}
      </button>
      {isOpen && (
        <div className="shell-card" role="group" aria-labelledby={labelId} tabIndex={-1}>
          {options.map(({ value, label: name }) => (
            <label className="k-row" key={value}>
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
      )}
    </div>
  )
}
