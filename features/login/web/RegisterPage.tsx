import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isIdCard, isPassword } from '../../../contract/identity.ts'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { SelectField, TextField } from '../../../web/kit/Field.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { Agreement } from '../../session/web/Agreement.tsx'
import { useArrival } from './arrival.ts'
import { CodeInput, useProofFaults } from '../../session/web/CodeInput.tsx'
import { type Faults, useFaults } from '../../session/web/faults.ts'
import { PasswordField } from '../../session/web/PasswordField.tsx'
import { useProof } from '../../session/web/proof.ts'
import { withRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { useSessionWords } from '../../session/web/words.ts'

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
  const [query] = useSearchParams()
  const enter = useArrival()
  const [form, setForm] = useState(empty)
  const [proof, setProof, forgetProof] = useProof('register')
  const [agreement, setAgreement] = useState(false)
  const { form: element, faults, say: sayFaults, refused } = useFaults()
  const proofFaults = useProofFaults()
  const [busy, setBusy] = useState(false)

  const input = (name: keyof typeof empty) => ({
    name,
    value: form[name],
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })

  function found(): Faults {
    return {
      ...(/^[A-Za-z]\w{3,29}$/.test(form.loginName) ? {} : { loginName: say('loginNameHint') }),
      ...(isPassword(form.password) ? {} : { password: say('ruleLength') }),
      ...([...form.realName.trim()].length >= 2 ? {} : { realName: say('wrongName') }),
      ...(isIdCard(form.cardNumber.trim()) ? {} : { cardNumber: say('wrongCard') }),
      ...proofFaults(proof),
      ...(agreement ? {} : { agreement: say('mustAgree') }),
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!sayFaults(found())) return
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
      await enter(data.tokenCode)
    } catch (error) {
      refused(error, 'loginName')
    } finally {
      setBusy(false)
    }
  }

  return (
    <SessionCard title={say('registerTitle')} hint={say('registerHint')}>
      <form ref={element} className="session-form" onSubmit={(event) => void submit(event)} noValidate>
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
        <CodeInput call={codeCalls.sendMsgCode} value={proof} onChange={setProof} errors={faults} />
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
          error={faults.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <Agreement checked={agreement} onChange={setAgreement} error={faults.agreement} />
        <Button kind="main" type="submit" wide busy={busy}>
          {say('doRegister')}
        </Button>
      </form>
      <div className="session-links">
        <Link to={withRedirect('/login', query)}>{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}
