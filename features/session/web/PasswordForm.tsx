import { type FormEvent, useState } from 'react'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { SelectField, TextField } from '../../../web/kit/Field.tsx'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { useSettings, visitedUnit } from '../../project/web/settings.ts'
import { sessionCalls } from '../contract.ts'
import { encodeCredential } from '../rules.ts'
import { useFaults } from './faults.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSessionWords } from './words.ts'

const remembered = 'accountName'

/**
 * Account and password, with the slider in between when the portal asks for it. The account's name is remembered where
 * the person wants it; the password never is. Where one role a sign-in is the rule, the role is chosen here.
 */
export function PasswordForm({
  onToken,
  call = sessionCalls.login,
}: {
  onToken: (token: string) => void | Promise<void>
  call?: typeof sessionCalls.login
}) {
  const say = useSessionWords()
  const captcha = useCaptcha()
  const [account, setAccount] = useState(() => localStorage.getItem(remembered) ?? '')
  const [remember, setRemember] = useState(() => localStorage.getItem(remembered) !== null)
  const [password, setPassword] = useState('')
  const { singleRole } = useSettings()
  const [roleType, setRoleType] = useState('')
  const { form, faults, say: sayFaults, refused } = useFaults()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(account.trim() ? {} : { account: say('needed') }),
      ...(password.trim() ? {} : { password: say('needed') }),
    }
    if (!sayFaults(missing)) return
    const captchaVO = await captcha.ask()
    if (!captchaVO) return
    setBusy(true)
    try {
      const unitId = visitedUnit()
      const { data } = await send(
        call,
        {
          account: encodeCredential(account),
          password: encodeCredential(password),
          captchaVO,
          ...(roleType ? { roleType } : {}),
          ...(unitId ? { unitId } : {}),
        },
        { quiet: true },
      )
      if (remember) localStorage.setItem(remembered, account.trim())
      else localStorage.removeItem(remembered)
      await onToken(data.tokenCode)
    } catch (error) {
      refused(error, 'password')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <form ref={form} className="session-form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={say('account')}
          name="account"
          autoComplete="username"
          value={account}
          error={faults.account}
          onChange={(event) => setAccount(event.target.value)}
        />
        <PasswordField
          label={say('password')}
          value={password}
          onChange={setPassword}
          error={faults.password}
        />
        {singleRole && (
          <SelectField
            label={say('roleType')}
            name="roleType"
            options={[
              { value: '', label: say('roleOwn') },
              { value: '3', label: say('roleLearner') },
              { value: '2', label: say('roleUnit') },
              { value: '1', label: say('roleStaff') },
            ]}
            value={roleType}
            error={faults.roleType}
            onChange={(event) => setRoleType(event.target.value)}
          />
        )}
        <label className="session-agree">
          <input
            type="checkbox"
            name="remember"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
          {say('remember')}
        </label>
        <Button kind="main" type="submit" wide busy={busy}>
          {say('signIn')}
        </Button>
      </form>
      {captcha.sheet}
    </>
  )
}
