import { useState } from 'react'
import { send } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { Form } from '../../../web/kit/Form.tsx'
import { useSettings, useSystemConfigQuery, visitedUnit } from '../../project/web/settings.ts'
import { codeCalls } from '../../session/code/contract.ts'
import { registerCalls } from '../register/contract.ts'
import { Agreement } from '../../session/web/Agreement.tsx'
import { CodeInput, useProofFaults } from '../../session/code/web/CodeInput.tsx'
import { useProof } from '../../session/web/proof.ts'
import { useSessionWords } from '../../session/web/words.ts'

/** Sign-in by mobile code; where strangers may enter it makes their account, once they agreed. */
export function MobileForm({ onToken }: { onToken: (token: string) => void | Promise<void> }) {
  const say = useSessionWords()
  const { loginAsRegister } = useSettings()
  // Before the configuration is there, nobody knows whether the agreement is to be accepted.
  const { isPending } = useSystemConfigQuery()
  const [proof, setProof, forgetProof] = useProof('login')
  const [agreement, setAgreement] = useState(false)
  const proofFaults = useProofFaults()

  async function submit() {
    const unitId = visitedUnit()
    const { data } = await send(
      registerCalls.loginByMobile,
      { ...proof, agreement, ...(unitId ? { unitId } : {}) },
      { quiet: true },
    )
    forgetProof()
    await onToken(data.tokenCode)
  }

  return (
    <Form className="session-form" check={() => proofFaults(proof)} onSubmit={submit} field="msgCode">
      {({ faults, busy }) => (
        <>
          <CodeInput call={codeCalls.sendMsgCodeByLogin} value={proof} onChange={setProof} errors={faults} />
          {loginAsRegister && (
            <>
              <p className="k-muted k-small">{say('strangersEnter')}</p>
              <Agreement checked={agreement} onChange={setAgreement} error={faults.agreement} />
            </>
          )}
          <Button kind="main" type="submit" wide busy={busy || isPending}>
            {say('signIn')}
          </Button>
        </>
      )}
    </Form>
  )
}
