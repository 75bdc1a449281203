import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { withoutNumbers } from '../../../contract/personalNumber.ts'
import type { OutputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { pushSignature } from '../../../server/channels/pushSignature.ts'
import { type Receiver, ReceiverFailure } from '../../../server/channels/receiver.ts'
import { now, type Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { type pushCalls, pushRefusals } from '../contract.ts'
import {
  bodyOf,
  causeOf,
  type FieldMapping,
  type HourUnit,
  type PushFacts,
  pushLifecycle,
  restAfter,
  retryDelay,
  sampleFacts,
  silenceDelay,
} from '../rules.ts'
import { type Due, findFacts, findReceiver, isUnderWay, type StoredFacts } from './data.ts'

/** Column that a receiver's secret is bound to. */
export const secretPlace = 'push_receivers.secret'

/** Result of one message to a receiver. */
type Outcome = OutputOf<typeof pushCalls.testReceiver>

interface Message {
  address: string
  secret: string
  /** The key under which the receiver takes it once, however often it comes. */
  key: string
  event: string
  at: string
  body: string
}

/** The beginning of an answer as the log shows it: on one line, without personal numbers. */
const excerptOf = (text: string): string | null =>
  withoutNumbers(text.replace(/[\p{C}\s]+/gu, ' ').trim()).slice(0, 200) || null

async function post(
  receiver: Receiver,
  { address, secret, key, event, at, body }: Message,
): Promise<Outcome> {
  const timestamp = String(Math.floor(Date.parse(at) / 1000))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'idempotency-key': key,
    'x-push-event': event,
    'x-push-timestamp': timestamp,
    'x-push-signature': pushSignature(secret, timestamp, body),
  }
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  try {
    const { status, text } = await receiver.post(address, { headers, body })
    return { status, cause: causeOf(status), ms: ms(), excerpt: excerptOf(text) }
  } catch (error) {
    if (!(error instanceof ReceiverFailure)) throw error
    return { status: null, cause: error.fault, ms: ms(), excerpt: null }
  }
}

/** Opens what is sealed of the facts, where the receiver is sent it. */
function openFacts(secrets: Secrets, stored: StoredFacts, fields: readonly FieldMapping[]): PushFacts {
  const { cardSealed, mobileSealed, ...facts } = stored
  const open = (field: 'cardNumber' | 'mobile', place: string, sealed: Buffer | null) =>
    sealed && fields.some((mapped) => mapped.field === field)
      ? secrets.open(place, stored.learnerId, sealed)
      : null
  return {
    ...facts,
    cardNumber: open('cardNumber', 'students.card', cardSealed),
    mobile: open('mobile', 'accounts.mobile', mobileSealed),
  }
}

/** Sends a claimed push, with no connection to the database while it waits; null where the push was erased meanwhile. */
export async function sendPush(
  { db, secrets, channels }: Pick<AppContext, 'db' | 'secrets' | 'channels'>,
  due: Due,
): Promise<Outcome | null> {
  const { id: key, projectId, address, secretSealed, fields, hourUnit, event, triedAt: at } = due
  const stored = await findFacts(db, key)
  if (!stored) return null
  const secret = secrets.open(secretPlace, projectId, secretSealed)
  const body = bodyOf(fields, hourUnit as HourUnit, openFacts(secrets, stored, fields))
  return post(channels.receiver, { address, secret, key, event, at, body })
}

/** Outcome of a push that could not be sent for a fault of ours, such as a number that does not open. */
export const unsent: Outcome = { status: null, cause: 'internal', ms: 0, excerpt: null }

/** True for an outcome that is the receiver's and not a message's: what waits behind it would meet the same. */
const isSilence = ({ status, cause }: Outcome) =>
  status === null && cause !== 'tooLong' && cause !== 'internal'

/** Ends the rest of a project's receiver: it is asked at once. */
export async function wakeReceiver(tx: Tx, projectId: string): Promise<void> {
  await tx`delete from push_rests where project_id = ${projectId}`
}

/** Counts a message without an answer, and leaves a receiver alone that gives none. */
async function restReceiver(tx: Tx, projectId: string): Promise<void> {
  const [rest] = await tx<{ silences: number }[]>`
    insert into push_rests as r (project_id, silences, until) values (${projectId}, 1, moment())
    on conflict (project_id) do update set silences = r.silences + 1 returning silences`
  await tx`
    update push_rests set until = moment() + make_interval(secs => ${restAfter(rest!.silences)})
    where project_id = ${projectId}`
}

/**
 * Records what came of a try. A push that was claimed or replayed meanwhile keeps the try in its log and is otherwise
 * left to the later one. Silence is the receiver's and costs the push none of its tries.
 */
export async function settleTry(tx: Tx, due: Due, outcome: Outcome): Promise<void> {
  const { id, projectId, tries: number, triedAt, retries } = due
  const { status: httpStatus, cause, ms, excerpt } = outcome
  const [row] = await tx<{ isOwn: boolean }[]>`
    select ${isUnderWay(tx, number)} as is_own from pushes where id = ${id} for update`
  if (!row) return
  await tx`
    insert into push_tries ${tx({ pushId: id, number, triedAt, httpStatus, cause, ms, excerpt })}
    on conflict do nothing`
  if (cause !== 'internal') await (isSilence(outcome) ? restReceiver : wakeReceiver)(tx, projectId)
  if (!row.isOwn) return
  if (cause === null) {
    await tx`
      update pushes set status = ${pushLifecycle.next('waiting', 'deliver')}, due_at = null, failures = 0,
        http_status = ${httpStatus}, cause = null where id = ${id}`
    return
  }
  const [counted] = await tx<{ failures: number }[]>`
    update pushes set failures = failures + ${isSilence(outcome) ? 0 : 1}, http_status = ${httpStatus}, cause = ${cause}
    where id = ${id} returning failures`
  const { failures } = counted!
  const isOver = !isSilence(outcome) && failures > retries
  const delay = isSilence(outcome) ? silenceDelay(number) : retryDelay(failures)
  await tx`
    update pushes set status = ${isOver ? pushLifecycle.next('waiting', 'fail') : 'waiting'},
      due_at = ${isOver ? null : tx`moment() + make_interval(secs => ${delay})`}
    where id = ${id}`
}

/** Sends a signed sample to the receiver of a project. Refuses (409) a project without one. */
export async function sendSample(
  { db, secrets, channels }: Pick<AppContext, 'db' | 'secrets' | 'channels'>,
  projectId: string,
): Promise<Outcome> {
  const { address, secretSealed, fields, hourUnit } = await findReceiver(db, projectId)
  if (address === '' || !secretSealed) refuse(pushRefusals.noReceiver)
  const secret = secrets.open(secretPlace, projectId, secretSealed)
  const body = bodyOf(fields, hourUnit, sampleFacts)
  return post(channels.receiver, {
    address,
    secret,
    key: randomUUID(),
    event: 'test',
    at: await now(db),
    body,
  })
}
