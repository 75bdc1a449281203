import { maskMobile } from '../../../contract/identity.ts'
import type { Permission } from '../../../contract/menu.ts'
import type { MessageKind, MessageParam, MessageValues } from '../../../contract/message.ts'
import { withoutNumbers } from '../../../contract/personalNumber.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Tx } from '../../../server/db.ts'
import type { Feature } from '../../../server/feature.ts'
import { enqueue, enqueueAll, type JobKind } from '../../../server/jobs.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { messageRefusals } from '../contract.ts'
import { type DeliveryState, deliveryLifecycle, isOnUnset, messageChannels } from '../rules.ts'
import { chargeCode, hasCodeBudget } from './budget.ts'
import { findRoute, isReachedByWechat } from './data.ts'

/** The kinds of messages that these features send, by their code. */
export const kindsByCode = (features: readonly Feature[]): ReadonlyMap<string, MessageKind> =>
  new Map(features.flatMap(({ messages = [] }) => messages.map((kind) => [kind.code, kind] as const)))

/** The job that hands one delivery to its carrier. */
export const deliverJob = { type: 'message.deliver', lane: 'message' } as const satisfies JobKind

/** The job that hands one code to its carrier; its lane is its own, so that no code waits behind other messages. */
export const codeJob = { type: 'message.code', lane: 'code' } as const satisfies JobKind

type Params = Readonly<Record<string, MessageParam>>

/** Queues the handing over of a delivery. */
export const queueDelivery = (tx: Tx, id: string, projectId: string) =>
  enqueueAll(tx, deliverJob, [{ input: { deliveryId: id }, projectId }])

/** A message to an account; with a key there is one of its kind under it. */
interface NewMessage<P extends Params> {
  accountId: string
  params: MessageValues<P>
  key?: string | null
}

/**
 * Sends messages of one kind in the transaction of what happened: into the inbox, and through every channel that is on
 * for the kind in the project and that its reader has not switched off. Returns the ids of those that were not there
 * under their key already and whose account is not deleted.
 */
export async function sendMessages<P extends Params>(
  tx: Tx,
  kind: MessageKind<P>,
  messages: readonly NewMessage<P>[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ accountId, params, key = null }) => ({
    accountId,
    key,
    params: withoutNumbers(params),
  }))
  const made = await tx<{ id: string }[]>`
    insert into messages (project_id, account_id, kind, params, key)
    select a.project_id, a.id, ${kind.code}, m.params, m.key
    from jsonb_to_recordset(${tx.json(rows as never)}) as m ("accountId" uuid, params jsonb, key text)
    join accounts a on a.id = m."accountId" and a.status <> 'deleted'
    on conflict (account_id, kind, key) where key is not null do nothing returning id`
  const ids = made.map(({ id }) => id)
  await addressMessages(tx, kind, ids)
  return ids
}

/** Sends one message as `sendMessages` does; returns its id, or null when it is there already or the account is deleted. */
export async function sendMessage<P extends Params>(
  tx: Tx,
  kind: MessageKind<P>,
  accountId: string,
  params: MessageValues<P>,
  key: string | null = null,
): Promise<string | null> {
  const [id] = await sendMessages(tx, kind, [{ accountId, params, key }])
  return id ?? null
}

/** Permission of those who are alarmed about messages and background work. */
const alarmed = '/project-manage/message'

/** Alarms the staff of a project who hold a permission about a cause, at most once in so many hours. */
export async function raiseAlarm<P extends Params>(
  tx: Tx,
  projectId: string,
  {
    permission = alarmed,
    hours = 1,
    ...alarm
  }: {
    kind: MessageKind<P>
    cause: string
    params: MessageValues<P>
    permission?: Permission
    hours?: number
  },
): Promise<void> {
  const [raised] = await tx`
    insert into message_alarms as a (project_id, cause, raised_at) values (${projectId}, ${alarm.cause}, moment())
    on conflict (project_id, cause) do update set raised_at = moment()
    where a.raised_at <= moment() - make_interval(hours => ${hours}) returning cause`
  if (!raised) return
  const staff = await tx<{ id: string }[]>`
    select distinct a.id from accounts a
    left join account_roles f on f.account_id = a.id
    join roles r on r.id in (a.role_id, f.role_id) and r.role_system = 1 and ${permission} = any (r.menus)
    where a.project_id = ${projectId} and a.status = 'active' order by a.id`
  for (const { id } of staff) await sendMessage(tx, alarm.kind, id, alarm.params)
}

/** Takes messages of a kind back from accounts, by their keys; what has left through a channel stays sent. */
export async function recallMessages(
  tx: Tx,
  kind: Pick<MessageKind, 'code'>,
  { accountIds, keys }: { accountIds: readonly string[]; keys: readonly string[] },
): Promise<void> {
  if (accountIds.length === 0 || keys.length === 0) return
  await tx`
    delete from messages where kind = ${kind.code} and account_id = any(${accountIds as string[]}::uuid[])
      and key = any(${keys as string[]})`
}

