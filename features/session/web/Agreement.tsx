import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { projectCalls } from '../../project/contract.ts'
import { useSessionWords } from './words.ts'

/** A button that opens the user agreement. */
export function AgreementLink() {
  const say = useSessionWords()
  const [reading, setReading] = useState(false)
  const text = useCall(projectCalls.getAgreement, {}, { enabled: reading })
  return (
    <>
      <Button kind="quiet" onClick={() => setReading(true)}>
        {say('agreement')}
      </Button>
      <Sheet open={reading} onClose={() => setReading(false)} title={say('agreement')}>
        <Loaded query={text}>
          {/* The text is sanitised where it is written. */}
          {({ content }) => <div className="session-text" dangerouslySetInnerHTML={{ __html: content }} />}
        </Loaded>
      </Sheet>
    </>
  )
}

/** The box to tick before an account is made, never ticked in advance. */
export function Agreement({
  checked,
  onChange,
  error,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}) {
  const say = useSessionWords()
  return (
    <div>
      <div className="session-agree">
        <input
          id="agreement"
          name="agreement"
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'agreement-error' : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label htmlFor="agreement">{say('agree')}</label>
        <AgreementLink />
      </div>
      <div className="k-field" id="agreement-error" aria-live="polite">
        {error && <span className="error">{error}</span>}
      </div>
    </div>
  )
}
