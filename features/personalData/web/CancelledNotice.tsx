import { useEffect } from 'react'
import { send } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useToken } from '../../session/web/account.ts'
import { personalDataCalls } from '../contract.ts'
import { useCancelledWords } from './cancelledWords.ts'

const key = 'closing asked'

/** Says once, after a sign-in that cancelled the closing of the account, that it did. */
export function CancelledNotice() {
  const say = useCancelledWords()
  const token = useToken()
  useEffect(() => {
    // Once for a sign-in in a window, and not on each page it loads.
    const mark = token?.slice(-8) ?? ''
    if (!mark || sessionStorage.getItem(key) === mark) return
    void send(personalDataCalls.getCancelledClosing, {}, { quiet: true }).then(
      ({ cancelledAt }) => {
        if (sessionStorage.getItem(key) === mark) return
        sessionStorage.setItem(key, mark)
        if (!cancelledAt) return
        notify('prompt', say('closingCancelled'), undefined, {
          label: say('toAccount'),
          to: '/my?tab=account',
        })
      },
      () => {},
    )
  }, [token, say])
  return null
}
