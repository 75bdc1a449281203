import { money } from '../../../web/format.ts'
import { PriceWithProposal } from '../../approval/web/PriceWithProposal.tsx'
import type { SignUpRow } from '../contract.ts'
import { useSignUpWords } from './words.ts'

/** The fee of a sign-up, with another that waits for a second person. */
export function SignUpFee({
  signUp: { fee, proposedFee },
}: {
  signUp: Pick<SignUpRow, 'fee' | 'proposedFee'>
}) {
  const say = useSignUpWords()
  return <PriceWithProposal proposed={proposedFee}>{fee === 0 ? say('free') : money(fee)}</PriceWithProposal>
}
