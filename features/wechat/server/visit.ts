import { randomBytes } from 'node:crypto'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { WechatChannel } from '../../../server/channels/wechat.ts'
import { wechatReturnPath } from '../../../server/channels/wechatAddress.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Session } from '../../../server/session.ts'
import type { Visitor } from '../../session/server/actions.ts'
import { findSealedApp, listSealedApps, type SealedApp } from '../app/server/data.ts'
import { openApp } from '../app/server/open.ts'
import type { WechatKind } from '../app/rules.ts'
import { type WechatOutcome, type WechatVisit, wechatRefusals } from '../contract.ts'
import { maskIp } from '../../session/credential/rules.ts'
import { maskNickname, outcomeOf, type ScenePurpose, sceneMinutes } from '../rules.ts'
import { browserOf, cookieOf, recognise, signInByScene } from './actions.ts'
import { claimState, findBinding, findScene, hashSecret, type Scene } from './data.ts'
import { identify, orRefuse } from './person.ts'

/** The caller, its browser and project; a call's `ctx` is one. */
interface Caller extends AppContext, Omit<Visitor, 'secrets'> {
  projectId: string
  session: Session | null
  cookies: Readonly<Record<string, string | undefined>>
  setCookie(name: string, value: string, seconds: number): void
}

const freshSecret = () => randomBytes(32).toString('base64url')

/** Begins a visit: a code to scan, or an address to go to. */
export async function beginVisit(
  caller: Caller,
  input: { purpose?: ScenePurpose; kind?: WechatKind; inside?: boolean },
): Promise<WechatVisit> {
  const { db, environment, session, projectId } = caller
  const { purpose = 'login', inside = false } = input
  if (purpose !== 'login' && !session) refuse(commonRefusals.notSignedIn)
  if (purpose !== 'login' && session?.roleSystem !== 3) refuse(wechatRefusals.learnersOnly)
  const found = (await listSealedApps(db, projectId))
    .filter((app) => app.status === 'active')
    .map((app) => ({ app, channel: openApp(caller, app) }))
    .filter((each): each is { app: SealedApp; channel: WechatChannel } => each.channel !== null)
  if (found.length === 0) refuse(wechatRefusals.notSetUp)
  if (purpose === 'pay' && !inside) refuse(wechatRefusals.notInside)
  const usable = found.filter(({ app }) => !inside || app.kind === 'official')
  // A code in the page is nearer than another site.
  const wanted = input.kind ?? 'official'
  const chosen =
    usable.find(({ app }) => app.kind === wanted) ?? usable[0] ?? refuse(wechatRefusals.notInside)
  const { app, channel } = chosen
  const [scene, browser] = [freshSecret(), browserOf(caller) ?? freshSecret()]
  const way = app.kind === 'official' && !inside ? 'scan' : 'oauth'
  const seconds = sceneMinutes * 60
  const codeUrl = way === 'scan' ? await orRefuse(caller, channel.createScene(scene, seconds)) : null
  const returnUrl = environment.publicUrl + wechatReturnPath
  await db`insert into wechat_scenes ${db({
    projectId: app.projectId,
    appId: app.id,
    way,
    purpose,
    sceneHash: hashSecret(scene),
    browserHash: hashSecret(browser),
    askedAgent: caller.agent.slice(0, 400),
    askedPlace: maskIp(caller.ip),
    accountId: purpose === 'login' ? null : session!.accountId,
    expiresAt: db`moment() + make_interval(secs => ${seconds})` as never,
  })}`
  // As long as two scenes: a person who binds comes back to it.
  caller.setCookie(cookieOf(caller), browser, seconds * 4)
  const silent = purpose === 'pay'
  const authorizeUrl =
    way === 'oauth' ? channel.authorizeUrl({ returnUrl, state: scene, inside, silent }) : null
  return { scene, kind: app.kind, kinds: usable.map((each) => each.app.kind), codeUrl, authorizeUrl, seconds }
}

const outcome = (
  state: WechatOutcome['state'],
  more: Partial<Omit<WechatOutcome, 'state'>> = {},
): WechatOutcome => ({
  purpose: null,
  scene: null,
  nickname: null,
  data: { tokenCode: null },
  ...more,
  state,
})

