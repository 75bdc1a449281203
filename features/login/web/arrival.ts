import { useNavigate } from 'react-router'
import { CallRefused, send } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { saveToken } from '../../../web/token.ts'
import { cartPath } from '../../cart/rules.ts'
import { hasVisitorCart } from '../../cart/web/visitorCart.ts'
import { completeCalls } from '../../student/complete/contract.ts'
import { sessionCalls } from '../../session/contract.ts'
import { byWayOfPassword, safeRedirect } from '../../session/web/redirect.ts'
import { useSessionWords } from '../../session/web/words.ts'

/**
 * Goes on after signing in: to where the visitor wanted to be, by way of what has to be done first: a password that
 * someone else gave is changed, a second factor is proved, an incomplete profile is completed (which may be left for
 * later). Who wanted to be nowhere goes `otherwise`, or to the cart that was filled before, or home.
 */
export function useArrival(): (token: string, otherwise?: string) => Promise<void> {
  const say = useSessionWords()
  const navigate = useNavigate()

  async function firstStop(wanted: string | null, otherwise: string | undefined): Promise<string> {
    const { manageAccountInfo } = await send(sessionCalls.getAccountInfo, {}, { quiet: true })
    const isLearner = manageAccountInfo.roleRP.roleSystem === 3
    // What was put aside before signing in is on its way into the cart.
    const own = hasVisitorCart() ? cartPath(true) : '/my'
    const target = wanted ?? otherwise ?? (isLearner ? own : '/home/index')
    // Until the agreement is accepted, nothing else is answered: it is asked for wherever the learner arrives.
    if (manageAccountInfo.mustAgree && !manageAccountInfo.mustChangePassword) return target
    if (manageAccountInfo.mustChangePassword) {
      notify('prompt', say('mustChange'))
      return byWayOfPassword(target, isLearner)
    }
    if (!isLearner) return target
    const { state } = await send(completeCalls.isNeedComplete, {}, { quiet: true })
    return state === 2 ? target : `/student/info?redirect=${encodeURIComponent(target)}`
  }

  return async (token, otherwise) => {
    // The address is ahead of what is drawn: on a slow machine by seconds.
    const wanted = safeRedirect(new URLSearchParams(location.search).get('redirect'))
    saveToken(token)
    // Signed in even when the next address could not be loaded.
    const target = await firstStop(wanted, otherwise).catch((error: unknown) => {
      if (!(error instanceof CallRefused)) throw error
      const goal = wanted ?? '/my'
      return error.respCode === 428 ? `/admin-login?redirect=${encodeURIComponent(goal)}` : goal
    })
    await navigate(target, { replace: true })
  }
}
