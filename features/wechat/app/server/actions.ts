import { randomBytes } from 'node:crypto'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import { WechatFault } from '../../../../server/channels/wechat.ts'
import { demoWechatApp } from '../../../../server/channels/wechatDemo.ts'
import type { Tx } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import type { WechatKind } from '../rules.ts'
import { type WechatApp, wechatAppRefusals, type WechatProbe } from '../contract.ts'
import { lockApp, type SealedApp } from './data.ts'
import { openApp } from './open.ts'

interface AppDraft {
  id?: string
  kind: WechatKind
  name: string
  appId?: string
  secret?: string
  eventToken?: string
  eventKey?: string
  provider?: 'wechat' | 'demo'
  host?: string
  requireFollow?: boolean
  status?: 'active' | 'disabled'
}

/** Fields of an app for the operation log: no secret, only whether one was given. */
const recorded = (app: Omit<AppDraft, 'id'> | WechatApp) => ({
  kind: app.kind,
  name: app.name,
  appId: app.appId,
  provider: app.provider,
  host: app.host,
  requireFollow: app.requireFollow,
  status: app.status,
  ...('secret' in app && app.secret ? { secret: 'changed' } : {}),
  ...('eventToken' in app && app.eventToken ? { eventToken: 'changed' } : {}),
  ...('eventKey' in app && app.eventKey ? { eventKey: 'changed' } : {}),
})

/** A draft with what the demo's WeChat has registered, where a new app of its names no keys. */
function withDemoKeys({ secrets }: AppContext, projectId: string, draft: AppDraft): AppDraft {
  if (draft.id || draft.provider !== 'demo' || draft.secret) return draft
  const { appId, secret, token, aesKey } = demoWechatApp(secrets, projectId, draft.kind)
  return {
    ...draft,
    appId,
    secret,
    ...(draft.kind === 'official' ? { eventToken: token, eventKey: aesKey } : {}),
  }
}

function assertDraft(
  environment: AppContext['environment'],
  draft: AppDraft,
  before: WechatApp | null,
): void {
  if (draft.provider === 'demo' && !environment.demo) refuse(wechatAppRefusals.demoOnly, {}, 'provider')
  if (!before) {
    if (!draft.appId) refuse(wechatAppRefusals.appIdNeeded, {}, 'appId')
    if (!draft.secret) refuse(wechatAppRefusals.secretNeeded, {}, 'secret')
    if (draft.kind === 'official' && !(draft.eventToken && draft.eventKey)) {
      refuse(wechatAppRefusals.eventKeysNeeded, {}, draft.eventToken ? 'eventKey' : 'eventToken')
    }
    return
  }
  if (before.kind !== draft.kind) refuse(wechatAppRefusals.kindStays, {}, 'kind')
  // A stored secret must not be sent where it was not entered for.
  const isMoved =
    (draft.appId ?? before.appId) !== before.appId || (draft.provider ?? before.provider) !== before.provider
  if (isMoved && !draft.secret) refuse(wechatAppRefusals.secretAgain, {}, 'secret')
}

async function write(tx: Tx, draft: AppDraft, columns: object): Promise<void> {
  try {
    await tx.savepoint((inner) =>
      draft.id
        ? inner`update wechat_apps set ${inner(columns as never)}, updated_at = moment()
            where id = ${draft.id}`
        : inner`insert into wechat_apps ${inner(columns as never)}`,
    )
  } catch (error) {
    const { code, constraint_name: name } = error as { code?: string; constraint_name?: string }
    if (code !== '23505') throw error
    return name === 'wechat_apps_kind'
      ? refuse(wechatAppRefusals.kindTaken, {}, 'kind')
      : refuse(wechatAppRefusals.appIdTaken, {}, 'appId')
  }
}

/** Adds or changes an app of the own project; secrets left out stay as they are. */
export async function saveApp(
  tx: Tx,
  app: AppContext,
  session: ProjectSession,
  given: AppDraft,
): Promise<{ id: string }> {
  const { secrets, environment } = app
  const draft = withDemoKeys(app, session.projectId, given)
  const before = draft.id ? await lockApp(tx, session.scope, draft.id) : null
  assertDraft(environment, draft, before)
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const id = before?.id ?? fresh!.id
  const sealed = (place: string, clear: string | undefined) =>
    clear === undefined ? null : secrets.seal(`wechat_apps.${place}`, id, clear)
  const columns = {
    id,
    projectId: session.projectId,
    kind: draft.kind,
    name: draft.name,
    appId: draft.appId ?? null,
    secretSealed: sealed('secret', draft.secret),
    eventTokenSealed: sealed('event_token', draft.eventToken),
    eventKeySealed: sealed('event_key', draft.eventKey),
    provider: draft.provider ?? null,
    host: draft.host ?? null,
    requireFollow: draft.requireFollow ?? null,
    status: draft.status ?? null,
  }
  const named = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null))
  await write(tx, draft, named)
  await audit(tx, {
    by: session,
    action: before ? 'wechatApp.change' : 'wechatApp.create',
    subjectKind: 'wechatApp',
    subjectId: id,
    before: before && recorded(before),
    after: recorded(draft),
  })
  return { id }
}

/** Deletes an app; what its accounts are bound to stays with them. */
export async function deleteApp(tx: Tx, session: ProjectSession, id: string): Promise<null> {
  const before = await lockApp(tx, session.scope, id)
  await tx`update wechat_apps set status = 'deleted', updated_at = moment() where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'wechatApp.delete',
    subjectKind: 'wechatApp',
    subjectId: id,
    before: recorded(before),
  })
  return null
}

/** WeChat's answer to a code it never gave: the app and its secret were right. */
const unknownCode = 40_029

/** Tries the credentials of an app at WeChat; returns its answer, and changes nothing. */
export async function probeApp(context: AppContext, app: SealedApp): Promise<WechatProbe> {
  const channel = openApp(context, app)
  if (!channel) return { ok: false, code: null, message: wechatAppRefusals.demoOnly.zh }
  try {
    if (app.kind === 'official') await channel.createScene(`probe-${randomBytes(8).toString('hex')}`, 60)
    else await channel.exchange(`probe${randomBytes(12).toString('hex')}`)
    return { ok: true, code: 0, message: 'ok' }
  } catch (error) {
    if (!(error instanceof WechatFault)) throw error
    return { ok: app.kind === 'open' && error.code === unknownCode, code: error.code, message: error.message }
  }
}
