import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Form } from '../../../web/kit/Form.tsx'
import { notify } from '../../../web/notice.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { CodeInput, useProofFaults } from '../../session/code/web/CodeInput.tsx'
import { PasswordField, usePasswordFault } from '../../session/web/PasswordField.tsx'
import { useProof } from '../../session/web/proof.ts'
import { withRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { useSessionWords } from '../../session/web/words.ts'

/** /reset-pwd: a forgotten password, by mobile code. */
export default function ResetPasswordPage() {
  const say = useSessionWords()
  const navigate = useNavigate()
  const [proof, setProof, forgetProof] = useProof('forget')
  const [password, setPassword] = useState('')
  const [query] = useSearchParams()
  const proofFaults = useProofFaults()

  const passwordFault = usePasswordFault()

  const check = () => {
    const fault = passwordFault(password)
    return { ...proofFaults(proof), ...(fault ? { password: fault } : {}) }
  }

  async function submit() {
    const unitId = visitedUnit()
    await send(
      registerCalls.forgetPassword,
      { ...proof, password, ...(unitId ? { unitId } : {}) },
      { quiet: true },
    )
    forgetProof()
    notify('success', say('resetDone'))
    await navigate(withRedirect('/login?reason=reset', query))
  }

  return (
    <SessionCard title={say('resetTitle')} hint={say('resetHint')}>
      <Form className="session-form" check={check} onSubmit={submit} field="password">
        {({ faults, busy }) => (
          <>
            <CodeInput
              call={codeCalls.sendMsgCodeByForget}
              value={proof}
              onChange={setProof}
              errors={faults}
            />
            <PasswordField
              label={say('newPassword')}
              rules
              value={password}
              error={faults.password}
              onChange={setPassword}
            />
            <Button kind="main" type="submit" wide busy={busy}>
              {say('reset')}
            </Button>
          </>
        )}
      </Form>
      <div className="session-links">
        <Link to={withRedirect('/login', query)}>{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}
