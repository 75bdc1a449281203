import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { audit } from '../../../server/audit.ts'
import { ReceiverFailure } from '../../../server/channels/receiver.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { type JobKind, wake } from '../../../server/jobs.ts'
import { assertCurrent } from '../../../server/revision.ts'
import { inScope, type ProjectSession, type Session } from '../../../server/session.ts'
import { findConfig } from '../../project/config/server/actions.ts'
import { pushOf } from '../../project/config/rules.ts'
import { type pushCalls, pushRefusals } from '../contract.ts'
import { pushLifecycle, pushStates } from '../rules.ts'
import { findReceiver } from './data.ts'
import { secretPlace, wakeReceiver } from './deliver.ts'
import { receiverEdits } from './edits.ts'

/** The job that sends what is due; queued when a person waits for it. */
export const sendJob = { type: 'push.send', lane: 'push' } as const satisfies JobKind

type Given = InputOf<typeof pushCalls.saveReceiver>

/** Refuses (422) an address that nothing may be sent to; asks the resolver, so outside of a transaction. */
export async function assertAddress(
  { channels }: Pick<AppContext, 'channels'>,
  address: string,
): Promise<void> {
  if (address === '') return
  try {
    await channels.receiver.check(address)
  } catch (error) {
    if (!(error instanceof ReceiverFailure)) throw error
    const words = error.fault === 'unresolved' ? pushRefusals.unresolved : pushRefusals.forbidden
    refuse(words, {}, 'content.address')
  }
}

/** Saves the receiver of a project; a secret left out stays. Refuses (422) what is incomplete, and (409) a stale edit. */
export async function saveReceiver(
  tx: Tx,
  { secrets }: Pick<AppContext, 'secrets'>,
  session: ProjectSession,
  { content, secret, version: given }: Given,
): Promise<null> {
  const { projectId } = session
  const { address, fields, hourUnit } = content
  const twice = fields.findIndex(({ key }, i) => fields.findIndex((other) => other.key === key) < i)
  if (twice >= 0) refuse(pushRefusals.keyTwice, { key: fields[twice]!.key }, `content.fields.${twice}.key`)
  await tx`select from projects where id = ${projectId} for no key update`
  const before = await findReceiver(tx, projectId)
  await assertCurrent(
    tx,
    receiverEdits,
    { id: projectId, name: { zh: '推送接收方', en: 'Receiver of pushes' }, revision: before.version },
    given,
  )
  const secretSealed = secret ? secrets.seal(secretPlace, projectId, secret) : before.secretSealed
  if (address !== '' && !secretSealed) refuse(pushRefusals.secretNeeded, {}, 'secret')
  await tx`
    insert into push_receivers as r (project_id, address, secret_sealed, fields, hour_unit)
    values (${projectId}, ${address}, ${secretSealed}, ${tx.json(fields as never)}, ${hourUnit})
    on conflict (project_id) do update set address = excluded.address, secret_sealed = excluded.secret_sealed,
      fields = excluded.fields, hour_unit = excluded.hour_unit, version = r.version + 1, updated_at = moment()`
  await wakeReceiver(tx, projectId)
  await audit(tx, {
    by: session,
    action: 'push.receiver',
    subjectKind: 'project',
    subjectId: projectId,
    before: { address: before.address, fields: before.fields, hourUnit: before.hourUnit },
    after: { ...content, ...(secret ? { secret: 'changed' } : {}), revision: before.version + 1 },
  })
  return null
}

/** Condition that a project pushes events of a kind, of classes of this type, by its settings `g`. */
const isPushed = (db: Db, subject: 'pass' | 'hours', classType: Fragment): Fragment => db`
  g.kind = 'push' and (g.content->>'open')::boolean and coalesce(g.content->'subjects', '["pass"]') ? ${subject}
  and (coalesce(jsonb_array_length(g.content->'classTypes'), 0) = 0 or g.content->'classTypes' ? ${classType})`

const columns = (db: Db): Fragment => db`
  project_id, account_id, enrolment_id, event, title, year, class_type, hours_tenths`

/** Hours that an enrolment `e` has in the ledger now, in tenths. */
const earnedTenths = (db: Db): Fragment => db`coalesce((
  select sum(h.hours_tenths) from hour_entries h
  where h.enrolment_id = e.id and h.source in ('class', 'reversal')), 0)`

/** Queues the pass of an enrolment, in its transaction, where the project pushes it. */
export async function pushPass(tx: Tx, enrolmentId: string): Promise<void> {
  await tx`
    insert into pushes (${columns(tx)})
    select e.project_id, e.account_id, e.id, 'pass', c.name, c.year, c.class_type, ${earnedTenths(tx)}
    from enrolments e join train_classes c on c.id = e.class_id join project_configs g on g.project_id = e.project_id
    where e.id = ${enrolmentId} and ${isPushed(tx, 'pass', tx`c.class_type`)}`
}

