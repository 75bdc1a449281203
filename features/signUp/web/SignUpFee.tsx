import { money } from '../../../web/format.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import type { SignUpRow } from '../contract.ts'
import { useSignUpWords } from './words.ts'

/** The fee of a sign-up, with another that waits for a second person. */
export function SignUpFee({
  signUp: { fee, proposedFee },
}: {
  signUp: Pick<SignUpRow, 'fee' | 'proposedFee'>
}) {
  const say = useSignUpWords()
  if (proposedFee !== null)
    return <Tag color="orange">{say('feeWaits', { from: money(fee), to: money(proposedFee) })}</Tag>
  return fee === 0 ? say('free') : money(fee)
}
