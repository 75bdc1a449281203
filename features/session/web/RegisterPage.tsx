import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { isIdCard, isMobile, isPassword } from '../../../contract/identity.ts'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { SelectField, TextField } from '../../../web/kit/Field.tsx'
import { notify } from '../../../web/notice.ts'
import { saveToken } from '../../../web/token.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { Agreement } from './Agreement.tsx'
import { CodeInput } from './CodeInput.tsx'
import { PasswordField } from './PasswordField.tsx'
import { useProof } from './proof.ts'
import { SessionCard } from './SessionCard.tsx'
import { useSessionWords } from './words.ts'

const categories = [
  'engineering',
  'health',
  'teaching',
  'research',
  'economics',
  'accounting',
  'agriculture',
  'law',
  'culture',
  'skilled',
] as const
const empty = { loginName: '', password: '', realName: '', cardNumber: '', personnelCategory: '' }

/** /register, /registerNew and /vocRegister: one column, each fault under its field, nothing ticked in advance. */
export default function RegisterPage() {
  const say = useSessionWords()
  const navigate = useNavigate()
  const [form, setForm] = useState(empty)
  const [proof, setProof, forgetProof] = useProof('register')
  const [agreement, setAgreement] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  const input = (name: keyof typeof empty) => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  function faults(): Record<string, string> {
    return {
      ...(/^[A-Za-z]\w{3,29}$/.test(form.loginName) ? {} : { loginName: say('loginNameHint') }),
      ...(isPassword(form.password) ? {} : { password: say('ruleLength') }),
      ...([...form.realName.trim()].length >= 2 ? {} : { realName: say('wrongName') }),
      ...(isIdCard(form.cardNumber.trim()) ? {} : { cardNumber: say('wrongCard') }),
      ...(isMobile(proof.mobile) ? {} : { mobile: say('wrongMobile') }),
      ...(/^\d{6}$/.test(proof.msgCode) ? {} : { msgCode: say('wrongCode') }),
      ...(agreement ? {} : { agreement: say('mustAgree') }),
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = faults()
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first) {
      document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const unitId = visitedUnit()
      const { personnelCategory, ...rest } = form
      const { data } = await send(
        registerCalls.doRegister,
        {
          ...rest,
          ...proof,
          agreement,
          ...(personnelCategory ? { personnelCategory } : {}),
          ...(unitId ? { unitId } : {}),
        },
        { quiet: true },
      )
      forgetProof()
      saveToken(data.tokenCode)
      await navigate('/my', { replace: true })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.field) setErrors({ [error.field]: error.message })
      else notify('error', error.message, error.traceId)
    } finally {
      setBusy(false)
    }
  }

  return (
    <SessionCard title={say('registerTitle')} hint={say('registerHint')}>
      <form className="session-form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField label={say('realName')} autoComplete="name" {...input('realName')} />
        <TextField
          label={say('cardNumber')}
          autoComplete="off"
          maxLength={18}
          hint={say('cardHint')}
          {...input('cardNumber')}
        />
        <SelectField
          label={say('personnel')}
          options={[
            { value: '', label: say('choose') },
            ...categories.map((value) => ({ value, label: say(value) })),
          ]}
          {...input('personnelCategory')}
        />
        <CodeInput call={codeCalls.sendMsgCode} value={proof} onChange={setProof} errors={errors} />
        <TextField
          label={say('loginName')}
          autoComplete="username"
          hint={say('loginNameHint')}
          {...input('loginName')}
        />
        <PasswordField
          label={say('password')}
          rules
          value={form.password}
          error={errors.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <Agreement checked={agreement} onChange={setAgreement} error={errors.agreement} />
        <Button kind="main" type="submit" wide busy={busy}>
          {say('doRegister')}
        </Button>
      </form>
      <div className="session-links">
        <Link to="/login">{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}
