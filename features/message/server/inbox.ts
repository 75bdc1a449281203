import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import type { MessageChannel } from '../rules.ts'

/** Marks one of an account's messages as read, or all up to one; refuses (404) one that is not its own. */
export async function readMessages(
  tx: Tx,
  accountId: string,
  which: { id?: string | undefined; upTo?: string | undefined },
): Promise<null> {
  if (which.id) {
    const [own] = await tx`
      update messages set read_at = coalesce(read_at, moment()) where id = ${which.id} and account_id = ${accountId}
      returning id`
    if (!own) refuse(commonRefusals.notFound)
  } else if (which.upTo) {
    await tx`
      update messages set read_at = moment()
      where account_id = ${accountId} and id <= ${which.upTo} and read_at is null`
  }
  return null
}

/** Switches a channel on or off for notices to an account. */
export async function switchChannel(
  tx: Tx,
  session: Session,
  channel: MessageChannel,
  isOn: boolean,
): Promise<null> {
  const { accountId } = session
  if (isOn) await tx`delete from message_refusals where account_id = ${accountId} and channel = ${channel}`
  else
    await tx`
      insert into message_refusals (account_id, channel) values (${accountId}, ${channel}) on conflict do nothing`
  await audit(tx, {
    by: session,
    action: 'message.switchChannel',
    subjectKind: 'account',
    subjectId: accountId,
    after: { channel, isOn },
  })
  return null
}
