import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { isId } from '../../../../contract/call.ts'
import { isMobile } from '../../../../contract/identity.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { networkOf } from '../../../../server/network.ts'
import type { Pool, Tx } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { badInput } from '../../../../server/input.ts'
import { assertCodeBudget, isOpen, sendCodeText } from '../../../message/server/actions.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { sessionRefusals } from '../../contract.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { refundAttempt, consumeAttempt } from '../../../rateLimit/server/actions.ts'
import { type DeviceVisitor, knownDevice } from '../../server/device.ts'
import { type CodePurpose, codeRefusals } from '../contract.ts'
import { codeMessage } from './messages.ts'

/**
 * Seconds between two codes to one number; codes a day to it for one asker, for strangers together, and for them with
 * the first one of each network, so that who asks from a new device is sent one; tries a code, and how long it lives.
 */
export const codeLimits = { pause: 60, aDay: 5, strangers: 5, networks: 20, tries: 5, minutes: 5 } as const

/**
 * Returns the one who asks for a code: the holder of the number, by session or by a device of theirs; or a
 * stranger's network.
 */
function askerOf(visitor: CodeVisitor, accountId: string | null): { asker: Buffer; isOwner: boolean } {
  const { ownerId = null, ip } = visitor
  const device = accountId && knownDevice(visitor, accountId)
  const whom = ownerId ? `account ${ownerId}` : device ? `device ${device}` : `network ${networkOf(ip)}`
  return { asker: createHash('sha256').update(whom).digest(), isOwner: Boolean(ownerId ?? device) }
}

interface CodeVisitor extends DeviceVisitor {
  ip: string
  /** The account that is signed in, where the number is its own. */
  ownerId?: string | undefined
}

const hash = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest()

/** Refuses what is not a mobile number, naming the field. */
export function assertMobile(mobile: string): void {
  if (!isMobile(mobile))
    throw badInput('mobile', { zh: '应为 11 位手机号', en: 'must be an 11-digit mobile number' })
}

/** Refuses a code too soon after another to its number, and beyond what its asker, or strangers, get in a day. */
async function assertMaySend(tx: Tx, to: { index: Buffer; asker: Buffer; isOwner: boolean }): Promise<void> {
  const [sent] = await tx<{ own: number; strangers: number; wait: number | null }[]>`
    select count(*) filter (where asker = ${to.asker} and created_at > moment() - interval '1 day')::int as own,
      count(*) filter (where not by_owner and created_at > moment() - interval '1 day')::int as strangers,
      ceil(${codeLimits.pause} - extract(epoch from moment() - max(created_at)))::int as wait
    from message_codes where mobile_index = ${to.index}`
  const { own, strangers, wait } = sent!
  if ((wait ?? 0) > 0) refuse(sessionRefusals.codeTooSoon, { seconds: wait! })
  const mostStrangers = own === 0 ? codeLimits.networks : codeLimits.strangers
  if (own >= codeLimits.aDay || (!to.isOwner && strangers >= mostStrangers))
    refuse(sessionRefusals.codeTooMany)
}

/** Ends a savepoint without an error. */
class NotSent extends Error {}

/**
 * Sends a six-digit code to a number. Answer and work are the same whether the number is known or not; a code to
 * sign in or to reset is only really sent to a known one, and to sign in to a stranger where strangers may enter.
 * Refuses within a minute and beyond five a day for one asker; strangers cannot use up what the number's holder may
 * request. Refuses when a stranger's address has requested too many.
 */
export async function sendCode(
  app: AppContext,
  input: { purpose: CodePurpose; mobile: string; projectId: string },
  visitor: CodeVisitor,
): Promise<{ codeToken: string; seconds: number }> {
  const { db, secrets } = app
  const { purpose, mobile, projectId } = input
  assertMobile(mobile)
  if (!(await isOpen(app, codeMessage, projectId))) refuse(sessionRefusals.smsMissing)
  await assertCodeBudget(app, projectId)
  const index = secrets.blindIndex('mobile', mobile)
  const [account] = await db<{ id: string }[]>`
    select id from accounts where project_id = ${projectId} and mobile_index = ${index} and status = 'active'`
  const { asker, isOwner } = askerOf(visitor, account?.id ?? null)
  if (!isOwner) await consumeAttempt(db, 'addressMessages', visitor.ip)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const open = purpose === 'login' && (await getSettings(db, projectId)).loginAsRegister
  const isSent = purpose === 'register' || purpose === 'modify' || account !== undefined || open
  const { minutes } = codeLimits
  const codeToken = await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${index.toString('hex')}, 0))`
    await assertMaySend(tx, { index, asker, isOwner })
    const [row] = await tx`select new_id() as id`
    const id = row!.id as string
    await tx`
      insert into message_codes (id, purpose, mobile_index, code_hash, asker, by_owner, expires_at)
      values (${id}, ${purpose}, ${index}, ${hash(id, code)}, ${asker}, ${isOwner},
        moment() + make_interval(mins => ${minutes}))`
    // What takes time is done for an unknown number as well, and undone: the time does not reveal it.
    await tx
      .savepoint(async (part) => {
        const to = { projectId, mobile, minutes }
        await sendCodeText(part, secrets, codeMessage, to, { code, minutes: String(minutes) })
        if (!isSent) throw new NotSent()
      })
      .catch((error: unknown) => {
        if (!(error instanceof NotSent)) throw error
      })
    return id
  })
  return { codeToken, seconds: codeLimits.pause }
}

/** The mobile number of an account; refuses when it has none. */
export async function getOwnMobile({ db, secrets }: AppContext, accountId: string): Promise<string> {
  const [account] = await db<{ mobileSealed: Buffer | null }[]>`
    select mobile_sealed from accounts where id = ${accountId}`
  return account?.mobileSealed
    ? secrets.open('accounts.mobile', accountId, account.mobileSealed)
    : refuse(codeRefusals.noMobile, {}, 'mobile')
}

export interface TypedCode {
  purpose: CodePurpose
  mobile: string
  msgCode: string
  codeToken: string
}

/**
 * Checks a typed code and counts the try, of the code and, unless its number's holder requested it, of the address;
 * refuses when it is wrong, old, used up, or meant for something else.
 */
export async function checkCode(db: Pool, secrets: Secrets, typed: TypedCode, ip: string): Promise<void> {
  const ofOwner =
    isId(typed.codeToken) &&
    (await db`select from message_codes where id = ${typed.codeToken} and by_owner`).length === 1
  if (!ofOwner) await consumeAttempt(db, 'address', ip)
  const [row] = isId(typed.codeToken)
    ? await db<{ codeHash: Buffer }[]>`
        update message_codes set tries = tries + 1
        where id = ${typed.codeToken} and purpose = ${typed.purpose} and used_at is null and expires_at > moment()
          and mobile_index = ${secrets.blindIndex('mobile', typed.mobile)} and tries < ${codeLimits.tries}
        returning code_hash`
    : []
  const matches = row && timingSafeEqual(row.codeHash, hash(typed.codeToken, typed.msgCode))
  if (!matches) refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
  if (!ofOwner) await refundAttempt(db, 'address', ip)
}

/** Uses a checked code up, in the transaction of what it allows; refuses when another was faster. */
export async function useCode(tx: Tx, codeToken: string): Promise<void> {
  const used = await tx`
    update message_codes set used_at = moment() where id = ${codeToken} and used_at is null returning id`
  if (used.length === 0) refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
}
