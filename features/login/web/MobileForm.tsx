import { type FormEvent, useState } from 'react'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { useSettings, visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { Agreement } from '../../session/web/Agreement.tsx'
import { CodeInput, useProofFaults } from '../../session/code/web/CodeInput.tsx'
import { useFaults } from '../../session/web/faults.ts'
import { useProof } from '../../session/web/proof.ts'
import { useSessionWords } from '../../session/web/words.ts'

/** Sign-in by mobile code; where strangers may enter it makes their account, once they agreed. */
export function MobileForm({ onToken }: { onToken: (token: string) => void | Promise<void> }) {
  const say = useSessionWords()
  const { loginAsRegister } = useSettings()
  const [proof, setProof, forgetProof] = useProof('login')
  const [agreement, setAgreement] = useState(false)
  const { form, faults, say: sayFaults, refused } = useFaults()
  const proofFaults = useProofFaults()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!sayFaults(proofFaults(proof))) return
    setBusy(true)
    try {
      const unitId = visitedUnit()
      const { data } = await send(
        registerCalls.loginByMobile,
        { ...proof, agreement, ...(unitId ? { unitId } : {}) },
        { quiet: true },
      )
      forgetProof()
      await onToken(data.tokenCode)
    } catch (error) {
      refused(error, 'msgCode')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className="session-form" onSubmit={(event) => void submit(event)} noValidate>
      <CodeInput call={codeCalls.sendMsgCodeByLogin} value={proof} onChange={setProof} errors={faults} />
      {loginAsRegister && (
        <>
          <p className="k-muted k-small">{say('strangersEnter')}</p>
          <Agreement checked={agreement} onChange={setAgreement} error={faults.agreement} />
        </>
      )}
      <Button kind="main" type="submit" wide busy={busy}>
        {say('signIn')}
      </Button>
    </form>
  )
}
