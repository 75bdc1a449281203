import { useState } from 'react'
import { hasOuterSpace } from '../../../contract/identity.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { useSessionWords } from './words.ts'

/** A password that can be shown; `rules` ticks what a new one must have while it is typed. */
export function PasswordField({
  label,
  value,
  onChange,
  error,
  name = 'password',
  rules = false,
  autoComplete = rules ? 'new-password' : 'current-password',
}: {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  name?: string
  rules?: boolean
  autoComplete?: string
}) {
  const say = useSessionWords()
  const [shown, setShown] = useState(false)
  const checks = [
    ['ruleLetter', /^[A-Za-z]/.test(value)],
    ['ruleLength', /^\w{6,19}$/.test(value)],
    ['ruleDigit', /\d/.test(value)],
  ] as const
  return (
    <div>
      <TextField
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        value={value}
        error={error}
        hint={hasOuterSpace(value) ? say('outerSpace') : undefined}
        onChange={(event) => onChange(event.target.value)}
        after={
          <Button kind="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {say(shown ? 'hide' : 'show')}
          </Button>
        }
      />
      {rules && (
        <ul className="session-rules">
          {checks.map(([key, met]) => (
            <li key={key} data-met={met || undefined}>
              <span aria-hidden="true">{met ? '✓' : '○'}</span> {say(key)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
