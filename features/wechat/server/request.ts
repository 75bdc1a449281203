import { withoutNumbers } from '../../../contract/personalNumber.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Db } from '../../../server/db.ts'
import { deviceOf } from '../../session/credential/rules.ts'
import { wechatRefusals } from '../contract.ts'
import type { ScenePurpose } from '../rules.ts'
import { findBindable, findRequest, type Scene } from './data.ts'
import { identify } from './person.ts'

interface Asked {
  purpose: ScenePurpose
  id: string
  userName: string
  /** Name of an account to link: the person may not know it. */
  loginName: string | null
}

/**
 * Finds what a scene asks its person: to sign in the account that has the WeChat, or to link the one that the
 * browser proved; null while it has named none. Refuses an account that may not sign in so.
 */
async function findAsked(app: AppContext, request: Scene): Promise<Asked | null> {
  const { holder } = (await identify(app, request)) ?? refuse(wechatRefusals.requestOver)
  if (holder && request.purpose === 'login') {
    if (holder.roleSystem !== 3) refuse(wechatRefusals.learnersOnly)
    if (holder.status !== 'active') refuse(wechatRefusals.closed)
    return { purpose: 'login', id: holder.id, userName: holder.userName, loginName: null }
  }
  const linked = request.accountId ?? request.proposedAccountId
  if (!linked) return null
  if (holder && holder.id !== linked) refuse(wechatRefusals.taken)
  const { id, userName, loginName } = (await findBindable(app.db, linked)) ?? refuse(wechatRefusals.closed)
  return { purpose: 'bind', id, userName, loginName: withoutNumbers(loginName) }
}

/** Describes the question for the person who scanned: its purpose, account, time and place. */
export async function describeRequest(app: AppContext, secret: string) {
  const request = (await findRequest(app.db, secret)) ?? refuse(wechatRefusals.requestOver)
  const asked = await findAsked(app, request)
  return {
    purpose: asked?.purpose ?? 'bind',
    portal: request.portal,
    userName: asked?.userName ?? null,
    loginName: asked?.loginName ?? null,
    ...deviceOf(request.askedAgent),
    place: request.askedPlace,
    at: request.createdAt,
  }
}

/** Takes the answer of the person who scanned, once. */
export async function answerRequest(
  app: AppContext,
  { secret, agree }: { secret: string; agree: boolean },
): Promise<null> {
  const request = (await findRequest(app.db, secret)) ?? refuse(wechatRefusals.requestOver)
  const asked = agree ? ((await findAsked(app, request)) ?? refuse(wechatRefusals.accountFirst)) : null
  await recordAnswer(app.db, request.id, asked?.id ?? null)
  return null
}

/** The account that is agreed to, or null for none; refuses when the request was answered or is over. */
async function recordAnswer(db: Db, sceneId: string, accountId: string | null): Promise<void> {
  const taken = await db`
    update wechat_scenes set agreed_account_id = ${accountId},
      state = case when ${accountId === null} then 'cancelled' else state end
    where id = ${sceneId} and state = 'recognised' and agreed_account_id is null and expires_at > moment()
    returning id`
  if (taken.length === 0) refuse(wechatRefusals.requestOver)
}