/**
 * Queues messages for their readers' addresses as they are now; what was queued for one before stays. Called again
 * after a change of number, it reaches the new one too.
 */
export async function addressMessages(
  tx: Tx,
  kind: Pick<MessageKind, 'group'>,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return
  const unset = messageChannels.filter((channel) => isOnUnset(kind.group, channel))
  const rows = await tx<{ id: string; projectId: string }[]>`
    insert into message_deliveries (project_id, message_id, account_id, kind, channel, mobile_sealed, mobile_index,
      recipient_mask)
    select m.project_id, m.id, m.account_id, m.kind, c.channel, case when c.channel = 'sms' then a.mobile_sealed end,
      case when c.channel = 'sms' then a.mobile_index end,
      case c.channel when 'sms' then a.mobile_mask when 'mail' then e.address_mask else '' end
    from messages m join accounts a on a.id = m.account_id
    cross join unnest(${[...messageChannels]}::text[]) c (channel)
    left join message_routes r on r.project_id = m.project_id and r.kind = m.kind and r.channel = c.channel
    left join message_mails e on e.account_id = a.id and e.confirmed_at is not null
    where m.id = any(${messageIds as string[]}::uuid[]) and coalesce(r.is_enabled, c.channel = any (${unset}))
      and (${kind.group !== 'notice'} or not exists (
        select from message_refusals o where o.account_id = a.id and o.channel = c.channel))
      and case c.channel when 'sms' then a.mobile_sealed is not null when 'mail' then e.account_id is not null
        else ${isReachedByWechat(tx)} end
    on conflict do nothing returning id, project_id`
  await enqueueAll(
    tx,
    deliverJob,
    rows.map(({ id: deliveryId, projectId }) => ({ input: { deliveryId }, projectId })),
  )
}

/** True if codes of a kind can be sent in a project: there is a carrier, and it has a template for them. */
export async function isOpen(
  { db, channels }: Pick<AppContext, 'db' | 'channels'>,
  kind: Pick<MessageKind, 'code'>,
  projectId: string,
): Promise<boolean> {
  if (!channels.sms) return false
  return channels.sms.own !== undefined || (await findRoute(db, projectId, kind.code, 'sms')) !== null
}

/** Refuses (503) when a project's texts of the day are used up, also for codes. */
export async function assertCodeBudget({ db }: Pick<AppContext, 'db'>, projectId: string): Promise<void> {
  if (!(await hasCodeBudget(db, projectId))) refuse(messageRefusals.noCodeToday)
}

/**
 * Queues a code for a number, counted against the day's texts; refuses (503) when they are used up. It is in no inbox,
 * and its text is erased as soon as it was sent.
 */
export async function sendCodeText<P extends Params>(
  tx: Tx,
  secrets: Secrets,
  kind: MessageKind<P>,
  to: { projectId: string; mobile: string; minutes: number },
  params: MessageValues<P>,
): Promise<string> {
  const { projectId, mobile, minutes } = to
  if (!(await chargeCode(tx, projectId))) refuse(messageRefusals.noCodeToday)
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const { id } = fresh!
  await tx`
    insert into message_deliveries (id, project_id, kind, channel, mobile_sealed, mobile_index, recipient_mask,
      params_sealed, counted, expires_at)
    values (${id}, ${projectId}, ${kind.code}, 'sms', ${secrets.seal('accounts.mobile', id, mobile)},
      ${secrets.blindIndex('mobile', mobile)}, ${maskMobile(mobile)},
      ${secrets.seal('message_deliveries.params', id, JSON.stringify(params))}, true,
      moment() + make_interval(mins => ${minutes}))`
  await enqueue(tx, { ...codeJob, input: { deliveryId: id }, projectId })
  return id
}

/** Records what WeChat reports about a message it took; a report it repeats, or of another's message, changes nothing. */
export async function takeReceipt(
  tx: Tx,
  projectId: string,
  receipt: { carrierId: string; failure: string | null },
): Promise<void> {
  const [row] = await tx<{ id: string; status: DeliveryState }[]>`
    select id, status from message_deliveries where channel = 'wechat' and carrier_id = ${receipt.carrierId}
      and project_id = ${projectId} for update`
  const event = receipt.failure === null ? 'deliver' : 'fail'
  if (!row || !deliveryLifecycle.can(row.status, event)) return
  await tx`
    update message_deliveries set status = ${deliveryLifecycle.next(row.status, event)}, settled_at = moment(),
      carrier_code = ${receipt.failure}
    where id = ${row.id}`
}
