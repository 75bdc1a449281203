import { type KeyboardEvent, useContext, useId, useState } from 'react'
import { useKitWords } from '../kit/words.ts'
import type { Choice } from './filter.ts'
import { ReadOnly } from './readOnly.ts'
import { useShellWords } from './words.ts'
import './controls.css'

/** One of many, found by a part of its name: what is typed is searched, arrows walk what was found, Enter chooses. */
export function SearchSelect({
  value,
  onChange,
  options,
  onSearch,
  placeholder,
  width,
  disabled,
  ...field
}: {
  value: string | undefined
  onChange: ((value: string | undefined) => void) | undefined
  /** What was found, and what is chosen. */
  options: readonly Choice[]
  onSearch: (text: string) => void
  placeholder: string
  width?: string
  disabled?: boolean
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}) {
  const say = useShellWords()
  const kit = useKitWords()
  const isReadOnly = useContext(ReadOnly) || disabled
  const list = useId()
  /** What is typed, while the list is open. */
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const chosen = options.find((option) => option.value === value)
  const isOpen = text !== null

  function search(typed: string) {
    setText(typed)
    setActive(0)
    onSearch(typed.trim())
  }
  function close() {
    setText(null)
    onSearch('')
  }
  function choose(next: string | undefined) {
    close()
    onChange?.(next)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      if (!isOpen) search('')
      else setActive((active + step + options.length) % Math.max(1, options.length))
    } else if (event.key === 'Enter' && isOpen && options[active]) choose(options[active].value)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="office-search" style={{ width }}>
      <input
        {...field}
        disabled={isReadOnly}
        className="office-input"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={list}
        {...(isOpen && options[active] ? { 'aria-activedescendant': `${list}-${active}` } : {})}
        placeholder={chosen?.label ?? placeholder}
        value={text ?? chosen?.label ?? ''}
        onClick={() => !isOpen && search('')}
        onChange={({ target }) => search(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => isOpen && close()}
      />
      {value !== undefined && value !== '' && !isReadOnly && (
        <button type="button" aria-label={say('clear')} onClick={() => choose(undefined)}>
          ✕
        </button>
      )}
      {isOpen && (
        <div id={list} role="listbox" aria-label={placeholder}>
          {options.map((option, i) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={option.value}
              id={`${list}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={option.value === value}
              data-active={i === active || undefined}
              // The field keeps the focus, or it would close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option.value)}
            >
              {option.label}
            </div>
          ))}
          {options.length === 0 && <div role="presentation">{kit('empty')}</div>}
        </div>
      )}
    </span>
  )
}
