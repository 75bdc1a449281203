import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../web/kit/Sheet.tsx'
import { projectCalls } from '../../project/contract.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { useAgreementWords } from './agreementWords.ts'

/** A button that opens the user agreement. */
export const AgreementLink = () => <TextLink name="agreementTitle" call={projectCalls.getAgreement} />

/** A button that opens the about text. */
export const AboutUsLink = () => <TextLink name="aboutUs" call={projectCalls.aboutUs} />

function TextLink({
  name,
  call,
}: {
  name: 'agreement' | 'agreementTitle' | 'aboutUs'
  call: typeof projectCalls.getAgreement
}) {
  const say = useAgreementWords()
  const [reading, setReading] = useState(false)
  const unitId = visitedUnit()
  const text = useCall(call, unitId ? { unitId } : {}, { enabled: reading })
  return (
    <>
      <Button kind="quiet" onClick={() => setReading(true)}>
        {say(name)}
      </Button>
      <Sheet
        open={reading}
        onClose={() => setReading(false)}
        title={say(name === 'agreement' ? 'agreementTitle' : name)}
      >
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
  const say = useAgreementWords()
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
        <TextLink name="agreement" call={projectCalls.getAgreement} />
      </div>
      <div className="k-field" id="agreement-error" aria-live="polite">
        {error && <span className="error">{error}</span>}
      </div>
    </div>
  )
}
