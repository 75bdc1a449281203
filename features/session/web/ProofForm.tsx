import { type ReactNode, useState } from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { encodeCredential } from '../rules.ts'
import { PasswordField } from './PasswordField.tsx'
import './Session.css'
import { useSessionWords } from './words.ts'

/** An account and its password, encoded as the calls take them. */
export interface Proof {
  account: string
  password: string
}

/** Proves an account by its password, or with `showsAccount` false the one signed in; a refusal is under its field. */
export function ProofForm({
  submit,
  start = '',
  showsAccount = true,
  ofAnother = false,
  waits = false,
  onProve,
  children,
}: {
  /** The button's text. */
  submit: string
  /** The account to begin with. */
  start?: string
  showsAccount?: boolean
  /** Another account than the browser's own: it remembers and fills in nothing. */
  ofAnother?: boolean
  /** Nothing is sent yet: what the form asks for is not known. */
  waits?: boolean
  /** Takes the proof, and the account as it was typed. */
  onProve: (proof: Proof, account: string) => Promise<void>
  /** Further fields of the form; receives the errors by field. */
  children?: (faults: Faults) => ReactNode
}) {
  const say = useSessionWords()
  const [account, setAccount] = useState(start)
  const [password, setPassword] = useState('')

  const check = () => ({
    ...(!showsAccount || account.trim() ? {} : { account: say('mustFill') }),
    ...(password.trim() ? {} : { password: say('mustFill') }),
  })
  const prove = () =>
    onProve({ account: encodeCredential(account), password: encodeCredential(password) }, account.trim())

  return (
    <Form className="session-form" check={check} onSubmit={prove} field="password">
      {({ faults, busy }) => (
        <>
          {showsAccount && (
            <TextField
              label={say('accountOrMobile')}
              name="account"
              autoComplete={ofAnother ? 'off' : 'username'}
              value={account}
              error={faults.account}
              onChange={(event) => setAccount(event.target.value)}
            />
          )}
          <PasswordField
            label={say('password')}
            value={password}
            onChange={setPassword}
            error={faults.password}
            {...(ofAnother ? { autoComplete: 'off' } : {})}
          />
          {children?.(faults)}
          <Button kind="main" type="submit" wide busy={busy || waits}>
            {submit}
          </Button>
        </>
      )}
    </Form>
  )
}
