import type { Permission } from '../../../contract/menu.ts'
import type { MessageKind, MessageParam, MessageValues } from '../../../contract/message.ts'
import type { Tx } from '../../../server/db.ts'
import { sendMessage } from './actions.ts'

/** Permission of those who are alarmed about messages and background work. */
const usual = '/project-manage/message'

/** Alarms the staff of a project who hold a permission about a cause, at most once an hour. */
export async function raiseAlarm<P extends Readonly<Record<string, MessageParam>>>(
  tx: Tx,
  projectId: string,
  {
    permission = usual,
    ...alarm
  }: { kind: MessageKind<P>; cause: string; params: MessageValues<P>; permission?: Permission },
): Promise<void> {
  const [raised] = await tx`
    insert into message_alarms as a (project_id, cause, raised_at) values (${projectId}, ${alarm.cause}, moment())
    on conflict (project_id, cause) do update set raised_at = moment()
    where a.raised_at <= moment() - interval '1 hour' returning cause`
  if (!raised) return
  const staff = await tx<{ id: string }[]>`
    select distinct a.id from accounts a
    left join account_roles f on f.account_id = a.id
    join roles r on r.id in (a.role_id, f.role_id) and r.role_system = 1 and ${permission} = any (r.menus)
    where a.project_id = ${projectId} and a.status = 'active' order by a.id`
  for (const { id } of staff) await sendMessage(tx, alarm.kind, id, alarm.params)
}
