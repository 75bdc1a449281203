import { Link } from 'react-router'
import { send } from '../../../web/client.ts'
import { useCaptcha } from '../../captcha/web/Captcha.tsx'
import { type Proof, ProofForm } from '../../session/web/ProofForm.tsx'
import { partnerCalls } from '../contract.ts'
import { usePartnerWords } from './words.ts'

/** Account and password of the account that the partner's person is. */
export function ProveForm({ linkCode, onToken }: { linkCode: string; onToken: (token: string) => void }) {
  const say = usePartnerWords()
  const captcha = useCaptcha()

  async function link(proof: Proof) {
    const linked = await captcha.solve((captchaVO) =>
      send(partnerCalls.linkPartner, { linkCode, ...proof, captchaVO }, { quiet: true }),
    )
    if (linked) onToken(linked.data.tokenCode)
  }

  return (
    <>
      <ProofForm submit={say('prove')} onProve={link} />
      <div className="session-links k-cluster k-split">
        <span className="k-muted k-small">
          {say('proveNone')} <Link to="/register">{say('register')}</Link>
        </span>
        <Link to="/reset-pwd">{say('forgot')}</Link>
      </div>
      {captcha.sheet}
    </>
  )
}
