import { useBilingual } from '../../../web/words.ts'
import type { ManagedRefund } from '../contract.ts'
import { refusalReasons } from '../rules.ts'
import { useRefundWords } from './words.ts'

/** Says why a refund has not gone through, with the channel's own code, and what to do; null where nothing is wrong. */
export function useFailureText(): (refund: Pick<ManagedRefund, 'failure' | 'failureCode'>) => string | null {
  const say = useRefundWords()
  const either = useBilingual()
  return ({ failure, failureCode: code }) => {
    if (failure === null) return null
    if (code === null) return say(failure === 'refused' ? 'silent' : failure)
    if (failure !== 'refused') return say('notNow', { code })
    const reason = refusalReasons.find(({ codes }) => (codes as readonly string[]).includes(code))
    return reason
      ? say('refusedBecause', { reason: either(reason.zh, reason.en), code })
      : say('refused', { code })
  }
}
