import { renderMessage, wayOf, writtenParams } from '../../../contract/message.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { SmsReport } from '../../../server/channels/sms.ts'
import type { Tx } from '../../../server/db.ts'
import {
  deliveryLifecycle,
  type DeliveryState,
  fitted,
  type MessageChannel,
  receiptDelays,
  silenceSeconds,
} from '../rules.ts'
import { chargeNotice } from './budget.ts'
import type { Draft } from './carriers.ts'
import { findRoute, getConfig, type Kinds } from './data.ts'
import { raiseAlarm } from './actions.ts'
import { channelAlarm } from './messages.ts'

/** Reasons for which a delivery fails although no carrier refused it, in `carrier_code`. */
type OwnCode = 'budget' | 'numberBudget' | 'expired' | 'noTemplate' | 'noRecipient' | 'interrupted'

/** Refusals that are about the recipient, and no failure of the channel. */
const aboutRecipient = /MOBILE|BLACK|43004|43101/i

interface Locked {
  id: string
  projectId: string
  accountId: string | null
  kind: string
  channel: MessageChannel
  status: DeliveryState
  mobileSealed: Buffer | null
  mobileIndex: Buffer | null
  paramsSealed: Buffer | null
  params: Record<string, unknown> | null
  outId: string
  begunAt: string | null
  handedAt: string | null
  isSilent: boolean
  counted: boolean
  over: boolean
  openId: string | null
  mailSealed: Buffer | null
}

async function lock(tx: Tx, id: string): Promise<Locked | null> {
  const [row] = await tx<Locked[]>`
    select d.id, d.project_id, d.account_id, d.kind, d.channel, d.status, d.mobile_sealed, d.mobile_index,
      d.params_sealed, m.params, d.out_id, d.begun_at, d.handed_at, d.counted, coalesce(d.expires_at <= moment(), false) as over,
      coalesce(d.handed_at > moment() - make_interval(secs => ${silenceSeconds}), false) as is_silent, a.wechat_open_id as open_id, e.address_sealed as mail_sealed
    from message_deliveries d left join messages m on m.id = d.message_id left join accounts a on a.id = d.account_id
    left join message_mails e on e.account_id = d.account_id and e.confirmed_at is not null
    where d.id = ${id} for update of d`
  return row ?? null
}

/** A delivery under the number it has at its carrier; one that is sent again has another. */
interface Tried {
  id: string
  outId: string
}

/** Ends a delivery without success; returns what failed, or null when it was settled or sent again before. */
async function failDelivery(tx: Tx, { id, outId }: Tried, code: string) {
  const [row] = await tx<
    { status: DeliveryState; projectId: string; channel: MessageChannel; kind: string }[]
  >`
    select status, project_id, channel, kind from message_deliveries
    where id = ${id} and out_id = ${outId} for update`
  if (!row || !deliveryLifecycle.can(row.status, 'fail')) return null
  await tx`
    update message_deliveries set status = ${deliveryLifecycle.next(row.status, 'fail')}, carrier_code = ${code},
      settled_at = moment(), receipt_at = null, params_sealed = null
    where id = ${id}`
  return row
}

/**
 * Ends a delivery that its carrier refused to take, and alarms staff unless the recipient is why. What a receipt
 * reports of a handset is no failure of the channel.
 */
export async function refuseDelivery(tx: Tx, tried: Tried, code: string): Promise<void> {
  const failed = await failDelivery(tx, tried, code)
  // An alarm that cannot be sent raises none.
  if (!failed || aboutRecipient.test(code) || failed.kind === channelAlarm.code) return
  const { projectId, channel } = failed
  await raiseAlarm(tx, projectId, {
    kind: channelAlarm,
    cause: `channel ${channel}`,
    params: { channel, code },
  })
}

/** Ends a delivery whose job was given up, with the last word of its carrier. */
export async function abandonDelivery(tx: Tx, id: string): Promise<void> {
  const [row] = await tx<{ outId: string; code: string | null }[]>`
    select out_id, carrier_code as code from message_deliveries where id = ${id} and status = 'queued'`
  if (row) await refuseDelivery(tx, { id, outId: row.outId }, row.code ?? 'interrupted')
}

/** Ends a delivery that came too late to be sent. */
export async function expireDelivery(tx: Tx, tried: Tried): Promise<void> {
  await failDelivery(tx, tried, 'expired' satisfies OwnCode)
}

/**
 * Takes a queued delivery for one try and notes that it was begun, before any carrier is called. Returns what is to
 * be sent, or null when there is nothing to send: it was settled before, or is failed here with its reason.
 */
