import { useState } from 'react'
import { send } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { useCaptcha } from '../../../captcha/web/Captcha.tsx'
import { type Proof, ProofForm } from '../../web/ProofForm.tsx'
import { roleSwitchCalls } from '../contract.ts'
import { useSwitchWords } from './words.ts'

/** Signs in to another account of one's own by its password; returns the token of its session. */
export function LinkForm({ onToken }: { onToken: (token: string) => void }) {
  const say = useSwitchWords()
  const captcha = useCaptcha()
  const [open, setOpen] = useState(false)

  async function link(proof: Proof) {
    const linked = await captcha.solve((captchaVO) =>
      send(roleSwitchCalls.switchLogin, { ...proof, captchaVO }, { quiet: true }),
    )
    if (linked?.data.tokenCode) onToken(linked.data.tokenCode)
  }

  if (!open) return <Button onClick={() => setOpen(true)}>{say('addAccount')}</Button>
  return (
    <>
      <p className="k-muted k-small">{say('addHint')}</p>
      <ProofForm ofAnother submit={say('add')} onProve={link} />
      {captcha.sheet}
    </>
  )
}
