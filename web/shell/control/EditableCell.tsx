import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { CallRefused } from '../../client.ts'
import { keyOf } from '../../composing.ts'
import './EditableCell.css'

/**
 * A value of a row that is edited in its place: Enter or leaving it saves, Escape restores. What is shown is what is
 * saved: while it is being saved the field cannot be changed, and when that is refused the reason is below it. What the
 * list loads replaces what is shown, but not what is being typed.
 */
export function EditableCell<T>({
  label,
  value,
  meaning,
  onSave,
  numeric = false,
  maxLength,
}: {
  label: string
  value: string
  /** The value a text means; undefined where it means none, and the text is restored. */
  meaning: (text: string) => T | undefined
  /** By a quiet call: what it refuses is shown here. */
  onSave: (next: T) => Promise<unknown>
  /** A number, aligned as numbers are. */
  numeric?: boolean
  maxLength?: number
}) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [loaded, setLoaded] = useState(value)
  if (value !== loaded) {
    setLoaded(value)
    if (text === loaded) setText(value)
  }
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState('')

  function restore() {
    setText(value)
    setProblem('')
  }

  async function save() {
    if (saving || text === value) return
    const next = meaning(text)
    if (next === undefined) return restore()
    setSaving(true)
    setProblem('')
    try {
      await onSave(next)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(error.message)
      field.current?.focus()
    } finally {
      setSaving(false)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (keyOf(event) === 'Enter') void save()
    if (keyOf(event) === 'Escape') restore()
  }

  return (
    <span className="crud-editable">
      <input
        ref={field}
        aria-label={label}
        aria-invalid={problem !== ''}
        aria-describedby={problem ? id : undefined}
        aria-busy={saving}
        readOnly={saving}
        data-numeric={numeric || undefined}
        inputMode={numeric ? 'numeric' : 'text'}
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setProblem('')
        }}
        onKeyDown={onKeyDown}
        onBlur={() => problem === '' && void save()}
      />
      {problem && (
        <span id={id} role="alert">
          {problem}
        </span>
      )}
    </span>
  )
}
