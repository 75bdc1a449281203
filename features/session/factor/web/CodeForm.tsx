import { type FormEvent, useState } from 'react'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { useFaults } from '../../web/faults.ts'
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
  const { form, faults, say: sayFaults, refused } = useFaults()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = vcode.replace(/\s/g, '')
    const isCode = /^\d{6}$/.test(typed) || (withRecovery && /^[A-Za-z2-7]{5}-?[A-Za-z2-7]{5}$/.test(typed))
    if (!sayFaults(isCode ? {} : { vcode: say(withRecovery ? 'wrongCode' : 'wrongFirst') })) return
    setBusy(true)
    try {
      await onCode(vcode)
    } catch (error) {
      refused(error, 'vcode')
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="session-form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={label}
        name="vcode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        value={vcode}
        error={faults.vcode}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a step the person just asked for
        autoFocus
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="main" type="submit" wide busy={busy}>
        {say('confirm')}
      </Button>
    </form>
  )
}
