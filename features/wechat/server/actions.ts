import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { WechatPayer } from '../../../server/channels/payment.ts'
import type { WechatPerson } from '../../../server/channels/wechat.ts'
import type { Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { badInput } from '../../../server/input.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { changeWechat } from '../../account/server/actions.ts'
import { sessionRefusals } from '../../session/contract.ts'
import { decodeCredential } from '../../session/rules.ts'
import {
  lockProved,
  openSession,
  proveAccount,
  provePassword,
  type Visitor,
} from '../../session/server/actions.ts'
import { type WechatBound, wechatRefusals } from '../contract.ts'
import { findSealedApp } from '../app/server/data.ts'
import { sceneMinutes, type ScenePurpose, secretPattern } from '../rules.ts'
import { type Bindable, findBindable, findHolder, findScene, hashSecret, type Scene } from './data.ts'

interface Browsing {
  environment: AppContext['environment']
  cookies: Readonly<Record<string, string | undefined>>
}

/** The cookie that holds a visit to the browser it began in: anyone else who learns the scene gains nothing. */
export const cookieOf = ({ environment }: Pick<AppContext, 'environment'>) =>
  environment.publicUrl.startsWith('https:') ? '__Host-wx' : 'wx'
const isSecret = new RegExp(secretPattern)

/** The browser's own secret, or null when it has none yet. */
export function browserOf(caller: Browsing): string | null {
  const secret = caller.cookies[cookieOf(caller)]
  return secret && isSecret.test(secret) ? secret : null
}

/** Finds the payer, by the visit that this account began to pay in this browser; refuses one that is over. */
export async function findPayer(
  caller: Browsing & Pick<AppContext, 'db'> & { projectId: string; session: Session },
  scene: string | undefined,
): Promise<WechatPayer> {
  const browser = browserOf(caller)
  const { db, projectId, session } = caller
  const found = scene && browser ? await findScene(db, { scene, browser, projectId }) : null
  const isOwn = found?.purpose === 'pay' && found.accountId === session.accountId
  const app = isOwn && found.state === 'recognised' ? await findSealedApp(db, found.appId) : null
  if (app?.status !== 'active' || !found?.openId) return refuse(wechatRefusals.noPayer, {}, 'scene')
  return { appId: app.appId, openId: found.openId }
}

/** Records who scanned a scene; its lifetime starts again. */
export async function recognise(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  sceneId: string,
  person: WechatPerson,
): Promise<void> {
  const nickname =
    person.nickname && secrets.seal('wechat_scenes.nickname', sceneId, person.nickname.slice(0, 60))
  await db`
    update wechat_scenes set state = 'recognised', open_id = ${person.openId},
      union_id = coalesce(${person.unionId}, union_id), nickname_sealed = coalesce(${nickname}, nickname_sealed),
      follows = ${person.follows},
      expires_at = case when state = 'recognised' then expires_at
        else moment() + make_interval(mins => ${sceneMinutes}) end
    where id = ${sceneId} and state in ('claimed', 'recognised')`
}

/**
 * Records that a code was scanned, as WeChat reports it; idempotent. Returns the scene's purpose and the secret that
 * only the person who scanned is sent, or null when it is over or another person was first.
 */
export async function takeScan(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  appId: string,
  scan: { scene: string; openId: string },
): Promise<{ purpose: Exclude<ScenePurpose, 'pay'>; secret: string } | null> {
  // A report that is repeated sends the same link.
  const secret = secrets.sign('wechat.confirm', `${scan.scene} ${scan.openId}`)
  const [row] = await db`
    update wechat_scenes set state = 'recognised', open_id = ${scan.openId}, confirm_hash = ${hashSecret(secret)},
      expires_at = case when state = 'waiting' then moment() + make_interval(mins => ${sceneMinutes}) else expires_at end
    where scene_hash = ${hashSecret(scan.scene)} and app_id = ${appId} and way = 'scan' and expires_at > moment()
      and (state = 'waiting' or state = 'recognised' and open_id = ${scan.openId})
    returning purpose`
  return row ? { purpose: row.purpose as 'login' | 'bind', secret } : null
}

/** Uses a recognised scene up, in the transaction of what it allows; refuses when another was faster. */
async function spend(tx: Tx, sceneId: string): Promise<void> {
  const spent = await tx`
    update wechat_scenes set state = 'used' where id = ${sceneId} and state = 'recognised' and expires_at > moment()
    returning id`
  if (spent.length === 0) refuse(wechatRefusals.over, {}, 'scene')
}

/** Signs in the account that has the scene's WeChat; of a scanned code only the one its person agreed to. */
export async function signInByScene(
  tx: Tx,
  scene: Scene,
  account: { id: string },
  visitor: Visitor,
): Promise<string> {
  if (scene.way === 'scan' && scene.agreedAccountId !== account.id) refuse(wechatRefusals.over, {}, 'scene')
  await spend(tx, scene.id)
  const held = (await findBindable(tx, account.id, true)) ?? refuse(wechatRefusals.closed)
  if (held.roleSystem !== 3) refuse(wechatRefusals.learnersOnly)
  return openSession(tx, held, visitor)
}

/** The account whose password was given: the one named, or the one signed in where the scene is for it. */
async function proveOwner(
  { db, secrets }: AppContext,
  scene: Scene,
  given: { account?: string; password: string },
  visitor: Visitor,
): Promise<{ id: string; passwordHash: string }> {
  if (!scene.accountId) {
    const { account = refuse(wechatRefusals.accountNeeded, {}, 'account'), password } = given
    return proveAccount(db, secrets, { account, password, projectId: scene.projectId }, visitor)
  }
  const password = decodeCredential(given.password)
  if (password === null) {
    throw badInput('password', { zh: '应为去空格后 base64 编码的文字', en: 'must be base64 of trimmed text' })
  }
  const known = await findBindable(db, scene.accountId)
  const matches = await provePassword(db, {
    known,
    name: scene.accountId,
    password,
    visitor,
    own: true,
  })
  return known && matches ? known : refuse(sessionRefusals.wrongLogin, {}, 'password')
}

/** An account that a scene's WeChat may be bound to, locked; refuses a manager's, and where either has another. */
async function lockBindable(tx: Tx, scene: Scene & { openId: string }, accountId: string): Promise<Bindable> {
  // The union id is unique by this lock: two apps know one person by two open ids.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`wechat ${scene.projectId}`}, 0))`
  const account = (await findBindable(tx, accountId, true)) ?? refuse(wechatRefusals.closed)
  if (account.roleSystem !== 3) refuse(wechatRefusals.learnersOnly)
  const holder = await findHolder(tx, scene.projectId, scene)
  if (holder && holder.id !== account.id) refuse(wechatRefusals.taken)
  if (account.wechatOpenId && holder?.id !== account.id) refuse(wechatRefusals.otherWechat)
  return account
}

/** Has the person who scanned asked whether to link this account: one a scene, so that what they are shown holds. */
async function propose(tx: Tx, scene: Scene & { openId: string }, accountId: string): Promise<void> {
  await lockBindable(tx, scene, accountId)
  const proposed = await tx`
    update wechat_scenes set proposed_account_id = ${accountId}, expires_at =
      case when proposed_account_id is null then moment() + make_interval(mins => ${sceneMinutes}) else expires_at end
    where id = ${scene.id} and state = 'recognised' and expires_at > moment()
      and coalesce(proposed_account_id, ${accountId}) = ${accountId}
    returning id`
  if (proposed.length === 0) refuse(wechatRefusals.over, {}, 'scene')
}

/**
 * Binds the WeChat of a recognised scene to an account that its password proves; ends no session. Of a scanned code the
 * person has to agree on the phone first: until then nothing is bound and the answer is `confirming`. Gives a token
 * where nobody was signed in. Refuses a manager's account, one that has another WeChat, and a WeChat that another has.
 */
export async function bindScene(
  app: AppContext,
  scene: Scene & { openId: string },
  given: { account?: string; password: string },
  visitor: Visitor,
): Promise<WechatBound> {
  const owner = await proveOwner(app, scene, given, visitor)
  if (scene.way === 'scan' && scene.agreedAccountId !== owner.id) {
    await app.db.begin((tx) => propose(tx, scene, owner.id))
    return { state: 'confirming', data: { tokenCode: null } }
  }
  return app.db.begin(async (tx) => {
    const account = await lockBindable(tx, scene, owner.id)
    await lockProved(tx, owner)
    await spend(tx, scene.id)
    await changeWechat(tx, account.id, scene)
    await tx`
      insert into wechat_bindings (account_id, app_id, open_id, nickname_sealed)
      values (${account.id}, ${scene.appId}, ${scene.openId}, ${movedNickname(app.secrets, scene, account.id)})
      on conflict (account_id) do update set app_id = excluded.app_id, open_id = excluded.open_id,
        nickname_sealed = excluded.nickname_sealed, bound_at = moment()`
    await audit(tx, {
      by: { accountId: account.id, projectId: account.projectId },
      action: 'account.bindWechat',
      subjectKind: 'account',
      subjectId: account.id,
      after: { appId: scene.appId, way: scene.way },
    })
    const tokenCode = scene.purpose === 'login' ? await openSession(tx, account, visitor) : null
    return { state: 'bound', data: { tokenCode } }
  })
}

/** The nickname of a scene, sealed for the binding it becomes. */
function movedNickname(secrets: Secrets, { id, nicknameSealed }: Scene, accountId: string): Buffer | null {
  const nickname = nicknameSealed && secrets.open('wechat_scenes.nickname', id, nicknameSealed)
  return nickname ? secrets.seal('wechat_bindings.nickname', accountId, nickname) : null
}

/** Takes the WeChat off the own account; refuses when it has none. */
export async function unbindOwn(tx: Tx, session: Session): Promise<null> {
  const account = await findBindable(tx, session.accountId, true)
  if (!account?.wechatOpenId) refuse(wechatRefusals.notBound)
  await changeWechat(tx, account.id, null)
  await tx`delete from wechat_bindings where account_id = ${account.id}`
  await audit(tx, {
    by: session,
    action: 'account.unbindWechat',
    subjectKind: 'account',
    subjectId: account.id,
  })
  return null
}

/** Forgets the WeChat of a closed account. */
export async function eraseBinding(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from wechat_bindings where account_id = ${accountId}`
  await tx`
    delete from wechat_scenes s using accounts a
    where a.id = ${accountId} and (a.id in (s.account_id, s.agreed_account_id) or s.open_id = a.wechat_open_id)`
}
