import { createHash, randomBytes } from 'node:crypto'
import type { AppContext } from '../../server/appContext.ts'
import { wechatEventPath, wechatOwnAddress } from '../../server/channels/wechatAddress.ts'
import { openMessage, readXml, sealedEnvelope, writeXml } from '../../server/channels/wechatEvent.ts'
import type { Db, Pool, Tx } from '../../server/db.ts'
import type { Environment } from '../../server/environment.ts'
import { findAccountToken, findGrant, type Grant, listFollowers, type RegisteredApp } from './data.ts'

/** A refusal in the platform's own words. */
export class WechatFault extends Error {
  readonly errcode: number
  constructor(errcode: number, errmsg: string) {
    super(errmsg)
    this.errcode = errcode
  }
}

/** Seconds that each kind of grant lives, as at the platform. */
const lifes = { code: 300, user: 7200, account: 7200 } as const

/** Issues a grant; a QR code's ticket lives as long as requested. */
export async function grant(
  db: Db,
  given: Pick<Grant, 'kind' | 'appId'> & {
    person?: string
    scope?: string
    scene?: string
    seconds?: number
  },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const { kind, appId, person, scope, scene } = given
  const seconds = given.seconds ?? (kind === 'ticket' ? 60 : lifes[kind])
  await db`
    insert into wechat_grants (token, kind, app_id, person, scope, scene, expires_at)
    values (${token}, ${kind}, ${appId}, ${person ?? null}, ${scope ?? null}, ${scene ?? null},
      moment() + make_interval(secs => ${seconds}))`
  return token
}

/** Takes a code, once, and gives its person's token. */
export async function redeem(
  tx: Tx,
  app: RegisteredApp,
  code: string,
): Promise<{ token: string; person: string; scope: string }> {
  await tx`select 1 from wechat_grants where token = ${code} for update`
  const found = await findGrant(tx, 'code', code)
  if (!found?.person || found.appId !== app.appId) throw new WechatFault(40_029, 'invalid code')
  if (found.isUsed) throw new WechatFault(40_163, 'code been used')
  await tx`update wechat_grants set used_at = moment() where token = ${code}`
  const { person, scope } = found as { person: string; scope: string }
  return { token: await grant(tx, { kind: 'user', appId: app.appId, person, scope }), person, scope }
}

/** The account's token: the same for all callers, until it nears its end or a fresh one is forced. */
export async function stableToken(
  db: Db,
  app: RegisteredApp,
  force: boolean,
): Promise<{ token: string; seconds: number }> {
  const known = force ? null : await findAccountToken(db, app.appId)
  return known ?? { token: await grant(db, { kind: 'account', appId: app.appId }), seconds: lifes.account }
}

/** Notifies the portal of an event, sealed and signed, as the platform does; returns the response text. */
async function notifyPortal(
  environment: Environment,
  app: RegisteredApp,
  event: { openId: string; name: string; key: string; more?: Record<string, string | number> },
): Promise<{ status: number; text: string | null }> {
  const { body, query } = sealedEnvelope(
    app,
    writeXml({
      ToUserName: `gh_${app.appId.slice(2, 14)}`,
      FromUserName: event.openId,
      CreateTime: Math.floor(Date.now() / 1000),
      MsgType: 'event',
      Event: event.name,
      EventKey: event.key,
      ...event.more,
    }),
  )
  const url = `${wechatOwnAddress(environment)}${wechatEventPath}/${app.id}?${new URLSearchParams(query)}`
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/xml' },
    signal: AbortSignal.timeout(5000),
  })
  const sealed = readXml(await response.text())?.Encrypt
  const message = typeof sealed === 'string' ? readXml(openMessage(app, sealed)) : null
  return { status: response.status, text: typeof message?.Content === 'string' ? message.Content : null }
}

/** Templates of the demo's accounts, by their ids. */
export const gatewayTemplates: Readonly<Record<string, string>> = {
  'demo-template-news': '{{thing1.DATA}}',
  'demo-template-date': '{{thing1.DATA}}\n{{time2.DATA}}',
}

/** Milliseconds after which the platform reports what became of a message. */
const reportDelay = 300

/**
 * Takes a message of a template for a follower, as the platform does, and reports later that it was shown. Returns its
 * number; one that was sent again under a number of the portal's has the first one's.
 */
export async function takeTemplate(
  app: RegisteredApp,
  { environment, log }: Pick<AppContext, 'environment' | 'log'>,
  message: { openId: string; clientId: string },
): Promise<number> {
  const digest = createHash('sha256').update(`${app.appId} ${message.openId} ${message.clientId}`).digest()
  const msgid = digest.readUIntBE(0, 6)
  const event = {
    openId: message.openId,
    name: 'TEMPLATESENDJOBFINISH',
    key: '',
    more: { MsgID: msgid, Status: 'success' },
  }
  setTimeout(() => {
    void notifyPortal(environment, app, event).catch((error: unknown) =>
      log.warn({ err: error }, 'the portal could not be notified by the demo’s WeChat'),
    )
  }, reportDelay).unref()
  return msgid
}

/** Action of a simulated person with a code. */
export type ScanAction = 'scan' | 'follow' | 'unfollow'

/** Lets a person scan a code, follow the account by it, or leave it; the portal is notified. */
export async function act(
  db: Pool,
  environment: Environment,
  app: RegisteredApp,
  action: { person: string; openId: string; do: ScanAction; scene: string },
): Promise<{ status: number; text: string | null }> {
  const follows = (await listFollowers(db, app.appId)).has(action.person)
  if (action.do === 'unfollow') {
    await db`delete from wechat_followers where app_id = ${app.appId} and person = ${action.person}`
    return notifyPortal(environment, app, { openId: action.openId, name: 'unsubscribe', key: '' })
  }
  if (follows)
    return notifyPortal(environment, app, { openId: action.openId, name: 'SCAN', key: action.scene })
  // A person who does not follow sees the account first, and the portal is not notified.
  if (action.do === 'scan') return { status: 204, text: null }
  await db`insert into wechat_followers (app_id, person) values (${app.appId}, ${action.person}) on conflict do nothing`
  return notifyPortal(environment, app, {
    openId: action.openId,
    name: 'subscribe',
    key: `qrscene_${action.scene}`,
  })
}
