import type { Secrets } from './secrets.ts'

/** Query of an address that is one account's, until a second since 1970. */
interface Signed {
  accountId: string
  until: number
}

const signedText = (about: string, who: string, until: string) => `${about}|${who}|${until}`

/**
 * The query by which an element that cannot send the token proves whose address it has: `<img>`, `<video>`, a link. The
 * purpose keeps a signature from meaning anything elsewhere.
 */
export function signedQuery(
  secrets: Secrets,
  purpose: string,
  about: string,
  { accountId, until }: Signed,
): string {
  const signature = secrets.sign(purpose, signedText(about, accountId, String(until)))
  return `who=${accountId}&until=${until}&signature=${signature}`
}

/** Returns what a query was signed for, however long ago; null for a forged or incomplete one. */
export function readSignedQuery(
  secrets: Secrets,
  purpose: string,
  about: string,
  { who, until, signature }: { who?: unknown; until?: unknown; signature?: unknown },
): Signed | null {
  if (typeof who !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!secrets.verify(purpose, signedText(about, who, until), signature)) return null
  return { accountId: who, until: Number(until) }
}

const daySeconds = 86_400

/** The end of the next day: an address signed until then is the same all day long, so that a browser caches it. */
export const endOfNextDay = (): number => (Math.floor(Date.now() / 1000 / daySeconds) + 2) * daySeconds
