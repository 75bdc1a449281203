import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { Form } from '../../../../web/kit/Form.tsx'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { Sheet } from '../../../../web/kit/Sheet.tsx'
import { notify } from '../../../../web/notice.ts'
import { saveToken } from '../../../../web/token.ts'
import '../../credential/web/Credential.css'
import { encodeCredential } from '../../rules.ts'
import { factorCalls } from '../contract.ts'
import { EnrolFactor } from './EnrolFactor.tsx'
import { useFactorWords } from './words.ts'

/** A manager's own second factor: turn on with a scan, remove with the password. */
export function FactorCard() {
  const say = useFactorWords()
  const factor = useCall(factorCalls.findFactor, {})
  const [open, setOpen] = useState<'enrol' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="k-card roomy credential-card k-stack">
      <h2>{say('twoStepVerification')}</h2>
      <Loaded query={factor}>
        {({ enrolled, required, recoveryLeft, removedBy }) => (
          <>
            {removedBy && (
              <p role="status">
                {say('removedBy', { name: removedBy.userName, at: dateTime(removedBy.at) })}
              </p>
            )}
            <p className="k-muted">{enrolled ? say('on', { left: recoveryLeft }) : say('off')}</p>
            {enrolled && required && <p className="k-muted k-small">{say('required')}</p>}
            <Button onClick={() => setOpen(enrolled ? 'remove' : 'enrol')}>
              {say(enrolled ? 'remove' : 'enrol')}
            </Button>
          </>
        )}
      </Loaded>
      <Sheet open={open !== null} onClose={close} title={say(open === 'remove' ? 'remove' : 'enrolTitle')}>
        {open === 'enrol' && (
          <EnrolFactor
            withPassword
            onToken={(token) => {
              saveToken(token)
              close()
            }}
          />
        )}
        {open === 'remove' && <RemoveForm onDone={close} />}
      </Sheet>
    </section>
  )
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const say = useFactorWords()
  const remove = useAction(factorCalls.removeFactor, { quiet: true, onDone })
  const [password, setPassword] = useState('')

  async function submit() {
    await remove.mutateAsync({ password: encodeCredential(password) })
    notify('success', say('removed'))
  }

  return (
    <Form className="session-form" onSubmit={submit} field="password" focused>
      {({ faults, busy }) => (
        <>
          <TextField
            label={say('password')}
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            error={faults.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button kind="danger" type="submit" wide busy={busy} disabled={password === ''}>
            {say('remove')}
          </Button>
        </>
      )}
    </Form>
  )
}
