import { type FormEvent, useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Tabs } from '../../../../web/kit/Tabs.tsx'
import { notify } from '../../../../web/notice.ts'
import { codeCalls } from '../../code/contract.ts'
import { CodeInput, useProofFaults } from '../../code/web/CodeInput.tsx'
import { useFaults } from '../../web/faults.ts'
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
    <section className="k-card credential-card" aria-labelledby="credential-mobile">
      <h2 id="credential-mobile">{say('mobile')}</h2>
      <div className="credential-line">
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
  const { form, faults, say: sayFaults, refused } = useFaults()
  const proofFaults = useProofFaults()
  const change = useAction(credentialCalls.modifyMobile, { quiet: true })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const oldFault = way === 'code' && proofFaults(old, true).msgCode
    const wrong = {
      ...(way === 'password' && !password ? { password: say('mustFill') } : {}),
      ...(oldFault ? { oldMsgCode: oldFault } : {}),
      ...proofFaults(proof),
    }
    if (!sayFaults(wrong)) return
    try {
      await change.mutateAsync({
        ...proof,
        ...(way === 'password' ? { password } : { oldMsgCode: old.msgCode, oldCodeToken: old.codeToken }),
      })
      forgetOld()
      forgetProof()
      notify('success', say('mobileChanged'))
      onDone()
    } catch (error) {
      refused(error, 'mobile')
    }
  }

  const tabs = [
    { key: 'password', label: say('byPassword') },
    { key: 'code', label: say('byOldMobile') },
  ] as const
  return (
    <form ref={form} className="credential-form" onSubmit={(event) => void submit(event)} noValidate>
      <h3>{say('proofTitle')}</h3>
      <Tabs label={say('proofTitle')} tabs={mobile ? tabs : tabs.slice(0, 1)} value={way} onChange={setWay}>
        <div className="credential-form">
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
              errors={{ ...(faults.oldMsgCode ? { msgCode: faults.oldMsgCode } : {}) }}
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
      <Button kind="main" type="submit" busy={change.isPending}>
        {say('saveMobile')}
      </Button>
    </form>
  )
}
