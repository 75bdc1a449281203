import { createHash, timingSafeEqual } from 'node:crypto'
import { pushSignature } from '../../server/channels/pushSignature.ts'
import { freshSeconds } from '../../server/channels/wechatSignature.ts'
import { now, type Tx } from '../../server/db.ts'
import type { Secrets } from '../../server/secrets.ts'

/** The secret that the demo's outside system shares with the portal, derived from the portal's own key. */
export const demoSecret = (secrets: Secrets): string =>
  createHash('sha256').update(secrets.sign('push.demo', 'secret')).digest('hex')

type Headers = Readonly<Record<string, string | string[] | undefined>>

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Keys of which the first message meets a busy system: one in eight. */
const meetsBusy = (key: string) => /[01]$/.test(key)

/**
 * Takes a message as an outside system does: signed and fresh, once for its key. One in eight is answered that the
 * system is busy when it comes first, and all are while it is `away`.
 */
export async function takeResult(
  tx: Tx,
  secrets: Secrets,
  { headers, body }: { headers: Headers; body: string },
  { away = false }: { away?: boolean } = {},
): Promise<{ status: number; text: string }> {
  const head = (name: string) => String(headers[name] ?? '')
  const answer = (status: number, message: string) => ({ status, text: JSON.stringify({ message }) })
  const timestamp = head('x-push-timestamp')
  const right = pushSignature(demoSecret(secrets), timestamp, body)
  if (!isSame(head('x-push-signature'), right)) return answer(401, 'wrong signature')
  const seconds = Date.parse(await now(tx)) / 1000 - Number(timestamp)
  if (!(Math.abs(seconds) < freshSeconds)) return answer(401, 'stale timestamp')
  const [key, event] = [head('idempotency-key'), head('x-push-event')]
  if (event === 'test') return answer(200, 'test received')
  const [row] = await tx<{ times: number; isTaken: boolean }[]>`
    insert into sandbox_results as r (key, event, content) values (${key}, ${event}, ${tx.json(JSON.parse(body))})
    on conflict (key) do update set times = r.times + 1, content = excluded.content
    returning times, taken_at is not null as is_taken`
  if (away || (row!.times === 1 && meetsBusy(key))) return answer(503, 'under maintenance')
  if (row!.isTaken) return answer(200, 'already recorded')
  await tx`update sandbox_results set taken_at = moment() where key = ${key}`
  return answer(200, 'recorded')
}
