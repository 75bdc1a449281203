import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { encodeCredential } from '../../session/rules.ts'
import { PasswordField } from '../../session/web/PasswordField.tsx'
import { partnerCalls } from '../contract.ts'
import { usePartnerWords } from './words.ts'

/** Account and password of the account that the partner's person is. */
export function ProveForm({ linkCode, onToken }: { linkCode: string; onToken: (token: string) => void }) {
  const say = usePartnerWords()
  const captcha = useCaptcha()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ account?: string; password?: string }>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(account.trim() ? {} : { account: say('needed') }),
      ...(password ? {} : { password: say('needed') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    const captchaVO = await captcha.ask()
    if (!captchaVO) return
    setBusy(true)
    try {
      const { data } = await send(
        partnerCalls.linkPartner,
        {
          linkCode,
          account: encodeCredential(account),
          password: encodeCredential(password),
          captchaVO,
        },
        { quiet: true },
      )
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
        <Button kind="main" type="submit" wide busy={busy}>
          {say('prove')}
        </Button>
      </form>
      <div className="session-links">
        <span className="k-muted k-small">
          {say('proveNone')} <Link to="/register">{say('register')}</Link>
        </span>
        <Link to="/reset-pwd">{say('forgot')}</Link>
      </div>
      {captcha.sheet}
    </>
  )
}
