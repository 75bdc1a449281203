import { useState } from 'react'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { useFactorWords } from './words.ts'

/** One field for a code; shows what was wrong with it, and is cleared for the next. */
export function CodeForm({
  label,
  withRecovery = false,
  onCode,
}: {
  label: string
  /** A recovery code is as good; before the first code there is none. */
  withRecovery?: boolean
  onCode: (vcode: string) => Promise<void>
}) {
  const say = useFactorWords()
  const [vcode, setCode] = useState('')

  function check(): Faults {
    const typed = vcode.replace(/\s/g, '')
    const isCode = /^\d{6}$/.test(typed) || (withRecovery && /^[A-Za-z2-7]{5}-?[A-Za-z2-7]{5}$/.test(typed))
    return isCode ? {} : { vcode: say(withRecovery ? 'wrongCode' : 'wrongFirst') }
  }

  return (
    <Form
      className="session-form"
      check={check}
      onSubmit={() => onCode(vcode)}
      field="vcode"
      onRefused={() => setCode('')}
      focused
    >
      {({ faults, busy }) => (
        <>
          <TextField
            label={label}
            name="vcode"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={vcode}
            error={faults.vcode}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button kind="main" type="submit" wide busy={busy}>
            {say('confirm')}
          </Button>
        </>
      )}
    </Form>
  )
}
