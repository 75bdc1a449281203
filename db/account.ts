import { createHash } from 'node:crypto'
import { connect, type Pool } from '../server/db.ts'
import { type Environment, OperatorError } from '../server/environment.ts'
import type { Secrets } from '../server/secrets.ts'
import { fence, gapsOf, nobody } from './fence.ts'

/** Address the running program connects with, and gaps of the fence around it. */
interface Account {
  url: string
  missing: string[]
}

const userOf = (url: string) => decodeURIComponent(new URL(url).username)

async function answers(url: string): Promise<boolean> {
  const db = connect(url, { max: 1 })
  try {
    await db`select 1`
    return true
  } catch {
    return false
  } finally {
    await db.end({ timeout: 1 })
  }
}

/** The owner's account, as far as it decides what can be made beside it. */
interface Owner {
  name: string
  database: string
  isSuper: boolean
  mayCreate: boolean
}

/**
 * An account beside the owner's, fenced, with a password that every process with the same key knows and none has to
 * store; null where it can neither be made nor reached.
 */
async function ownAccount(
  owner: Pool,
  ownerUrl: string,
  { database, mayCreate }: Owner,
  isEmbedded: boolean,
  secrets: Secrets,
): Promise<Account | null> {
  const role = isEmbedded ? 'jixu_app' : fencedName(database)
  const url = new URL(ownerUrl)
  url.username = encodeURIComponent(role)
  url.password = secrets.blindIndex('database account', role).toString('hex')
  const [isReady, gaps] = await Promise.all([answers(url.href), gapsOf(owner, role)])
  if (isReady && gaps.length === 0) return { url: url.href, missing: [] }
  if (!isReady) {
    if (!mayCreate) return null
    await giveLogin(owner, role, url.password)
  }
  // Before it is tried again: a setting of its own may be what stops it.
  const missing = await fence(owner, role)
  return isReady || (await answers(url.href)) ? { url: url.href, missing } : null
}

/** The name of a database's own account: accounts are a whole server's, which may hold several portals. */
function fencedName(database: string): string {
  const name = `${database}_fenced`
  // PostgreSQL would cut it to 63 bytes without a word, and two databases might share what is left.
  return Buffer.byteLength(name) <= 63
    ? name
    : `jixu_${createHash('sha256').update(database).digest('hex').slice(0, 32)}_fenced`
}

/** Creates an account, or gives the one that is there its password. */
async function giveLogin(owner: Pool, role: string, password: string): Promise<void> {
  await owner.begin(async (tx) => {
    // Of two first starts at once one creates it, and the other finds it.
    await tx`select pg_advisory_xact_lock(74109)`
    const [known] = await tx`select from pg_roles where rolname = ${role}`
    // The server stores a salted hash of it; hexadecimal digits need no escape.
    await tx.unsafe(
      `${known ? 'alter' : 'create'} role "${role.replaceAll('"', '""')}" login noinherit password '${password}'`,
    )
  })
}

/**
 * The account that the running program uses: the one of DATABASE_URL where DATABASE_OWNER_URL names the owner, or where
 * it is fenced already; else one of its own beside the owner, created the first time. Where that cannot be, the
 * owner's, and `missing` names what is missing in the fence.
 */
export async function accountOf(
  owner: Pool,
  ownerUrl: string,
  environment: Environment,
  secrets: Secrets,
): Promise<Account> {
  const { databaseUrl, databaseOwnerUrl } = environment
  if (databaseUrl && databaseOwnerUrl) {
    const missing = await fence(owner, userOf(databaseUrl))
    if (missing[0] === nobody(userOf(databaseUrl)))
      throw new OperatorError(`DATABASE_URL names an account that there is not: ${userOf(databaseUrl)}.`)
    return { url: databaseUrl, missing }
  }
  const [me] = await owner<Owner[]>`
    select rolname as name, current_database() as database, rolsuper as is_super, rolsuper or rolcreaterole as may_create
    from pg_roles where rolname = current_user`
  const gaps = () => gapsOf(owner, me!.name)
  if (!me!.isSuper && (await gaps()).length === 0) return { url: ownerUrl, missing: [] }
  const own = await ownAccount(owner, ownerUrl, me!, !databaseUrl, secrets)
  return own ?? { url: ownerUrl, missing: await gaps() }
}

/** Explains what to do about a fence with gaps, in one sentence and the statements. */
export function sayMissing(missing: readonly string[]): string {
  const more = missing.length > 6 ? ` and ${missing.length - 6} more` : ''
  return (
    `The database fence is missing: the account of the running program is not restricted (${missing.slice(0, 6).join('; ')}${more}). ` +
    'If it has an account of its own, take from that what is named, as a superuser. Otherwise make one: CREATE ROLE jixu_app ' +
    "LOGIN PASSWORD '…'; then start with DATABASE_URL of jixu_app and DATABASE_OWNER_URL of the present account, which " +
    'migrates and grants.'
  )
}