/** The scene of this caller, still good and for whom it was begun; or null. */
async function ownScene(caller: Caller, scene: string): Promise<Scene | null> {
  const browser = browserOf(caller)
  const found = browser && (await findScene(caller.db, { scene, browser, projectId: caller.projectId }))
  return found && (!found.accountId || found.accountId === caller.session?.accountId) ? found : null
}

/** Settles a recognised scene; signs in where an account has the WeChat. */
async function settle(caller: Caller, text: string, found: Scene): Promise<WechatOutcome> {
  if (found.purpose === 'pay') return outcome('payer', { purpose: 'pay', scene: text })
  const { db, secrets } = caller
  const known = await identify(caller, found)
  if (!known) return outcome('over')
  const { holder } = known
  const nickname =
    found.nicknameSealed && secrets.open('wechat_scenes.nickname', found.id, found.nicknameSealed)
  const more = { purpose: found.purpose, scene: text, nickname: maskNickname(nickname) }
  const next = outcomeOf({ ...found, ...known })
  if (next === 'signIn' || next === 'confirming') {
    if (holder && holder.status !== 'active') refuse(wechatRefusals.closed)
  }
  if (next !== 'signIn') {
    if (next === 'taken' && found.purpose === 'login') refuse(wechatRefusals.learnersOnly)
    return outcome(next, more)
  }
  const tokenCode = await db.begin((tx) => signInByScene(tx, found, holder!, caller))
  return outcome('signedIn', { ...more, scene: null, data: { tokenCode } })
}

/** The state of a scanned visit, polled by the page that waits for it. */
export async function checkVisit(caller: Caller, scene: string): Promise<WechatOutcome> {
  const found = await ownScene(caller, scene)
  if (!found) return outcome('over')
  if (found.state === 'cancelled') return outcome('cancelled', { purpose: found.purpose })
  if (found.state !== 'recognised') return outcome('waiting', { purpose: found.purpose })
  return settle(caller, scene, found)
}

/** The WeChat of the account that is signed in. */
export async function ownWechat({ db, secrets, session }: Caller): Promise<WechatOutcome> {
  const { accountId } = session ?? refuse(commonRefusals.notSignedIn)
  const bound = await findBinding(db, accountId)
  const nickname = bound?.nicknameSealed
    ? secrets.open('wechat_bindings.nickname', accountId, bound.nicknameSealed)
    : null
  return outcome(bound ? 'bound' : 'free', { nickname: maskNickname(nickname) })
}

/** Ends an OAuth round trip: the state is used up before the code is shown to WeChat. */
export async function endRoundTrip(
  caller: Caller,
  given: { code: string; state: string },
): Promise<WechatOutcome> {
  const { db } = caller
  const browser = browserOf(caller)
  const own = browser && (await ownScene(caller, given.state))
  const claimed = own && (await claimState(db, { scene: given.state, browser, projectId: caller.projectId }))
  if (!claimed) return outcome('over')
  const app = await findSealedApp(db, claimed.appId)
  const channel = app?.status === 'active' ? openApp(caller, app) : null
  if (!channel) return outcome('over')
  await recognise(
    caller,
    claimed.id,
    await orRefuse(caller, channel.exchange(given.code, { silent: claimed.purpose === 'pay' })),
  )
  const known = await ownScene(caller, given.state)
  return known ? settle(caller, given.state, known) : outcome('over')
}

/**
 * A recognised scene to bind with; refuses one that is over, or whose person does not follow where that is required.
 */
export async function getBindable(caller: Caller, scene: string): Promise<Scene & { openId: string }> {
  const found = await ownScene(caller, scene)
  if (found?.state !== 'recognised' || !found.openId) refuse(wechatRefusals.over, {}, 'scene')
  const app = await findSealedApp(caller.db, found.appId)
  if (app?.status !== 'active' || !openApp(caller, app)) refuse(wechatRefusals.over, {}, 'scene')
  if (app.kind === 'official' && app.requireFollow && !found.follows)
    refuse(wechatRefusals.follow, {}, 'scene')
  return { ...found, openId: found.openId }
}
