import { send } from '../../../web/client.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { type WechatOutcome, wechatCalls } from '../../wechat/contract.ts'

/** Returns WeChat's answer in the address; removes it from there before anything else is loaded. */
function takeAnswer(): { code: string; state: string } | null {
  if (location.pathname !== '/auth-redirect') return null
  const query = new URLSearchParams(location.search)
  const [code, state] = [query.get('code'), query.get('state')]
  if (location.search) history.replaceState(history.state, '', location.pathname)
  return state === null ? null : { code: code ?? '', state }
}

/** End of a round trip: WeChat returned no answer, the person denied, or the portal returned an outcome. */
export type Ended = { kind: 'nothing' | 'denied' } | { kind: 'outcome'; outcome: WechatOutcome }

async function end(): Promise<Ended> {
  const answer = takeAnswer()
  if (!answer) return { kind: 'nothing' }
  if (!answer.code) return { kind: 'denied' }
  const unitId = visitedUnit()
  const input = { ...answer, ...(unitId ? { unitId } : {}) }
  return { kind: 'outcome', outcome: await send(wechatCalls.login, input, { quiet: true }) }
}

let running: Promise<Ended> | undefined

/** Ends the round trip this page was loaded by, once however often it is drawn; may throw CallRefused. */
export function endRoundTrip(): Promise<Ended> {
  return (running ??= end())
}
