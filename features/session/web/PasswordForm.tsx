import { type FormEvent, useState } from 'react'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { sessionCalls } from '../contract.ts'
import { encodeCredential } from '../rules.ts'
import { PasswordField } from './PasswordField.tsx'
import { useSessionWords } from './words.ts'

const remembered = 'accountName'

/**
 * Account and password, with the slider in between when the portal asks for it. The account's name is remembered where
 * the person wishes it; the password never is.
 */
export function PasswordForm({
  onToken,
  call = sessionCalls.login,
}: {
  onToken: (token: string) => void
  call?: typeof sessionCalls.login
}) {
  const say = useSessionWords()
  const captcha = useCaptcha()
  const [account, setAccount] = useState(() => localStorage.getItem(remembered) ?? '')
  const [remember, setRemember] = useState(() => localStorage.getItem(remembered) !== null)
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(account.trim() ? {} : { account: say('needed') }),
      ...(password.trim() ? {} : { password: say('needed') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
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
          ...(unitId ? { unitId } : {}),
        },
        { quiet: true },
      )
      if (remember) localStorage.setItem(remembered, account.trim())
      else localStorage.removeItem(remembered)
      onToken(data.tokenCode)
    } catch (error) {
      if (error instanceof CallRefused) setErrors({ password: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <form className="session-form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={say('account')}
          name="account"
          autoComplete="username"
          value={account}
          error={errors.account}
          onChange={(event) => setAccount(event.target.value)}
        />
        <PasswordField
          label={say('password')}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
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
