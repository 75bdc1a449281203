import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { describeKind, type MessageKind, renderMessage, wayOf } from '../../../contract/message.ts'
import { defaultLimit, type Page, type PageInput, type Sort } from '../../../contract/paging.ts'
import { type Db, rowOf, rowsOf, where } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../server/session.ts'
import { Delivery, type Message, MessageRoute } from '../contract.ts'
import {
  defaultBudget,
  deliveryLifecycle,
  deliveryStates,
  type MessageChannel,
  messageChannels,
} from '../rules.ts'

/** The kinds there are, by their codes. */
export type Kinds = ReadonlyMap<string, MessageKind>

const StoredMessage = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  params: Type.Record(Type.String(), Type.Unknown()),
  readAt: Nullable(Type.String()),
  createdAt: Type.String(),
})

function shown(kinds: Kinds, { kind: code, params, ...row }: Static<typeof StoredMessage>): Message[] {
  const kind = kinds.get(code)
  // Of a kind that the program no longer has.
  if (!kind) return []
  return [{ ...row, kind: code, group: kind.group, ...renderMessage(kind, params), way: wayOf(kind, params) }]
}

/** One's own messages, newest first, those after a row. */
export async function listMine(
  db: Db,
  kinds: Kinds,
  accountId: string,
  input: { isUnread?: boolean; after?: string; limit?: number },
): Promise<{ list: Message[]; more: boolean }> {
  const limit = input.limit ?? defaultLimit
  const only = where(db, [
    db`account_id = ${accountId}`,
    db`kind = any (${[...kinds.keys()]})`,
    input.isUnread && db`read_at is null`,
    input.after && db`id < ${input.after}`,
  ])
  const rows = await db`
    select id, kind, params, read_at, created_at from messages ${only} order by id desc limit ${limit + 1}`
  const list = rowsOf(StoredMessage, rows.slice(0, limit)).flatMap((row) => shown(kinds, row))
  return { list, more: rows.length > limit }
}

/** Counts one's own unread messages, up to 100. */
export async function countUnread(db: Db, kinds: Kinds, accountId: string): Promise<number> {
  const [row] = await db`
    select count(*)::int as count from (
      select from messages where account_id = ${accountId} and read_at is null
        and kind = any (${[...kinds.keys()]}) limit 100) unread`
  return row!.count as number
}

const StoredDelivery = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  channel: OneOf(messageChannels),
  recipient: Type.String(),
  status: OneOf(deliveryStates),
  carrierCode: Nullable(Type.String()),
  tries: Type.Integer(),
  ofMessage: Type.Boolean(),
  sentAt: Nullable(Type.String()),
  settledAt: Nullable(Type.String()),
  createdAt: Type.String(),
})

/** Title of a kind; of one the program no longer has, its code. */
function titleOf(kinds: Kinds, code: string): Delivery['title'] {
  const kind = kinds.get(code)
  return kind ? describeKind(kind).title : { zh: code, en: code }
}

interface DeliveryFilter extends PageInput {
  kind?: string
  channel?: MessageChannel
  status?: Delivery['status'][]
  /** Sent for since then, and before that. */
  from?: string
  to?: string
  /** The blind index and the mask of a typed recipient. */
  recipient?: { index: Buffer; mask: string }
  sort?: Sort<'createdAt'>
}

/** Lists messages sent through the channels, newest first. */
export async function pageDeliveries(
  db: Db,
  kinds: Kinds,
  scope: ProjectScope,
  input: DeliveryFilter,
): Promise<Page<typeof Delivery>> {
  const { kind, channel, status, recipient, from, to } = input
  const found = await page(db, StoredDelivery, input, {
    columns: db`d.id, d.kind, d.channel, d.recipient_mask as recipient, d.status, d.carrier_code, d.tries,
      d.message_id is not null as of_message, d.sent_at, d.settled_at, d.created_at`,
    key: db`d.id`,
    from: db`message_deliveries d`,
    where: [
      inScope(db, scope, { project: 'd.project_id' }),
      kind && db`d.kind = ${kind}`,
      channel && db`d.channel = ${channel}`,
      status && db`d.status = any(${status})`,
      from && db`d.created_at >= ${from}`,
      to && db`d.created_at < ${to}`,
      recipient &&
        db`(d.mobile_index = ${recipient.index} or (d.channel = 'mail' and d.recipient_mask = ${recipient.mask}))`,
    ],
    sorts: { createdAt: db`d.created_at` },
    orderBy: db`d.id desc`,
    capped: true,
  })
  const list = found.list.map(({ ofMessage, ...row }): Delivery => {
    const title = titleOf(kinds, row.kind)
    return { ...row, title, isRepeatable: ofMessage && deliveryLifecycle.can(row.status, 'resend') }
  })
  return { total: found.total, list }
}

const StoredRoute = Type.Interface([MessageRoute], { kind: Type.String() })

/** Lists the routes of a project: its kinds by channel. */
export async function listRoutes(db: Db, scope: Pick<Scope, 'projectId'>) {
  const rows = await db`
    select kind, channel, is_enabled, template_id, template, slots from message_routes
    where project_id = ${scope.projectId}`
  return rowsOf(StoredRoute, rows)
}

/** Finds the route of a kind through a channel in a project; null where it has none. */
export async function findRoute(
  db: Db,
  projectId: string,
  kind: string,
  channel: MessageChannel,
): Promise<MessageRoute | null> {
  const rows = await db`
    select channel, is_enabled, template_id, template, slots from message_routes
    where project_id = ${projectId} and kind = ${kind} and channel = ${channel} and is_enabled`
  return rowOf(MessageRoute, rows)
}

export interface MessageConfig {
  smsSign: string
  dailySms: number
  dailyToNumber: number
}

/** Reads the daily limits and the sign with which a project sends. */
export async function getConfig(db: Db, projectId: string): Promise<MessageConfig> {
  const [row] = await db<MessageConfig[]>`
    select sms_sign, daily_sms, daily_to_number from message_configs where project_id = ${projectId}`
  return row ?? { smsSign: '', dailySms: defaultBudget.daily, dailyToNumber: defaultBudget.toNumber }
}

/** True if an account, `a`, can be reached in WeChat through the official account of its project. */
export const isReachedByWechat = (db: Db) => db`exists (
  select from wechat_bindings b join wechat_apps w on w.id = b.app_id
  where b.account_id = a.id and b.open_id = a.wechat_open_id and w.kind = 'official' and w.status = 'active'
    and w.project_id = a.project_id)`

/** Reads by which channels and at which addresses somebody receives messages. */
export async function getOwnChannels(db: Db, accountId: string) {
  const [row] = await db<
    {
      mobileMask: string | null
      hasWechat: boolean
      mailMask: string | null
      waitingMask: string | null
      off: string[]
    }[]
  >`
    select a.mobile_mask, ${isReachedByWechat(db)} as has_wechat, m.address_mask as mail_mask, w.address_mask as waiting_mask,
      array(select channel from message_refusals r where r.account_id = a.id) as off
    from accounts a
    left join message_mails m on m.account_id = a.id and m.confirmed_at is not null
    left join message_mails w on w.account_id = a.id and w.confirmed_at is null and w.expires_at > moment()
    where a.id = ${accountId}`
  return row!
}
