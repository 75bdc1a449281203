import { createHash } from 'node:crypto'
import { type RefusalWords, refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import { rateLimitRefusals } from '../contract.ts'
import { networkOf } from '../../../server/network.ts'
import { type Limit, type LimitName, limits } from '../rules.ts'

/** The limits whose subject is an address. */
const ofNetworks: ReadonlySet<LimitName> = new Set(['address', 'addressMessages', 'captcha'])

function bucketOf(limit: LimitName, subject: string): string {
  const whom = ofNetworks.has(limit) ? networkOf(subject) : subject
  return `${limit}:${createHash('sha256').update(whom).digest('base64url')}`
}

/**
 * Counts one try before what was tried is looked at, so that guesses made at the same time cannot slip past the
 * count. Refuses with 429 and the minutes left, or with `words` that take `{minutes}`, when the tries are used up; a
 * refused try writes nothing. The subject is whom the limit counts: an account's id, an address; `about` is who can be
 * freed of it by `resetAbout`. Returns how many tries the window has with this one.
 */
export async function consumeAttempt(
  db: Db,
  limit: LimitName,
  subject: string,
  words: RefusalWords = rateLimitRefusals.tooManyTries,
  about: string | null = null,
): Promise<number> {
  const { tries, minutes, waits = [] }: Limit = limits[limit]
  const bucket = bucketOf(limit, subject)
  const isSpread = waits.length > 0
  const isOver = db`tries.until <= moment()`
  const [taken] = await db`
    insert into tries (bucket, about, count, until)
    values (${bucket}, ${about && bucketOf(limit, about)}, 1, moment() + make_interval(mins => ${minutes}))
    on conflict (bucket) do update set
      count = case when ${isOver} then 1 else tries.count + 1 end,
      until = case when ${isOver} or ${isSpread} then excluded.until else tries.until end,
      next_at = case when ${isOver} then '-infinity' else coalesce(moment() + make_interval(mins =>
        (${waits as number[]}::int[])[least(tries.count + 2 - ${tries}, ${waits.length})]), '-infinity') end
    where ${isOver} or case when ${isSpread} then tries.next_at <= moment() else tries.count < ${tries} end
    returning count`
  if (taken) return taken.count as number
  const [left] = await db`
    select ceil(extract(epoch from case when ${isSpread} then next_at else until end - moment()) / 60)::int as minutes
    from tries where bucket = ${bucket}`
  refuse(words, { minutes: Math.max(1, (left?.minutes as number | undefined) ?? 1) })
}

/** Guesses of one subject in this process: those being made, and how many ended while anyone here asks for it. */
interface Guesses {
  callers: number
  ended: number
  readonly made: Set<Promise<unknown>>
}
const guesses = new Map<string, Guesses>()

/** Counts a guess; one that is refused waits for those being made, and counts again when any has ended. */
async function countIn(these: Guesses, count: () => Promise<unknown>): Promise<void> {
  const { ended } = these
  try {
    await count()
    return
  } catch (error) {
    if (these.made.size === 0 && these.ended === ended) throw error
    await Promise.allSettled(these.made)
  }
  return countIn(these, count)
}

/**
 * Makes a guess that is counted first. Right ones give their try back, so one that is refused waits for those being
 * made: the sign-ins of one account, or of a classroom, at the same moment lock nobody out.
 */
export async function countedGuess<T>(
  key: string,
  count: () => Promise<unknown>,
  guess: () => Promise<T>,
): Promise<T> {
  const these = guesses.get(key) ?? { callers: 0, ended: 0, made: new Set() }
  guesses.set(key, these)
  these.callers++
  try {
    await countIn(these, count)
    const made = guess()
    these.made.add(made)
    return await made.finally(() => {
      these.made.delete(made)
      these.ended++
    })
  } finally {
    if (--these.callers === 0) guesses.delete(key)
  }
}

/** Number of tries a subject has left in the window that is open. */
export async function triesLeft(db: Db, limit: LimitName, subject: string): Promise<number> {
  const [row] = await db`
    select count from tries where bucket = ${bucketOf(limit, subject)} and until > moment()`
  return Math.max(0, limits[limit].tries - ((row?.count as number | undefined) ?? 0))
}

/** Gives a try back that was no wrong guess. */
export async function refundAttempt(db: Db, limit: LimitName, subject: string): Promise<void> {
  await db`update tries set count = count - 1, next_at = '-infinity' where bucket = ${bucketOf(limit, subject)} and count > 0`
}

/** Forgets the tries of a subject: it has proved itself. */
export async function resetAttempts(db: Db, limit: LimitName, subject: string): Promise<void> {
  await db`delete from tries where bucket = ${bucketOf(limit, subject)}`
}

/** Forgets the tries of a limit that are about somebody, from every network. */
export async function resetAbout(db: Db, limit: LimitName, about: string): Promise<void> {
  await db`delete from tries where about = ${bucketOf(limit, about)}`
}

/** Windows that are over leave the table, so many at most. */
export const sweepTries = (db: Db, most: number) => db`
  delete from tries where ctid = any(array(
    select ctid from tries where until < moment() - interval '1 minute' limit ${most}))`
