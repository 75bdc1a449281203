import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isMobile, isPassword } from '../../../contract/identity.ts'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { notify } from '../../../web/notice.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { CodeInput } from './CodeInput.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useProof } from './proof.ts'
import { SessionCard } from './SessionCard.tsx'
import { useSessionWords } from './words.ts'

/** /reset-pwd: a forgotten password, by mobile code. */
export default function ResetPasswordPage() {
  const say = useSessionWords()
  const navigate = useNavigate()
  const [proof, setProof, forgetProof] = useProof('forget')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      ...(isMobile(proof.mobile) ? {} : { mobile: say('wrongMobile') }),
      ...(/^\d{6}$/.test(proof.msgCode) ? {} : { msgCode: say('wrongCode') }),
      ...(isPassword(password) ? {} : { password: say('ruleLength') }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
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
      await navigate('/login?reason=reset')
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setErrors({ [error.field ?? 'password']: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <SessionCard title={say('resetTitle')} hint={say('resetHint')}>
      <form className="session-form" onSubmit={(event) => void submit(event)} noValidate>
        <CodeInput call={codeCalls.sendMsgCodeByForget} value={proof} onChange={setProof} errors={errors} />
        <PasswordField
          label={say('newPassword')}
          rules
          value={password}
          error={errors.password}
          onChange={setPassword}
        />
        <Button kind="main" type="submit" wide busy={busy}>
          {say('reset')}
        </Button>
      </form>
      <div className="session-links">
        <Link to="/login">{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}