export async function beginTry(tx: Tx, app: AppContext, kinds: Kinds, id: string): Promise<Draft | null> {
  const row = await lock(tx, id)
  if (!row || !deliveryLifecycle.can(row.status, 'send')) return null
  const { secrets, environment, channels } = app
  const kind = kinds.get(row.kind)
  const fail = async (code: OwnCode) => {
    await failDelivery(tx, row, code)
    return null
  }
  // What was begun may be with the carrier already: asking about it is in time also when it is over.
  if (row.over && !row.begunAt) return fail('expired')
  const route = await findRoute(tx, row.projectId, row.kind, row.channel)
  const own = row.channel === 'sms' ? (channels.sms?.own ?? null) : null
  if (!kind || !(route || own)) return fail('noTemplate')
  const recipient =
    row.channel === 'sms'
      ? secrets.open('accounts.mobile', row.accountId ?? row.id, row.mobileSealed!)
      : row.channel === 'mail'
        ? row.mailSealed && secrets.open('message_mails.address', row.accountId!, row.mailSealed)
        : row.openId
  if (!recipient) return fail('noRecipient')
  if (row.channel === 'sms' && !row.counted) {
    const exceeded = await chargeNotice(tx, row.projectId, row.mobileIndex!)
    if (exceeded) return fail(exceeded)
  }
  const isAsked = row.channel === 'sms' && row.begunAt !== null
  const maySend = !(isAsked && (row.over || row.isSilent))
  await tx`
    update message_deliveries set begun_at = coalesce(begun_at, moment()), tries = tries + 1, counted = true,
      handed_at = ${maySend ? tx`moment()` : tx`handed_at`}
    where id = ${id}`
  const params = row.paramsSealed
    ? (JSON.parse(secrets.open('message_deliveries.params', id, row.paramsSealed)) as Record<string, unknown>)
    : (row.params ?? {})
  // A template is in Chinese, as its carrier approved it; a mail is in both languages.
  const written = writtenParams(kind, params, 'zh')
  const slots = route?.slots ?? Object.keys(written).map((name) => ({ place: name, param: name }))
  const { title, text } = renderMessage(kind, params)
  const way = wayOf(kind, params)
  const url = way && environment.publicUrl + way
  return {
    id,
    projectId: row.projectId,
    channel: row.channel,
    outId: row.outId,
    recipient,
    templateId: route?.templateId ?? own?.templates.get(row.kind) ?? '',
    sign: (await getConfig(tx, row.projectId)).smsSign || own?.sign || '',
    values: slots.map(
      ({ place, param }) => [place, fitted(row.channel, place, written[param] ?? '')] as const,
    ),
    subject: title.zh,
    text: [text.zh, text.en, ...(url ? [url] : [])].join('\n\n'),
    url,
    begunAt: row.begunAt,
    handedAt: row.handedAt,
    isOver: row.over,
    maySend,
  }
}

/** Notes that the carrier has it; an SMS is asked about later. */
export async function markSent(tx: Tx, draft: Draft, carrierId: string | null): Promise<void> {
  const [row] = await tx<{ status: DeliveryState }[]>`
    select status from message_deliveries where id = ${draft.id} and out_id = ${draft.outId} for update`
  if (!row || !deliveryLifecycle.can(row.status, 'send')) return
  const asks = draft.channel === 'sms'
  await tx`
    update message_deliveries set status = ${deliveryLifecycle.next(row.status, 'send')}, carrier_id = ${carrierId},
      carrier_code = null, sent_at = moment(), params_sealed = null,
      receipt_at = ${asks ? tx`moment() + make_interval(secs => ${receiptDelays[0]})` : null}
    where id = ${draft.id}`
}

/**
 * Notes why a try failed that is made again. A carrier that clearly refused has nothing of it: it may be sent again
 * without waiting for a report.
 */
export async function noteTry(tx: Tx, draft: Draft, refusal: CarrierRefused): Promise<void> {
  const { id, outId, begunAt, handedAt } = draft
  await tx`
    update message_deliveries set carrier_code = ${refusal.code}
      ${refusal.mayHaveTaken ? tx`` : tx`, begun_at = ${begunAt}, handed_at = ${handedAt}`}
    where id = ${id} and out_id = ${outId} and status = 'queued'`
}

/** A text whose carrier is asked what became of it. */
export interface AwaitedReceipt {
  id: string
  accountId: string | null
  mobileSealed: Buffer
  outId: string
  begunAt: string
}

/** Takes texts whose carrier is to be asked what became of them, and sets when each is asked again. */
export async function claimReceipts(tx: Tx, limit: number): Promise<AwaitedReceipt[]> {
  return tx<AwaitedReceipt[]>`
    with due as (
      select id from message_deliveries where receipt_at <= moment() order by receipt_at limit ${limit}
      for update skip locked)
    update message_deliveries d set receipts = receipts + 1,
      receipt_at = moment() + make_interval(secs => (${[...receiptDelays]}::int[])[d.receipts + 2])
    from due where d.id = due.id returning d.id, d.account_id, d.mobile_sealed, d.out_id,
      coalesce(d.begun_at, d.sent_at) as begun_at`
}

/** Records the carrier's report about a text; one about an earlier sending changes nothing. */
export async function takeReport(tx: Tx, tried: Tried, report: SmsReport): Promise<void> {
  if (report.state === 'failed') {
    await failDelivery(tx, tried, report.code ?? 'unknown')
    return
  }
  const { id, outId } = tried
  const [row] = await tx<{ status: DeliveryState }[]>`
    select status from message_deliveries where id = ${id} and out_id = ${outId} for update`
  if (report.state !== 'delivered' || !row || !deliveryLifecycle.can(row.status, 'deliver')) return
  await tx`
    update message_deliveries set status = ${deliveryLifecycle.next(row.status, 'deliver')}, settled_at = moment(),
      receipt_at = null
    where id = ${id}`
}
