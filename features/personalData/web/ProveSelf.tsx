import { type ReactNode, useState } from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { codeCalls } from '../../session/code/contract.ts'
import { CodeInput, useProofFaults } from '../../session/code/web/CodeInput.tsx'
import { PasswordField } from '../../session/web/PasswordField.tsx'
import { useProof } from '../../session/web/proof.ts'
import { usePersonalDataWords } from './words.ts'

/** Proof that it is the signed-in person once more, as the calls take it. */
type SelfProof = { password: string } | { msgCode: string; codeToken: string }

/** Proves that it is the signed-in person, by the password or a code to the own number. */
export function ProveSelf({
  mobile,
  submit,
  danger = false,
  check,
  onProve,
  children,
}: {
  /** One's own number, masked; without one there is only the password. */
  mobile: string | null
  submit: string
  /** True if the action it submits cannot be undone. */
  danger?: boolean
  check?: () => Faults
  onProve: (proof: SelfProof) => Promise<void>
  /** Above the proof, with what is wrong in it. */
  children?: (faults: Faults) => ReactNode
}) {
  const say = usePersonalDataWords()
  const [way, setWay] = useState<'password' | 'code'>('password')
  const [password, setPassword] = useState('')
  const [code, setCode, forgetCode] = useProof('personal data')
  const proofFaults = useProofFaults()

  const faultsNow = () => ({
    ...check?.(),
    ...(way === 'password' ? (password ? {} : { password: say('mustFill') }) : proofFaults(code, true)),
  })
  async function prove() {
    const { msgCode, codeToken } = code
    await onProve(way === 'password' ? { password } : { msgCode, codeToken })
    forgetCode()
  }
  const tabs = [
    { key: 'password', label: say('byPassword') },
    { key: 'code', label: say('byCode') },
  ] as const
  return (
    <Form
      className="credential-form k-stack k-gap-4"
      check={faultsNow}
      onSubmit={prove}
      field="password"
      focused
    >
      {({ faults, busy }) => (
        <>
          {children?.(faults)}
          <Tabs label={say('proof')} tabs={mobile ? tabs : tabs.slice(0, 1)} value={way} onChange={setWay}>
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
                value={code}
                onChange={setCode}
                errors={faults}
                own={mobile!}
              />
            )}
          </Tabs>
          <Button kind={danger ? 'danger' : 'main'} type="submit" busy={busy}>
            {submit}
          </Button>
        </>
      )}
    </Form>
  )
}
