import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isPassword } from '../../../../contract/identity.ts'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Form } from '../../../../web/kit/Form.tsx'
import { Tabs } from '../../../../web/kit/Tabs.tsx'
import { notify } from '../../../../web/notice.ts'
import { saveToken } from '../../../../web/token.ts'
import { codeCalls } from '../../code/contract.ts'
import { CodeInput, useProofFaults } from '../../code/web/CodeInput.tsx'
import { PasswordField } from '../../web/PasswordField.tsx'
import { useProof } from '../../web/proof.ts'
import { safeRedirect } from '../../web/redirect.ts'
import { refetchAll } from '../../../../web/refetchAll.ts'
import { credentialCalls } from '../contract.ts'
import './Credential.css'
import { useCredentialWords } from './words.ts'

/**
 * Changes one's own password, by the present one or by a code to one's own number; this window stays signed in, and
 * anyone who was sent here on the way continues.
 */
export function PasswordCard({ mobile, mustChange }: { mobile: string | null; mustChange: boolean }) {
  const say = useCredentialWords()
  const [way, setWay] = useState<'old' | 'code'>('old')
  const [oldPassword, setOldPassword] = useState('')
  const [password, setPassword] = useState('')
  const [proof, setProof, forgetProof] = useProof('modify own')
  const proofFaults = useProofFaults()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()

  const check = () => ({
    ...(way === 'old' && !oldPassword ? { oldPassword: say('mustFill') } : {}),
    ...(way === 'code' ? proofFaults(proof, true) : {}),
    ...(isPassword(password.trim()) ? {} : { password: say('ruleShape') }),
  })

  async function submit() {
    const { msgCode, codeToken } = proof
    const quiet = { quiet: true }
    const { data } =
      way === 'old'
        ? await send(credentialCalls.modifyPassword, { oldPassword, password }, quiet)
        : await send(credentialCalls.modifyPasswordByMobile, { password, msgCode, codeToken }, quiet)
    // The old token is over: everything is asked again under the fresh one.
    saveToken(data.tokenCode)
    void refetchAll(cache)
    forgetProof()
    setOldPassword('')
    setPassword('')
    notify('success', say('passwordChanged'))
    const wanted = mustChange && safeRedirect(query.get('redirect'))
    if (wanted) await navigate(wanted, { replace: true })
  }

  return (
    <section className="k-card roomy credential-card k-stack" aria-labelledby="credential-password">
      <h2 id="credential-password">{say('password')}</h2>
      <p className={mustChange ? 'credential-must k-alert' : 'k-muted'}>
        {say(mustChange ? 'mustChange' : 'passwordHint')}
      </p>
      <Tabs
        label={say('ways')}
        tabs={[
          { key: 'old', label: say('byOld') },
          { key: 'code', label: say('byCode') },
        ]}
        value={way}
        onChange={setWay}
      >
        {way === 'code' && !mobile ? (
          <p className="credential-form k-stack k-gap-4">{say('noMobile')}</p>
        ) : (
          <Form className="credential-form k-stack k-gap-4" check={check} onSubmit={submit} field="password">
            {({ faults, busy }) => (
              <>
                {way === 'old' ? (
                  <PasswordField
                    label={say('oldPassword')}
                    name="oldPassword"
                    value={oldPassword}
                    error={faults.oldPassword}
                    onChange={setOldPassword}
                  />
                ) : (
                  <CodeInput
                    call={codeCalls.sendMsgCodeByModify}
                    value={proof}
                    onChange={setProof}
                    errors={faults}
                    own={mobile!}
                  />
                )}
                <PasswordField
                  label={say('newPassword')}
                  rules
                  value={password}
                  error={faults.password}
                  onChange={setPassword}
                />
                <Button kind="main" type="submit" busy={busy}>
                  {say('change')}
                </Button>
              </>
            )}
          </Form>
        )}
      </Tabs>
    </section>
  )
}
