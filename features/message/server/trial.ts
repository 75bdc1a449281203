import type { MessageKind, MessageParam, MessageValues } from '../../../contract/message.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { messageRefusals } from '../contract.ts'
import type { MessageChannel } from '../rules.ts'
import { queueDelivery } from './actions.ts'
import { findRoute, isReachedByWechat } from './data.ts'

/** A value of a parameter that reads like a real one. */
function sampleValue(name: string, param: MessageParam): string | number {
  if (typeof param === 'object') return Object.keys(param)[0]!
  const samples = {
    id: '00000000-0000-7000-8000-000000000000',
    fen: 12_800,
    count: 7,
    day: '2026-12-31',
    moment: '2026-12-31T04:00:00.000Z',
    text: name === 'code' ? '123456' : name === 'minutes' ? '5' : 'ABC123',
  }
  return samples[param]
}

/** Sample values of a kind, for a test. */
export const sampleOf = (kind: MessageKind): Record<string, string | number> =>
  Object.fromEntries(Object.entries(kind.params).map(([name, param]) => [name, sampleValue(name, param)]))

/**
 * Queues a kind with sample values to the caller's own address, through a channel that it is switched on for. Returns
 * the delivery's id, or null when the caller has no address there. A test is in no inbox.
 */
export async function sendTest(
  tx: Tx,
  { secrets, channels }: Pick<AppContext, 'secrets' | 'channels'>,
  session: ProjectSession,
  test: { kind: MessageKind; channel: MessageChannel; params: MessageValues },
): Promise<string | null> {
  const { projectId, accountId } = session
  const { kind, channel, params } = test
  const isOpen =
    (await findRoute(tx, projectId, kind.code, channel)) ?? (channel === 'sms' && channels.sms?.own)
  if (!isOpen) refuse(messageRefusals.notSwitchedOn, {}, 'channel')
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const { id } = fresh!
  const sealed = secrets.seal('message_deliveries.params', id, JSON.stringify(params))
  const [row] = await tx<{ id: string }[]>`
    insert into message_deliveries (id, project_id, account_id, kind, channel, mobile_sealed, mobile_index, recipient_mask,
      params_sealed)
    select ${id}, a.project_id, a.id, ${kind.code}, ${channel}, case when ${channel} = 'sms' then a.mobile_sealed end,
      case when ${channel} = 'sms' then a.mobile_index end,
      case ${channel} when 'sms' then a.mobile_mask when 'mail' then e.address_mask else '' end, ${sealed}
    from accounts a left join message_mails e on e.account_id = a.id and e.confirmed_at is not null
    where a.id = ${accountId} and case ${channel} when 'sms' then a.mobile_sealed is not null
      when 'mail' then e.account_id is not null else ${isReachedByWechat(tx)} end
    returning id`
  if (!row) return null
  await queueDelivery(tx, row.id, projectId)
  await audit(tx, {
    by: session,
    action: 'message.sendTest',
    subjectKind: 'messageKind',
    subjectId: `${kind.code} ${channel}`,
  })
  return row.id
}
