import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Form } from '../../../../web/kit/Form.tsx'
import { Tabs } from '../../../../web/kit/Tabs.tsx'
import { notify } from '../../../../web/notice.ts'
import { codeCalls } from '../../code/contract.ts'
import { CodeInput, useProofFaults } from '../../code/web/CodeInput.tsx'
import { PasswordField } from '../../web/PasswordField.tsx'
import { useProof } from '../../web/proof.ts'
import { credentialCalls } from '../contract.ts'
import './Credential.css'
import { useCredentialWords } from './words.ts'

/** One's own mobile number, and the form that changes it. */
export function MobileCard({ mobile }: { mobile: string | null }) {
  const say = useCredentialWords()
  const [open, setOpen] = useState(false)
  return (
    <section className="k-card roomy credential-card k-stack" aria-labelledby="credential-mobile">
      <h2 id="credential-mobile">{say('mobile')}</h2>
      <div className="k-cluster k-gap-3 k-split">
        <p>{mobile ? say('mobileNow', { mobile }) : say('mobileNone')}</p>
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {say(open ? 'cancel' : mobile ? 'changeMobile' : 'giveMobile')}
        </Button>
      </div>
      {open && <MobileChange mobile={mobile} onDone={() => setOpen(false)} />}
    </section>
  )
}

function MobileChange({ mobile, onDone }: { mobile: string | null; onDone: () => void }) {
  const say = useCredentialWords()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [password, setPassword] = useState('')
  const [old, setOld, forgetOld] = useProof('modify own')
  const [proof, setProof, forgetProof] = useProof('modify new')
  const proofFaults = useProofFaults()
  const change = useAction(credentialCalls.modifyMobile, { quiet: true })

  function check() {
    const oldFault = way === 'code' && proofFaults(old, true).msgCode
    return {
      ...(way === 'password' && !password ? { password: say('mustFill') } : {}),
      ...(oldFault ? { oldMsgCode: oldFault } : {}),
      ...proofFaults(proof),
    }
  }
  async function submit() {
    await change.mutateAsync({
      ...proof,
      ...(way === 'password' ? { password } : { oldMsgCode: old.msgCode, oldCodeToken: old.codeToken }),
    })
    forgetOld()
    forgetProof()
    notify('success', say('mobileChanged'))
    onDone()
  }

  const tabs = [
    { key: 'password', label: say('byPassword') },
    { key: 'code', label: say('byOldMobile') },
  ] as const
  return (
    <Form className="credential-form k-stack k-gap-4" check={check} onSubmit={submit} field="mobile" focused>
      {({ faults, busy }) => (
        <>
          <h3>{say('proofTitle')}</h3>
          <Tabs
            label={say('proofTitle')}
            tabs={mobile ? tabs : tabs.slice(0, 1)}
            value={way}
            onChange={setWay}
          >
            <div className="credential-form k-stack k-gap-4">
              {way === 'password' ? (
                <PasswordField
                  label={say('byPassword')}
                  value={password}
                  error={faults.password}
                  onChange={setPassword}
                />
              ) : (
                <CodeInput
                  call={codeCalls.sendMsgCodeByModify}
                  value={old}
                  onChange={setOld}
                  errors={faults.oldMsgCode ? { msgCode: faults.oldMsgCode } : {}}
                  own={mobile!}
                />
              )}
            </div>
          </Tabs>
          <h3>{say('newMobile')}</h3>
          <CodeInput
            call={codeCalls.sendMsgCodeByModify}
            value={proof}
            onChange={setProof}
            errors={faults}
            label={say('newMobile')}
          />
          <Button kind="main" type="submit" busy={busy}>
            {say('saveMobile')}
          </Button>
        </>
      )}
    </Form>
  )
}
