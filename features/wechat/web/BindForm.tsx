import { type FormEvent, useState } from 'react'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { encodeCredential } from '../../session/rules.ts'
import { wechatCalls } from '../contract.ts'
import './Wechat.css'
import { useWechatWords } from './words.ts'

/** Proves an account by its password and binds a recognised WeChat to it; without `asksAccount` the one signed in. */
export function BindForm({
  scene,
  asksAccount = false,
  onBound,
}: {
  scene: string
  asksAccount?: boolean
  onBound: (token: string | null) => void
}) {
  const say = useWechatWords()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ account?: string; password?: string }>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const missing = {
      ...(!asksAccount || account.trim() ? {} : { account: say('needed') }),
      ...(password ? {} : { password: say('needed') }),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    const unitId = visitedUnit()
    try {
      const { data } = await send(
        wechatCalls.bind,
        {
          scene,
          password: encodeCredential(password),
          ...(asksAccount ? { account: encodeCredential(account) } : {}),
          ...(unitId ? { unitId } : {}),
        },
        { quiet: true },
      )
      onBound(data.tokenCode)
    } catch (error) {
      if (error instanceof CallRefused)
        setErrors({ [error.field === 'account' ? 'account' : 'password']: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="wechat-form" onSubmit={(event) => void submit(event)} noValidate>
      {asksAccount && (
        <TextField
          label={say('account')}
          name="account"
          autoComplete="username"
          value={account}
          error={errors.account}
          onChange={(event) => setAccount(event.target.value)}
        />
      )}
      <TextField
        label={say('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={errors.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button kind="main" type="submit" wide busy={busy}>
        {say(asksAccount ? 'bind' : 'bindOwn')}
      </Button>
    </form>
  )
}
