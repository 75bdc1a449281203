import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { registerAlipay, registerWechat } from '../../../../server/channels/demoMerchant.ts'
import { hasDemoGateway } from '../../../../server/channels/openPayment.ts'
import type { Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import type { InputOf } from '../../../../contract/call.ts'
import { type Merchant, type merchantCalls, merchantRefusals } from '../contract.ts'
import { isNumberOf } from '../rules.ts'
import { type Keys, keyColumns, proposeKeys, withdrawProposals } from './approvals.ts'
import { lockMerchant } from './data.ts'

type Draft = InputOf<typeof merchantCalls.save>

/** Fields of a merchant for the operation log: no key, only whether one was given. */
const recorded = (merchant: Draft | Merchant) => ({
  channel: merchant.channel,
  name: merchant.name,
  merchantNo: merchant.merchantNo,
  appId: merchant.appId,
  serial: merchant.serial,
  platformKeyId: merchant.platformKeyId,
  ...('privateKey' in merchant && merchant.privateKey ? { privateKey: 'changed' } : {}),
  ...('platformKey' in merchant && merchant.platformKey ? { platformKey: 'changed' } : {}),
  ...('apiV3Key' in merchant && merchant.apiV3Key ? { apiV3Key: 'changed' } : {}),
})

/** A key as PEM: Alipay's console gives keys without their first and last line. */
function pemOf(kind: 'private' | 'public', text: string): string | null {
  const isBare = !text.includes('-----BEGIN')
  const bytes = Buffer.from(text, 'base64')
  const read: (() => KeyObject)[] =
    kind === 'private'
      ? isBare
        ? (['pkcs8', 'pkcs1'] as const).map(
            (type) => () => createPrivateKey({ key: bytes, format: 'der', type }),
          )
        : [() => createPrivateKey(text)]
      : // Of a private key Node.js would take the public half.
        text.includes('PRIVATE')
        ? []
        : [
            () =>
              isBare ? createPublicKey({ key: bytes, format: 'der', type: 'spki' }) : createPublicKey(text),
          ]
  for (const each of read) {
    try {
      const key = each()
      const type = kind === 'private' ? 'pkcs8' : 'spki'
      if (key.asymmetricKeyType === 'rsa') return key.export({ type, format: 'pem' })
    } catch {
      // No key of this kind.
    }
  }
  return null
}

/** A draft with what the demo's gateway has registered, where a new merchant of it names no keys. */
async function withDemoKeys({ environment }: AppContext, draft: Draft): Promise<Draft> {
  const { id, channel, name, privateKey, merchantNo } = draft
  if (id || privateKey || merchantNo || !hasDemoGateway(environment)) return draft
  const { dataFolder } = environment
  if (channel === 'alipay') {
    const { appId, sellerId, privateKey: own, publicKey } = await registerAlipay(dataFolder)
    return { channel, name, merchantNo: sellerId, appId, privateKey: own, platformKey: publicKey }
  }
  const made = await registerWechat(dataFolder)
  return {
    channel,
    name,
    merchantNo: made.mchId,
    appId: made.appId,
    serial: made.serial,
    platformKeyId: made.publicKeyId,
    privateKey: made.privateKey,
    platformKey: made.publicKey,
    apiV3Key: made.apiV3Key,
  }
}

const wechatParts = ['serial', 'platformKeyId', 'apiV3Key'] as const

function assertDraft({ environment }: AppContext, draft: Draft, before: Merchant | null): void {
  const { channel } = draft
  if (!hasDemoGateway(environment) && !environment.publicUrl.startsWith('https://'))
    refuse(merchantRefusals.noNotices, {}, 'channel')
  for (const part of ['merchantNo', 'appId'] as const) {
    const text = draft[part]
    if (!text && !before) refuse(merchantRefusals.needed, {}, part)
    if (text && !isNumberOf(channel, part, text)) refuse(merchantRefusals.numberWrong, {}, part)
    if (text && before && isInUse(before) && before[part] !== text)
      refuse(merchantRefusals.numbersStay, {}, part)
  }
  if (before && before.channel !== channel) refuse(merchantRefusals.channelStays, {}, 'channel')
  const parts = channel === 'wechat' ? wechatParts : []
  for (const part of [...parts, 'privateKey', 'platformKey'] as const)
    if (!draft[part] && !before) refuse(merchantRefusals.needed, {}, part)
}

async function write(tx: Tx, id: string, isNew: boolean, columns: object): Promise<void> {
  try {
    await tx.savepoint((inner) =>
      isNew
        ? inner`insert into merchants ${inner({ id, ...columns } as never)}`
        : inner`update merchants set ${inner(columns as never)}, updated_at = moment() where id = ${id}`,
    )
  } catch (error) {
    const { code, constraint_name: name } = error as { code?: string; constraint_name?: string }
    if (code !== '23505' || name !== 'merchants_number') throw error
    refuse(merchantRefusals.numberTaken, {}, 'merchantNo')
  }
}

/** Keys that were given and differ from those a merchant has. */
function keysGiven(before: Merchant | null, keys: Keys): Keys {
  const isNew = ([part, value]: [string, string | undefined]) =>
    value !== undefined && before?.[part as 'serial'] !== value
  return Object.fromEntries(Object.entries(keys).filter(isNew))
}

/** True if money goes or went through a merchant. */
const isInUse = ({ isUsed, status }: Merchant) => isUsed || status === 'enabled'

/**
 * Adds a merchant to the own project, disabled, or changes one; keys left out stay as they are. New keys of one that is
 * in use are proposed to a second person, whose approval is given.
 */
export async function saveMerchant(
  tx: Tx,
  app: AppContext,
  session: ProjectSession,
  given: Draft,
): Promise<{ id: string; approvalId: string | null }> {
  const draft = await withDemoKeys(app, given)
  const before = draft.id ? await lockMerchant(tx, session.scope, draft.id) : null
  assertDraft(app, draft, before)
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const id = before?.id ?? fresh!.id
  const pem = (kind: 'private' | 'public', part: 'privateKey' | 'platformKey') =>
    draft[part] ? (pemOf(kind, draft[part]) ?? refuse(merchantRefusals[`${part}Wrong`], {}, part)) : undefined
  const isWechat = draft.channel === 'wechat'
  const keys = keysGiven(before, {
    ...(isWechat && { serial: draft.serial, platformKeyId: draft.platformKeyId, apiV3Key: draft.apiV3Key }),
    privateKey: pem('private', 'privateKey'),
    platformKey: pem('public', 'platformKey'),
  })
  const { channel, name, merchantNo, appId } = draft
  // Who has the key of a merchant that takes money, or has taken some, can say that money came.
  const isProposed = before !== null && isInUse(before) && Object.keys(keys).length > 0
  await write(tx, id, before === null, {
    projectId: session.projectId,
    channel,
    name,
    ...(merchantNo && { merchantNo }),
    ...(appId && { appId }),
    ...(!isProposed && keyColumns(app.secrets, id, keys)),
  })
  await audit(tx, {
    by: session,
    action: before ? 'merchant.change' : 'merchant.create',
    subjectKind: 'merchant',
    subjectId: id,
    before: before && recorded(before),
    after: recorded(isProposed ? { channel, name, merchantNo, appId } : draft),
  })
  if (before) await withdrawProposals(tx, session, id)
  return { id, approvalId: isProposed ? await proposeKeys(tx, app.secrets, session, id, keys) : null }
}
