import { useState } from 'react'
import { send } from '../../../web/client.ts'
import { SelectField } from '../../../web/kit/Field.tsx'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { useSettings, useSystemConfigQuery, visitedUnit } from '../../project/web/settings.ts'
import { sessionCalls } from '../contract.ts'
import { type Proof, ProofForm } from './ProofForm.tsx'
import { useSessionWords } from './words.ts'

const remembered = 'accountName'

/**
 * Account and password, with the slider in between when the portal requires it. The account's name is remembered where
 * the person wants it; the password never is. Where one role a sign-in is the rule, the role is chosen here.
 */
export function PasswordForm({
  onToken,
  call = sessionCalls.login,
}: {
  onToken: (token: string) => void | Promise<void>
  call?: typeof sessionCalls.login
}) {
  const say = useSessionWords()
  const captcha = useCaptcha()
  const [known] = useState(() => localStorage.getItem(remembered))
  const [remember, setRemember] = useState(known !== null)
  const { singleRole } = useSettings()
  // Before the configuration is there, nobody knows whether a role is to be chosen.
  const { isPending } = useSystemConfigQuery()
  const [roleType, setRoleType] = useState('')

  async function signIn(proof: Proof, account: string) {
    const unitId = visitedUnit()
    const further = { ...(roleType ? { roleType } : {}), ...(unitId ? { unitId } : {}) }
    const signed = await captcha.solve((captchaVO) =>
      send(call, { ...proof, captchaVO, ...further }, { quiet: true }),
    )
    if (!signed) return
    if (remember) localStorage.setItem(remembered, account)
    else localStorage.removeItem(remembered)
    await onToken(signed.data.tokenCode)
  }

  return (
    <>
      <ProofForm start={known ?? ''} submit={say('signIn')} waits={isPending} onProve={signIn}>
        {(faults) => (
          <>
            {singleRole && (
              <SelectField
                label={say('roleType')}
                name="roleType"
                options={[
                  { value: '', label: say('roleOwn') },
                  { value: '3', label: say('learner') },
                  { value: '2', label: say('roleUnit') },
                  { value: '1', label: say('roleStaff') },
                ]}
                value={roleType}
                error={faults.roleType}
                onChange={(event) => setRoleType(event.target.value)}
              />
            )}
            <label className="session-agree">
              <input
                type="checkbox"
                name="remember"
                checked={remember}
                onChange={(event) => setRemember(event.target.checked)}
              />
              {say('remember')}
            </label>
          </>
        )}
      </ProofForm>
      {captcha.sheet}
    </>
  )
}
