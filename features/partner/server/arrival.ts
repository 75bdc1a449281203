import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIdCard, longIdCard } from '../../../contract/identity.ts'
import { normalizeCode, normalizePersonName } from '../../../contract/normalize.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { hashPassword } from '../../../server/password.ts'
import { giveAccess } from '../../account/server/actions.ts'
import { refundAttempt, consumeAttempt } from '../../rateLimit/server/actions.ts'
import { openSession, type Visitor } from '../../session/server/actions.ts'
import { createLearner } from '../../student/server/actions.ts'
import { type Arrival, type HandOver, type PartnerKind, partnerRefusals } from '../contract.ts'
import { fieldsOf, freshSeconds, linkMinutes, pathWithin, signedText } from '../rules.ts'
import { findAccount, findPartner, type LinkedAccount } from './data.ts'

type KnownPartner = NonNullable<Awaited<ReturnType<typeof findPartner>>>

export const hashCode = (code: string) => createHash('sha256').update(code).digest()

/** True if a signature is that of a key; takes the same time for a partner nobody knows. */
function isSigned(key: string | null, handOver: HandOver): boolean {
  const wanted = createHmac('sha256', key ?? 'nobody')
    .update(signedText(fieldsOf(handOver)))
    .digest()
  return timingSafeEqual(wanted, Buffer.from(handOver.sign, 'hex')) && key !== null
}

/** Uses a hand-over up: refuses one that is old by the database's clock, or was accepted before. */
async function spend(tx: Tx, partnerId: string, { timestamp, nonce }: HandOver): Promise<void> {
  const [clock] = await tx`
    select abs(extract(epoch from moment()) - ${Number(timestamp)}::numeric) <= ${freshSeconds} as fresh`
  if (!clock!.fresh) refuse(partnerRefusals.late)
  const fresh = await tx`
    insert into partner_nonces (partner_id, nonce) values (${partnerId}, ${nonce})
    on conflict do nothing returning nonce`
  if (fresh.length === 0) refuse(partnerRefusals.used)
  // Older than any time that would still be accepted.
  await tx`delete from partner_nonces where created_at < moment() - make_interval(secs => ${4 * freshSeconds})`
  await tx`delete from partner_links where expires_at < moment() - interval '1 day'`
}

/** True if the ID number a partner gives is known here: its owner proves it, nobody is merged. */
async function isKnownCard(
  tx: Tx,
  { secrets }: AppContext,
  projectId: string,
  card: string,
): Promise<boolean> {
  const index = secrets.blindIndex('card', card)
  const rows = await tx`
    select from students where project_id = ${projectId} and card_index = ${index} limit 1`
  return rows.length > 0
}

/** Gives a newcomer an account, and a profile where the ID number is good; null where an account must be proved. */
async function newcomer(
  tx: Tx,
  app: AppContext,
  partner: KnownPartner,
  handOver: HandOver,
  passwordHash: string,
): Promise<LinkedAccount | null> {
  const { projectId } = partner
  // Only here: the partner signed what it wrote.
  const userName = normalizePersonName(handOver.userName)
  const given = handOver.cardNumber && normalizeCode(handOver.cardNumber)
  const card = given && isIdCard(given) ? longIdCard(given) : null
  if (card && (await isKnownCard(tx, app, projectId, card))) return null
  const { accountId } = await createLearner(tx, app.secrets, {
    projectId,
    unitId: null,
    loginName: `p_${randomBytes(8).toString('hex')}`,
    userName,
    passwordHash,
    mobile: null,
    profile: card ? { realName: userName, cardNumber: card, personnelCategory: null } : null,
  })
  await link(tx, partner, handOver.userId, accountId, 'registered')
  return findAccount(tx, accountId)
}

/** Links a partner's user id to an account permanently; refuses (409) an account that is linked to another id. */
export async function link(
  tx: Tx,
  partner: Pick<KnownPartner, 'id' | 'projectId'>,
  externalId: string,
  accountId: string,
  source: 'registered' | 'proved',
): Promise<void> {
  const made = await tx`
    insert into partner_accounts ${tx({ partnerId: partner.id, externalId, accountId, source })}
    on conflict do nothing returning account_id`
  if (made.length === 0) refuse(partnerRefusals.linkedAlready)
  // Who was shown the key of a partner lately can be the one who hands the person over.
  const [key] = await tx<{ keyBy: string }[]>`
    select key_by from partners
    where id = ${partner.id} and key_by is not null and key_since > moment() - access_counts()`
  if (key) await giveAccess(tx, key.keyBy, accountId)
  await audit(tx, {
    by: { accountId, projectId: partner.projectId },
    action: 'partner.link',
    subjectKind: 'account',
    subjectId: accountId,
    after: { partnerId: partner.id, source },
  })
}

async function askToProve(tx: Tx, partner: KnownPartner, externalId: string): Promise<string> {
  const linkCode = randomBytes(32).toString('base64url')
  await tx`
    insert into partner_links (code_hash, partner_id, external_id, expires_at)
    values (${hashCode(linkCode)}, ${partner.id}, ${externalId}, moment() + make_interval(mins => ${linkMinutes}))`
  return linkCode
}

/**
 * Signs in a person whom a partner vouches for. Anyone who came before is known only by the partner's user id; a
 * newcomer gets an account where the partner may register, or else proves one by signing in. Refuses (403) alike
 * whatever is wrong with partner, protocol or signature; and a hand-over that is late or was used.
 */
export async function arrive(
  app: AppContext,
  kind: PartnerKind,
  handOver: HandOver,
  visitor: Visitor,
): Promise<Arrival> {
  const { db, secrets } = app
  await consumeAttempt(db, 'address', visitor.ip)
  const partner = await findPartner(db, handOver.partner)
  const key = partner ? secrets.open('partners.key', partner.id, partner.keySealed) : null
  if (!isSigned(key, handOver) || !partner || partner.kind !== kind) refuse(partnerRefusals.notAccepted)
  await refundAttempt(db, 'address', visitor.ip)
  const [used] = await db`
    select from partner_accounts where partner_id = ${partner.id} and external_id = ${handOver.userId}`
  // Nobody knows it: the account is entered by the partner, or by a password its owner sets with a mobile code.
  const unknowable = used || !partner.mayRegister ? null : await hashPassword(randomBytes(32).toString('hex'))
  return db.begin(async (tx) => {
    await spend(tx, partner.id, handOver)
    const [known] = await tx`
      update partner_accounts set last_arrival_at = moment()
      where partner_id = ${partner.id} and external_id = ${handOver.userId} returning account_id`
    const account = known
      ? await findAccount(tx, known.accountId as string)
      : unknowable !== null
        ? await newcomer(tx, app, partner, handOver, unknowable)
        : null
    const redirect = pathWithin(handOver.redirect)
    const data = { partnerName: partner.name, ...(redirect ? { redirect } : {}) }
    if (!account) return { data: { ...data, linkCode: await askToProve(tx, partner, handOver.userId) } }
    if (!account.isOpen) refuse(partnerRefusals.accountClosed)
    if (!account.isLearner) refuse(partnerRefusals.learnersAlone)
    await audit(tx, {
      by: { accountId: account.id, projectId: partner.projectId },
      action: 'partner.arrive',
      subjectKind: 'partner',
      subjectId: partner.id,
    })
    return { data: { ...data, tokenCode: await openSession(tx, account, visitor) } }
  })
}
