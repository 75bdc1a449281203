import { createHash } from 'node:crypto'
import { type RefusalWords, refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import { rateLimitRefusals } from '../contract.ts'
import { type LimitName, limits, networkOf } from '../rules.ts'

function bucketOf(limit: LimitName, subject: string): string {
  const whom = limit === 'address' || limit === 'addressMessages' ? networkOf(subject) : subject
  return `${limit}:${createHash('sha256').update(whom).digest('base64url')}`
}

/**
 * Counts one try before what was tried is looked at, so that guesses made at the same time cannot slip past the
 * count. Refuses with 429 and the minutes left, or with `words` that take `{minutes}`, when the tries are used up; a
 * refused try writes nothing. The subject is whom the limit counts: an account's id, an address.
 */
export async function consumeAttempt(
  db: Db,
  limit: LimitName,
  subject: string,
  words: RefusalWords = rateLimitRefusals.tooManyTries,
): Promise<void> {
  const { tries, minutes } = limits[limit]
  const bucket = bucketOf(limit, subject)
  const [taken] = await db`
    insert into tries (bucket, count, until) values (${bucket}, 1, moment() + make_interval(mins => ${minutes}))
    on conflict (bucket) do update set
      count = case when tries.until > moment() then tries.count + 1 else 1 end,
      until = case when tries.until > moment() then tries.until else excluded.until end
    where tries.count < ${tries} or tries.until <= moment()
    returning count`
  if (taken) return
  const [left] = await db`
    select ceil(extract(epoch from until - moment()) / 60)::int as minutes from tries where bucket = ${bucket}`
  refuse(words, { minutes: Math.max(1, (left?.minutes as number | undefined) ?? 1) })
}

/** How many tries a subject has left in the window that is open. */
export async function triesLeft(db: Db, limit: LimitName, subject: string): Promise<number> {
  const [row] = await db`
    select count from tries where bucket = ${bucketOf(limit, subject)} and until > moment()`
  return Math.max(0, limits[limit].tries - ((row?.count as number | undefined) ?? 0))
}

/** Gives a try back that was no wrong guess. */
export async function refundAttempt(db: Db, limit: LimitName, subject: string): Promise<void> {
  await db`update tries set count = count - 1 where bucket = ${bucketOf(limit, subject)} and count > 0`
}

/** Forgets the tries of a subject: it has proved itself. */
export async function resetAttempts(db: Db, limit: LimitName, subject: string): Promise<void> {
  await db`delete from tries where bucket = ${bucketOf(limit, subject)}`
}

/** Windows that are over leave the table. */
export async function sweepTries(db: Db): Promise<void> {
  await db`delete from tries where until < moment() - interval '1 minute'`
}
