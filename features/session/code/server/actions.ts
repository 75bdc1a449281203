import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { isMobile } from '../../../../contract/identity.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { Pool, Tx } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { badInput } from '../../../../server/input.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { sessionRefusals } from '../../contract.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { refundAttempt, consumeAttempt } from '../../../rateLimit/server/actions.ts'
import { type CodePurpose, codeRefusals } from '../contract.ts'

/** Seconds between two codes to one number, codes a day, tries a code, and how long a code lives. */
const codeLimits = { pause: 60, aDay: 5, tries: 5, minutes: 5 } as const

const hash = (id: string, code: string) => createHash('sha256').update(`${id}:${code}`).digest()

/** Refuses what is not a mobile number, naming the field. */
export function assertMobile(mobile: string): void {
  if (!isMobile(mobile))
    throw badInput('mobile', { zh: '应为 11 位手机号', en: 'must be an 11-digit mobile number' })
}

/**
 * Sends a six-digit code to a number. Answer and time are the same whether the number is known or not; a code to
 * sign in or to reset is only really sent to a known one, and to sign in to a stranger where strangers may enter.
 * Refuses within a minute and beyond five a day, and when the address or the portal has requested too many.
 */
export async function sendCode(
  app: AppContext,
  input: { purpose: CodePurpose; mobile: string; projectId: string; ip: string },
): Promise<{ codeToken: string; seconds: number }> {
  const { db, secrets, channels } = app
  const { purpose, mobile, projectId } = input
  assertMobile(mobile)
  const sms = channels.sms ?? refuse(sessionRefusals.smsMissing)
  await consumeAttempt(db, 'addressMessages', input.ip)
  const index = secrets.blindIndex('mobile', mobile)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const open = purpose === 'login' && (await getSettings(db, projectId)).loginAsRegister
  const { id, known } = await db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${index.toString('hex')}, 0))`
    const [sent] = await tx`
      select count(*) filter (where created_at > moment() - interval '1 day')::int as today,
        ceil(${codeLimits.pause} - extract(epoch from moment() - max(created_at)))::int as wait
      from message_codes where mobile_index = ${index}`
    if (((sent!.wait as number | null) ?? 0) > 0)
      refuse(sessionRefusals.codeTooSoon, { seconds: sent!.wait as number })
    if ((sent!.today as number) >= codeLimits.aDay) refuse(sessionRefusals.codeTooMany)
    const [account] = await tx`
      select 1 from accounts where project_id = ${projectId} and mobile_index = ${index} and status = 'active'`
    const [row] = await tx`select new_id() as id`
    const codeId = row!.id as string
    await tx`
      insert into message_codes (id, purpose, mobile_index, code_hash, expires_at)
      values (${codeId}, ${purpose}, ${index}, ${hash(codeId, code)},
        moment() + make_interval(mins => ${codeLimits.minutes}))`
    return { id: codeId, known: account !== undefined }
  })
  await consumeAttempt(db, 'messages', 'all')
  const text = `【继续教育】验证码 ${code}，${codeLimits.minutes} 分钟内有效，请勿告诉他人。`
  if (purpose === 'register' || purpose === 'modify') await sms.send(mobile, text)
  else if (known || open) {
    // Waiting for the carrier would reveal whether a number is known.
    void sms
      .send(mobile, text)
      .catch((error: unknown) => app.log.error({ err: error }, 'a code was not sent'))
  }
  return { codeToken: id, seconds: codeLimits.pause }
}

/** The mobile number of an account; refuses when it has none. */
export async function getOwnMobile({ db, secrets }: AppContext, accountId: string): Promise<string> {
  const [account] = await db<{ mobileSealed: Buffer | null }[]>`
    select mobile_sealed from accounts where id = ${accountId}`
  return account?.mobileSealed
    ? secrets.open('accounts.mobile', account.mobileSealed)
    : refuse(codeRefusals.noMobile, {}, 'mobile')
}

export interface TypedCode {
  purpose: CodePurpose
  mobile: string
  msgCode: string
  codeToken: string
}

/**
 * Checks a typed code and counts the try, of the code and of the address; refuses when it is wrong, old, used up, or
 * meant for something else.
 */
export async function checkCode(db: Pool, secrets: Secrets, typed: TypedCode, ip: string): Promise<void> {
  await consumeAttempt(db, 'address', ip)
  const isId = /^[0-9a-f-]{36}$/i.test(typed.codeToken)
  const [row] = isId
    ? await db<{ codeHash: Buffer }[]>`
        update message_codes set tries = tries + 1
        where id = ${typed.codeToken} and purpose = ${typed.purpose} and used_at is null and expires_at > moment()
          and mobile_index = ${secrets.blindIndex('mobile', typed.mobile)} and tries < ${codeLimits.tries}
        returning code_hash`
    : []
  const matches = row && timingSafeEqual(row.codeHash, hash(typed.codeToken, typed.msgCode))
  if (!matches) refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
  await refundAttempt(db, 'address', ip)
}

/** Uses a checked code up, in the transaction of what it allows; refuses when another was faster. */
export async function useCode(tx: Tx, codeToken: string): Promise<void> {
  const used = await tx`
    update message_codes set used_at = moment() where id = ${codeToken} and used_at is null returning id`
  if (used.length === 0) refuse(sessionRefusals.wrongMobileCode, {}, 'msgCode')
}
