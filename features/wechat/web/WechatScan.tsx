import { useNavigate } from 'react-router'
import type { WechatOutcome } from '../contract.ts'
import { bindingPath, endPending, savePending } from './pending.ts'
import { ScanCode } from './ScanCode.tsx'

/**
 * Sign-in by WeChat: a code to scan, or WeChat's own page. `onToken` gets the token of a bound WeChat; any other goes
 * on to binding. `redirect` is a path of this portal to go to in the end, saved across the round trip.
 */
export function WechatScan({
  onToken,
  redirect,
}: {
  onToken: (token: string) => void
  redirect?: string | null | undefined
}) {
  const navigate = useNavigate()

  function take(outcome: WechatOutcome) {
    if (outcome.data.tokenCode) {
      endPending()
      onToken(outcome.data.tokenCode)
    } else if (outcome.scene) {
      savePending({ scene: outcome.scene })
      void navigate(bindingPath(redirect))
    }
  }
  function leave() {
    endPending()
    savePending(redirect ? { redirect } : {})
  }
  return <ScanCode purpose="login" onOutcome={take} onLeave={leave} />
}
