import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { isEmail } from '../../../contract/identity.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { consumeAttempt } from '../../rateLimit/server/actions.ts'
import { messageRefusals } from '../contract.ts'
import { maskMail } from '../rules.ts'

/** Validity of a code for an address in minutes, and how often it may be typed. */
const limits = { minutes: 30, tries: 5 } as const

const hash = (accountId: string, code: string) => createHash('sha256').update(`${accountId}:${code}`).digest()

/** The mail that carries a code. */
const words = {
  subject: { zh: '确认您的邮箱', en: 'Confirm your e-mail address' },
  text: {
    zh: '确认码 {code}，{minutes} 分钟内有效。如非本人操作，请忽略这封邮件。',
    en: 'Your code is {code}. It is valid for {minutes} minutes. If you did not request it, ignore this e-mail.',
  },
} as const

/** Counts a code that is about to be sent: nobody has the portal write to strangers. */
async function countCode({ db }: AppContext, session: Session, address: string): Promise<void> {
  await consumeAttempt(db, 'mailPause', session.accountId, messageRefusals.mailTooSoon)
  const perDay = [
    ['mailCodes', session.accountId],
    ['mailAddress', address.toLowerCase()],
    ['mailProject', session.projectId],
  ] as const
  for (const [limit, subject] of perDay) await consumeAttempt(db, limit, subject, messageRefusals.mailTooMany)
}

/** Notes a new address with the hash of its code; a confirmed one stays in use until the new one is confirmed. */
async function noteAddress(
  tx: Tx,
  { secrets }: AppContext,
  session: Session,
  address: string,
  code: string,
): Promise<void> {
  const { accountId } = session
  await tx`
    insert into message_mails (account_id, address_sealed, address_mask, code_hash, expires_at)
    values (${accountId}, ${secrets.seal('message_mails.address', accountId, address)}, ${maskMail(address)},
      ${hash(accountId, code)}, moment() + make_interval(mins => ${limits.minutes}))
    on conflict (account_id) where confirmed_at is null do update set address_sealed = excluded.address_sealed,
      address_mask = excluded.address_mask, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
      tries = 0, created_at = moment()`
  await audit(tx, {
    by: session,
    action: 'message.saveMail',
    subjectKind: 'account',
    subjectId: accountId,
    after: { mail: maskMail(address) },
  })
}

/** Removes one's own address, and one that waits for its code. */
export async function removeMail(tx: Tx, session: Session): Promise<null> {
  const { accountId } = session
  const gone = await tx<{ addressMask: string }[]>`
    delete from message_mails where account_id = ${accountId} returning address_mask`
  if (gone.length === 0) return null
  await audit(tx, {
    by: session,
    action: 'message.removeMail',
    subjectKind: 'account',
    subjectId: accountId,
    before: { mail: gone.map((row) => row.addressMask).join(', ') },
  })
  return null
}

/**
 * Sends a code to an address that one's own messages are to come to. Refuses (422) what is no address, (429) within a
 * minute or too often in a day, and (503) when no mail can be sent.
 */
export async function saveMail(app: AppContext, session: Session, address: string): Promise<null> {
  if (!isEmail(address)) refuse(messageRefusals.mailShape, {}, 'address')
  const mail = app.channels.mail ?? refuse(messageRefusals.mailUnavailable)
  await countCode(app, session, address)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await app.db.begin((tx) => noteAddress(tx, app, session, address, code))
  const filled = (text: string) => text.replace('{code}', code).replace('{minutes}', String(limits.minutes))
  try {
    await mail.send({
      to: address,
      subject: `${words.subject.zh} · ${words.subject.en}`,
      text: `${filled(words.text.zh)}\n\n${filled(words.text.en)}`,
      outId: randomUUID(),
    })
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error
    app.log.warn({ code: error.code }, 'the mail with a code was not taken')
    refuse(messageRefusals.mailUnavailable)
  }
  return null
}

/**
 * Checks a code that was sent to one's own address and counts the try; returns what it confirms. Refuses (422) a wrong
 * one, and any after five tries.
 */
export async function checkMailCode(db: Pool, { accountId }: Session, code: string): Promise<Buffer> {
  const [typed] = await db<{ codeHash: Buffer }[]>`
    update message_mails set tries = tries + 1
    where account_id = ${accountId} and confirmed_at is null and tries < ${limits.tries} and expires_at > moment()
    returning code_hash`
  const isRight = typed && timingSafeEqual(typed.codeHash, hash(accountId, code.replace(/\D/g, '')))
  if (!isRight) return refuse(messageRefusals.wrongMailCode, {}, 'code')
  return typed.codeHash
}

/** Confirms the address whose code was checked, in place of the one before; refuses (422) when it was replaced. */
export async function confirmMail(tx: Tx, session: Session, codeHash: Buffer): Promise<null> {
  const { accountId } = session
  const [former] = await tx<{ addressMask: string }[]>`
    delete from message_mails where account_id = ${accountId} and confirmed_at is not null returning address_mask`
  const [fresh] = await tx<{ addressMask: string }[]>`
    update message_mails set confirmed_at = moment(), code_hash = null, expires_at = null
    where account_id = ${accountId} and confirmed_at is null and code_hash = ${codeHash}
    returning address_mask`
  if (!fresh) refuse(messageRefusals.wrongMailCode, {}, 'code')
  await audit(tx, {
    by: session,
    action: 'message.confirmMail',
    subjectKind: 'account',
    subjectId: accountId,
    before: former ? { mail: former.addressMask } : null,
    after: { mail: fresh.addressMask },
  })
  return null
}
