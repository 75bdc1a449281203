import {
  type ChangeEvent,
  type KeyboardEvent,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { keyOf } from '../../composing.ts'
import { useKitWords } from '../../kit/words.ts'
import type { Choice } from './choice.ts'
import { ReadOnly } from '../view/readOnly.ts'
import { useShellWords } from '../words.ts'
import './controls.css'

/** One of many, found by a part of its name: what is typed is searched, arrows walk what was found, Enter chooses. */
export function SearchSelect({
  value,
  onChange,
  chosen: known,
  options,
  busy = false,
  onSearch,
  placeholder,
  width,
  disabled,
  ...field
}: {
  value: string | undefined
  onChange: ((value: string | undefined) => void) | undefined
  /** Chosen option, where it is not among the options. */
  chosen?: Choice | undefined
  /** Options that were found. */
  options: readonly Choice[]
  /** The options are not yet those of the text that is searched. */
  busy?: boolean
  /** Called with what is typed, once an input method has finished it. */
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
  const input = useRef<HTMLInputElement>(null)
  /** Typed text, while the list is open. */
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  /** True if Enter was pressed before what is typed had been found. */
  const [isAwaited, setAwaited] = useState(false)
  const chosen = options.find((option) => option.value === value) ?? known
  const isOpen = text !== null

  function search(typed: string) {
    setText(typed)
    setActive(0)
    setAwaited(false)
    onSearch(typed.trim())
  }
  function close() {
    setText(null)
    setAwaited(false)
    onSearch('')
  }
  function choose(next: string | undefined) {
    close()
    onChange?.(next)
  }
  const chooseFound = useEffectEvent(() => {
    setAwaited(false)
    if (options[active]) choose(options[active].value)
    else if (document.activeElement !== input.current) close()
  })
  useEffect(() => {
    if (isAwaited && !busy) chooseFound()
  }, [isAwaited, busy])
  // Not every browser says of an input whether it is a part of a word.
  const isWord = useRef(true)
  function onChangeText({ target }: ChangeEvent<HTMLInputElement>) {
    if (isWord.current) search(target.value)
    else setText(target.value)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[keyOf(event)]
    if (step) {
      if (!isOpen) search('')
      else setActive((active + step + options.length) % Math.max(1, options.length))
    } else if (keyOf(event) === 'Enter' && isOpen) {
      setAwaited(true)
    } else if (keyOf(event) === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="office-search" style={{ width }}>
      <input
        {...field}
        ref={input}
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
        onChange={onChangeText}
        onCompositionStart={() => (isWord.current = false)}
        onCompositionEnd={({ currentTarget }) => {
          isWord.current = true
          search(currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        // What Enter chose is still to be found.
        onBlur={() => isOpen && !isAwaited && close()}
      />
      {value !== undefined && value !== '' && !isReadOnly && (
        <button type="button" aria-label={say('clear')} onClick={() => choose(undefined)}>
          ✕
        </button>
      )}
      {isOpen && (
        <div id={list} role="listbox" aria-label={placeholder} aria-busy={busy}>
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
          {options.length === 0 && <div role="presentation">{kit(busy ? 'loading' : 'empty')}</div>}
        </div>
      )}
    </span>
  )
}
