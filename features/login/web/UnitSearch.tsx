import { useState } from 'react'
import { keyOf } from '../../../web/composing.ts'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { type FoundUnit, registerCalls } from '../register/contract.ts'
import { useRegisterWords } from './registerWords.ts'

/** Finds a unit by a part of its name; nobody can read the whole list. */
export function UnitSearch({
  label,
  name,
  value,
  typed,
  error,
  onType,
  onChange,
}: {
  label: string
  /** Name of the chosen unit. */
  name: string
  value: string
  /** Words typed in search of it. */
  typed: string
  error: string | undefined
  onType: (typed: string) => void
  onChange: (unitId: string, name: string) => void
}) {
  const say = useRegisterWords()
  const [found, setFound] = useState<FoundUnit[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function find() {
    if ([...typed.trim()].length < 2) return setProblem(say('unitHint'))
    setProblem(null)
    setBusy(true)
    const unitId = visitedUnit()
    try {
      setFound(
        await send(
          registerCalls.findUnit,
          { keyword: typed.trim(), ...(unitId ? { unitId } : {}) },
          { quiet: true },
        ),
      )
    } catch (refused) {
      if (!(refused instanceof CallRefused)) throw refused
      setProblem(refused.message)
    } finally {
      setBusy(false)
    }
  }

  if (value) {
    return (
      <div className="k-field">
        <span>{label}</span>
        <div className="session-chosen">
          <b>{say('unitChosen', { name })}</b>
          <Button kind="quiet" onClick={() => onChange('', '')}>
            {say('unitChange')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div>
      <TextField
        label={label}
        name="unitId"
        maxLength={40}
        value={typed}
        error={problem ?? error}
        hint={say('unitHint')}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'Enter') return
          event.preventDefault()
          void find()
        }}
        after={
          <Button busy={busy} onClick={() => void find()}>
            {say('unitFind')}
          </Button>
        }
      />
      <div role="status" aria-live="polite">
        {found && found.length === 0 && <p className="k-muted">{say('unitNone')}</p>}
        {found && found.length >= 10 && <p className="k-muted k-small">{say('unitMany')}</p>}
      </div>
      {found && found.length > 0 && (
        <ul className="session-found">
          {found.map((unit) => (
            <li key={unit.id}>
              <button type="button" onClick={() => onChange(unit.id, unit.name)}>
                {unit.name}
                {unit.parentName && <small>{unit.parentName}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
