import { refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { WechatFault } from '../../../server/channels/wechat.ts'
import { findSealedApp } from '../app/server/data.ts'
import { openApp } from '../app/server/open.ts'
import { wechatRefusals } from '../contract.ts'
import { recognise } from './actions.ts'
import { findHolder, type Holder, type Scene } from './data.ts'

/** Returns WeChat's answer, or refuses with a message; the cause goes to the log. */
export async function orRefuse<T>(caller: Pick<AppContext, 'log'>, asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof WechatFault)) throw error
    caller.log.warn({ code: error.code, reason: error.message }, 'WeChat refused or did not answer')
    const isPersons = error.code === 40_029 || error.code === 40_163
    return refuse(isPersons ? wechatRefusals.refused : wechatRefusals.silent)
  }
}

/** Finds the owner of a scene's WeChat, and whether they follow the account; null without its app. */
export async function identify(
  app: AppContext,
  found: Scene,
): Promise<{ holder: Holder | null; mustFollow: boolean; follows: boolean | null } | null> {
  const held = await findSealedApp(app.db, found.appId)
  const channel = held?.status === 'active' ? openApp(app, held) : null
  if (!held || !channel) return null
  const mustFollow = held.kind === 'official' && held.requireFollow
  let person = { openId: found.openId!, unionId: found.unionId, follows: found.follows }
  // A scan returns only the open id; and a person who had not followed may have done so by now.
  const isUnknown = found.follows === null && (found.way === 'scan' || mustFollow)
  if (isUnknown || (mustFollow && found.follows === false)) {
    const reported = await orRefuse(app, channel.findFollower(person.openId))
    await recognise(app, found.id, reported)
    person = { ...reported, unionId: reported.unionId ?? person.unionId }
  }
  const holder = await findHolder(app.db, found.projectId, person)
  return { holder, mustFollow, follows: person.follows }
}