/** Queues the end of a pass, where the pass was queued: once for each. */
export async function pushRevert(tx: Tx, enrolmentId: string): Promise<void> {
  await tx`
    insert into pushes (${columns(tx)})
    select p.project_id, p.account_id, p.enrolment_id, 'revert', p.title, p.year, p.class_type, 0
    from enrolments e cross join lateral (
      select * from pushes where enrolment_id = e.id and event in ('pass', 'revert') order by seq desc limit 1) p
    where e.id = ${enrolmentId} and e.status <> 'passed' and p.event = 'pass'`
}

/** Queues what new lines of the ledger of hours change, by learner, class and year. */
export async function pushHours(tx: Tx, entryIds: readonly string[]): Promise<void> {
  await tx`
    insert into pushes (${columns(tx)})
    select h.project_id, h.account_id, h.enrolment_id, 'hours', min(h.title), h.year, h.class_type, sum(h.hours_tenths)
    from hour_entries h join project_configs g on g.project_id = h.project_id
    where h.id = any(${entryIds as string[]}::uuid[]) and ${isPushed(tx, 'hours', tx`h.class_type`)}
    group by h.project_id, h.account_id, h.enrolment_id, h.year, h.class_type
    having sum(h.hours_tenths) <> 0`
}

/** Refuses (409) where nothing would be sent: the project does not push, or has no receiver. */
async function assertSending(tx: Tx, projectId: string): Promise<void> {
  if (!pushOf((await findConfig(tx, projectId, 'push')).content).open) refuse(pushRefusals.closed)
  if ((await findReceiver(tx, projectId)).address === '') refuse(pushRefusals.noReceiver)
}

/**
 * Queues a push again, under its key, with all its tries; the receiver is asked at once. Refuses 404, and (409) where
 * nothing would be sent and a pass that was revoked afterwards: the receiver would record what no longer holds.
 */
export async function replayPush(tx: Tx, session: Session, id: string): Promise<void> {
  const { scope, projectId } = session
  // Its enrolment is held first, so that the pass does not end meanwhile.
  await tx`
    select from enrolments e where e.id = (select enrolment_id from pushes where id = ${id}) for no key update of e`
  const [row] = await tx<{ status: (typeof pushStates)[number]; isReverted: boolean }[]>`
    select p.status, p.event = 'pass' and exists (
      select from pushes r
      where r.enrolment_id = p.enrolment_id and r.event = 'revert' and r.seq > p.seq) as is_reverted
    from pushes p join accounts a on a.id = p.account_id left join units u on u.id = a.unit_id
    where p.id = ${id} and ${inScope(tx, scope, { project: 'p.project_id', unitPath: 'u.path', account: 'p.account_id' })}
    for update of p`
  if (!row) refuse(commonRefusals.notFound)
  await assertSending(tx, projectId)
  if (row.isReverted) refuse(pushRefusals.reverted)
  const status = pushLifecycle.next(row.status, 'replay')
  await tx`update pushes set status = ${status}, due_at = moment(), failures = 0 where id = ${id}`
  await wakeReceiver(tx, projectId)
  await wake(tx, sendJob)
  await audit(tx, {
    by: session,
    action: 'push.replay',
    subjectKind: 'push',
    subjectId: id,
    before: { status: row.status },
    after: { status },
  })
}

/**
 * Pushes the result of a passed enrolment: the newest push of its pass again, or a first one. Refuses 404, and (409) an
 * enrolment that is not passed and where nothing would be sent.
 */
export async function pushEnrolment(tx: Tx, session: Session, enrolmentId: string): Promise<{ id: string }> {
  const { scope } = session
  // Locked, so that of two requests the second finds the push of the first.
  const [row] = await tx<{ status: string; pushId: string | null }[]>`
    select e.status, (
      select p.id from pushes p where p.enrolment_id = e.id and p.event = 'pass' and not exists (
        select from pushes r where r.enrolment_id = e.id and r.event = 'revert' and r.seq > p.seq)
      order by p.seq desc limit 1) as push_id
    from enrolments e join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    where e.id = ${enrolmentId}
      and ${inScope(tx, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}
    for no key update of e`
  if (!row) refuse(commonRefusals.notFound)
  if (row.status !== 'passed') refuse(pushRefusals.notPassed)
  const id = row.pushId ?? (await firstPush(tx, session.projectId, enrolmentId))
  await replayPush(tx, session, id)
  return { id }
}

/** Writes the push of a pass that was none when it happened. */
async function firstPush(tx: Tx, projectId: string, enrolmentId: string): Promise<string> {
  await assertSending(tx, projectId)
  const [row] = await tx<{ id: string }[]>`
    insert into pushes (${columns(tx)})
    select e.project_id, e.account_id, e.id, 'pass', c.name, c.year, c.class_type, ${earnedTenths(tx)}
    from enrolments e join train_classes c on c.id = e.class_id where e.id = ${enrolmentId}
    returning id`
  return row!.id
}

/** Deletes what was pushed of a closed account, with what the receiver said. */
export async function erasePushes(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from pushes where account_id = ${accountId}`
}
