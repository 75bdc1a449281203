import { type FormEvent, useState } from 'react'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { useCaptcha } from '../../../captcha/web/Captcha.tsx'
import { encodeCredential } from '../../rules.ts'
import { useFaults } from '../../web/faults.ts'
import { roleSwitchCalls } from '../contract.ts'
import { useSwitchWords } from './words.ts'

/** Signs in to another account of one's own by its password; gives the token of its session. */
export function LinkForm({ onToken }: { onToken: (token: string) => void }) {
  const say = useSwitchWords()
  const captcha = useCaptcha()
  const [open, setOpen] = useState(false)
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const { form, faults, say: sayFaults, refused } = useFaults()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(account.trim() ? {} : { account: say('needed') }),
      ...(password ? {} : { password: say('needed') }),
    }
    if (!sayFaults(missing)) return
    const captchaVO = await captcha.ask()
    if (!captchaVO) return
    setBusy(true)
    try {
      const { data } = await send(
        roleSwitchCalls.switchLogin,
        { account: encodeCredential(account), password: encodeCredential(password), captchaVO },
        { quiet: true },
      )
      if (data.tokenCode) onToken(data.tokenCode)
    } catch (error) {
      refused(error, 'password')
    } finally {
      setBusy(false)
    }
  }

  if (!open) return <Button onClick={() => setOpen(true)}>{say('addAccount')}</Button>
  return (
    <>
      <form ref={form} className="session-form" onSubmit={(event) => void submit(event)} noValidate>
        <p className="k-muted k-small">{say('addHint')}</p>
        <TextField
          label={say('account')}
          name="account"
          autoComplete="off"
          value={account}
          error={faults.account}
          onChange={(event) => setAccount(event.target.value)}
        />
        <TextField
          label={say('password')}
          name="password"
          type="password"
          autoComplete="off"
          value={password}
          error={faults.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button kind="main" type="submit" wide busy={busy}>
          {say('add')}
        </Button>
      </form>
      {captcha.sheet}
    </>
  )
}
