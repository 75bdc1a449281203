import { useState } from 'react'
import { hasOuterSpace } from '../../../contract/identity.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { useSessionWords } from './words.ts'

const rulesOf = (value: string) =>
  [
    ['ruleLetter', /^[A-Za-z]/.test(value)],
    ['ruleDigit', /\d/.test(value)],
    ['ruleLength', /^\w{6,19}$/.test(value)],
  ] as const

/** Returns the first rule that a new password breaks, in words; undefined for a good one. */
export function usePasswordFault(): (value: string) => string | undefined {
  const say = useSessionWords()
  return (value) => {
    const broken = rulesOf(value).find(([, isMet]) => !isMet)
    return broken && say(broken[0])
  }
}

/** A password that can be shown; `rules` tells what a new one must have, and what of it is met while it is typed. */
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
  return (
    <TextField
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      value={value}
      error={error}
      hint={hasOuterSpace(value) ? say('outerSpace') : undefined}
      onChange={(event) => onChange(event.target.value)}
      rule={
        rules && (
          <ul className="session-rules">
            {rulesOf(value).map(([key, isMet]) => (
              <li key={key} data-met={value === '' ? undefined : isMet}>
                <span aria-hidden="true">{value === '' ? '·' : isMet ? '✓' : '✗'}</span> {say(key)}
                {value !== '' && <span className="k-hidden">{say(isMet ? 'ruleMet' : 'ruleUnmet')}</span>}
              </li>
            ))}
          </ul>
        )
      }
      after={
        <Button kind="quiet" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {say(shown ? 'hide' : 'show')}
        </Button>
      }
    />
  )
}
