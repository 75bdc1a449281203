import { type FormEvent, useState } from 'react'
import { isMobile } from '../../../contract/identity.ts'
import { CallRefused, send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { useSettings, visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { Agreement } from './Agreement.tsx'
import { CodeInput } from './CodeInput.tsx'
import { useProof } from './proof.ts'
import { useSessionWords } from './words.ts'

/** Sign-in by mobile code; where strangers may enter it makes their account, once they agreed. */
export function MobileForm({ onToken }: { onToken: (token: string) => void }) {
  const say = useSessionWords()
  const { loginAsRegister } = useSettings()
  const [proof, setProof, forgetProof] = useProof('login')
  const [agreement, setAgreement] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      ...(isMobile(proof.mobile) ? {} : { mobile: say('wrongMobile') }),
      ...(/^\d{6}$/.test(proof.msgCode) ? {} : { msgCode: say('wrongCode') }),
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      const unitId = visitedUnit()
      const { data } = await send(
        registerCalls.loginByMobile,
        { ...proof, agreement, ...(unitId ? { unitId } : {}) },
        { quiet: true },
      )
      forgetProof()
      onToken(data.tokenCode)
    } catch (error) {
      if (error instanceof CallRefused) setErrors({ [error.field ?? 'msgCode']: error.message })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="session-form" onSubmit={(event) => void submit(event)} noValidate>
      <CodeInput call={codeCalls.sendMsgCodeByLogin} value={proof} onChange={setProof} errors={errors} />
      {loginAsRegister && (
        <>
          <p className="k-muted k-small">{say('strangersEnter')}</p>
          <Agreement checked={agreement} onChange={setAgreement} error={errors.agreement} />
        </>
      )}
      <Button kind="main" type="submit" wide busy={busy}>
        {say('signIn')}
      </Button>
    </form>
  )
}
