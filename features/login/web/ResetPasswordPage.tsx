import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { isPassword } from '../../../contract/identity.ts'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { notify } from '../../../web/notice.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { CodeInput, useProofFaults } from '../../session/code/web/CodeInput.tsx'
import { useFaults } from '../../session/web/faults.ts'
import { PasswordField } from '../../session/web/PasswordField.tsx'
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
  const { form, faults, say: sayFaults, refused } = useFaults()
  const proofFaults = useProofFaults()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      ...proofFaults(proof),
      ...(isPassword(password) ? {} : { password: say('ruleLength') }),
    }
    if (!sayFaults(wrong)) return
    setBusy(true)
    try {
      const unitId = visitedUnit()
      await send(
        registerCalls.forgetPassword,
        { ...proof, password, ...(unitId ? { unitId } : {}) },
        { quiet: true },
      )
      forgetProof()
      notify('success', say('resetDone'))
      await navigate(withRedirect('/login?reason=reset', query))
    } catch (error) {
      refused(error, 'password')
    } finally {
      setBusy(false)
    }
  }

  return (
    <SessionCard title={say('resetTitle')} hint={say('resetHint')}>
      <form ref={form} className="session-form" onSubmit={(event) => void submit(event)} noValidate>
        <CodeInput call={codeCalls.sendMsgCodeByForget} value={proof} onChange={setProof} errors={faults} />
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
      </form>
      <div className="session-links">
        <Link to={withRedirect('/login', query)}>{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}
