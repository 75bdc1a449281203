import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { WechatPerson } from '../../../server/channels/wechat.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { badInput } from '../../../server/input.ts'
import type { Session } from '../../../server/session.ts'
import { changeWechat } from '../../account/server/actions.ts'
import { sessionRefusals } from '../../session/contract.ts'
import { decodeCredential } from '../../session/rules.ts'
import { openSession, proveAccount, provePassword, type Visitor } from '../../session/server/actions.ts'
import { wechatRefusals } from '../contract.ts'
import { sceneMinutes } from '../rules.ts'
import { findBindable, findHolder, hashSecret, type Scene } from './data.ts'

/** Records who scanned a scene; its lifetime starts again. */
export async function recognise(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  sceneId: string,
  person: WechatPerson,
): Promise<void> {
  const nickname = person.nickname && secrets.seal('wechat.nickname', person.nickname.slice(0, 60))
  await db`
    update wechat_scenes set state = 'recognised', open_id = ${person.openId},
      union_id = coalesce(${person.unionId}, union_id), nickname_sealed = coalesce(${nickname}, nickname_sealed),
      follows = ${person.follows},
      expires_at = case when state = 'recognised' then expires_at
        else moment() + make_interval(mins => ${sceneMinutes}) end
    where id = ${sceneId} and state in ('claimed', 'recognised')`
}

/**
 * Records that a code was scanned, as WeChat reports it; idempotent. Returns the scene's purpose, or null
 * when it is over or another person was first.
 */
export async function takeScan(
  db: Db,
  appId: string,
  scan: { scene: string; openId: string },
): Promise<'login' | 'bind' | null> {
  const [row] = await db`
    update wechat_scenes set state = 'recognised', open_id = ${scan.openId},
      expires_at = case when state = 'waiting' then moment() + make_interval(mins => ${sceneMinutes}) else expires_at end
    where scene_hash = ${hashSecret(scan.scene)} and app_id = ${appId} and way = 'scan' and expires_at > moment()
      and (state = 'waiting' or state = 'recognised' and open_id = ${scan.openId})
    returning purpose`
  return (row?.purpose as 'login' | 'bind' | undefined) ?? null
}

/** Uses a recognised scene up, in the transaction of what it allows; refuses when another was faster. */
async function spend(tx: Tx, sceneId: string): Promise<void> {
  const spent = await tx`
    update wechat_scenes set state = 'used' where id = ${sceneId} and state = 'recognised' and expires_at > moment()
    returning id`
  if (spent.length === 0) refuse(wechatRefusals.over, {}, 'scene')
}

/** Signs in the account that has the scene's WeChat; returns the token. */
export async function signInByScene(
  tx: Tx,
  scene: Scene,
  account: { id: string },
  visitor: Visitor,
): Promise<string> {
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
): Promise<{ id: string }> {
  if (!scene.accountId) {
    const { account = refuse(wechatRefusals.accountNeeded, {}, 'account'), password } = given
    return proveAccount(db, secrets, { account, password, projectId: scene.projectId }, visitor)
  }
  const password = decodeCredential(given.password)
  if (password === null) {
    throw badInput('password', { zh: '应为去空格后 base64 编码的文字', en: 'must be base64 of trimmed text' })
  }
  const known = await findBindable(db, scene.accountId)
  const matches = await provePassword(db, { known, name: scene.accountId, password, ip: visitor.ip })
  return known && matches ? known : refuse(sessionRefusals.wrongLogin, {}, 'password')
}

/**
 * Binds the WeChat of a recognised scene to an account that its password proves; ends no session. Gives a token where
 * nobody was signed in. Refuses a manager's account, one that has another WeChat, and a WeChat that another has.
 */
export async function bindScene(
  app: AppContext,
  scene: Scene & { openId: string },
  given: { account?: string; password: string },
  visitor: Visitor,
): Promise<string | null> {
  const owner = await proveOwner(app, scene, given, visitor)
  return app.db.begin(async (tx) => {
    // The union id is unique by this lock: two apps know one person by two open ids.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`wechat ${scene.projectId}`}, 0))`
    await spend(tx, scene.id)
    const account = (await findBindable(tx, owner.id, true)) ?? refuse(wechatRefusals.closed)
    if (account.roleSystem !== 3) refuse(wechatRefusals.learnersOnly)
    const holder = await findHolder(tx, scene.projectId, scene)
    if (holder && holder.id !== account.id) refuse(wechatRefusals.taken)
    if (account.wechatOpenId && holder?.id !== account.id) refuse(wechatRefusals.otherWechat)
    await changeWechat(tx, account.id, scene)
    await tx`
      insert into wechat_bindings (account_id, app_id, open_id, nickname_sealed)
      values (${account.id}, ${scene.appId}, ${scene.openId}, ${scene.nicknameSealed})
      on conflict (account_id) do update set app_id = excluded.app_id, open_id = excluded.open_id,
        nickname_sealed = excluded.nickname_sealed, bound_at = moment()`
    await audit(tx, {
      by: { accountId: account.id, projectId: account.projectId },
      action: 'account.bindWechat',
      subjectKind: 'account',
      subjectId: account.id,
      after: { appId: scene.appId, way: scene.way },
    })
    return scene.purpose === 'login' ? openSession(tx, account, visitor) : null
  })
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
