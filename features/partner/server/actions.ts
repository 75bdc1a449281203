import { randomBytes } from 'node:crypto'
import type { InputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { giveAccess } from '../../account/server/actions.ts'
import { lockProved, openSession, proveAccount, type Visitor } from '../../session/server/actions.ts'
import { type partnerCalls, partnerRefusals } from '../contract.ts'
import { hashCode, link } from './arrival.ts'
import { findAccount, lockPartner } from './data.ts'

/** Links a person a partner vouched for to the account they sign in to, and signs in. Refuses (403) a late code. */
export async function linkAccount(
  db: Pool,
  secrets: Secrets,
  input: InputOf<typeof partnerCalls.linkPartner>,
  visitor: Visitor,
): Promise<string> {
  const code = hashCode(input.linkCode)
  const [open] = await db`
    select p.project_id from partner_links l join partners p on p.id = l.partner_id and p.status = 'active'
    where l.code_hash = ${code} and l.used_at is null and l.expires_at > moment()`
  if (!open) refuse(partnerRefusals.linkOver)
  const proved = await proveAccount(db, secrets, { ...input, projectId: open.projectId as string }, visitor)
  return db.begin(async (tx) => {
    const [used] = await tx`
      update partner_links set used_at = moment()
      where code_hash = ${code} and used_at is null and expires_at > moment() returning partner_id, external_id`
    if (!used) refuse(partnerRefusals.linkOver)
    await lockProved(tx, proved)
    const account = (await findAccount(tx, proved.id)) ?? refuse(partnerRefusals.linkOver)
    if (!account.isLearner) refuse(partnerRefusals.learnersAlone)
    const partner = { id: used.partnerId as string, projectId: account.projectId }
    await link(tx, partner, used.externalId as string, account.id, 'proved')
    return openSession(tx, account, visitor)
  })
}

const newKey = () => randomBytes(32).toString('base64url')

/** Adds a partner with a key of its own, or changes one; the key is given this once. Refuses (409) a name in use. */
export async function savePartner(
  tx: Tx,
  secrets: Secrets,
  session: ProjectSession,
  input: InputOf<typeof partnerCalls.save>,
): Promise<{ id: string; code: string; key: string | null }> {
  const before = input.id ? await lockPartner(tx, session.scope, input.id) : null
  await tx`select pg_advisory_xact_lock(hashtext(${`partners ${session.projectId}`}))`
  const [taken] = await tx`
    select from partners where project_id = ${session.projectId} and name_key(name) = name_key(${input.name})
      and id is distinct from ${before?.id ?? null}`
  if (taken) refuse(partnerRefusals.nameTaken, { name: input.name }, 'name')
  const { name, kind, mayRegister } = input
  const key = before ? null : newKey()
  const code = before?.code ?? `p${randomBytes(6).toString('hex')}`
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const id = before?.id ?? fresh!.id
  if (key === null) await tx`update partners set ${tx({ name, kind, mayRegister })} where id = ${id}`
  else {
    await tx`insert into partners ${tx({
      id,
      name,
      kind,
      mayRegister,
      code,
      projectId: session.projectId,
      keySealed: secrets.seal('partners.key', id, key),
      keyBy: session.accountId,
    })}`
  }
  await audit(tx, {
    by: session,
    action: before ? 'partner.change' : 'partner.create',
    subjectKind: 'partner',
    subjectId: id,
    before,
    after: { name, kind, mayRegister },
  })
  return { id, code, key }
}

/**
 * Gives a partner a new key; the old one is good no more. Who is shown it can hand over any of its people, and gave
 * access to their accounts.
 */
export async function rotateKey(tx: Tx, secrets: Secrets, session: ProjectSession, id: string) {
  const partner = await lockPartner(tx, session.scope, id)
  const key = newKey()
  await tx`
    update partners set key_sealed = ${secrets.seal('partners.key', id, key)}, key_since = moment(),
      key_by = ${session.accountId}
    where id = ${id}`
  const people = await tx<{ accountId: string }[]>`
    select distinct account_id from partner_accounts where partner_id = ${id}`
  await giveAccess(tx, session.accountId, ...people.map(({ accountId }) => accountId))
  await audit(tx, { by: session, action: 'partner.rotateKey', subjectKind: 'partner', subjectId: id })
  return { id, code: partner.code, key }
}

/** Disables a partner, or enables it again; accounts and their sessions stay. */
export async function setDisabled(
  tx: Tx,
  session: ProjectSession,
  id: string,
  disabled: boolean,
): Promise<void> {
  const before = await lockPartner(tx, session.scope, id)
  const status = disabled ? 'disabled' : 'active'
  await tx`update partners set status = ${status} where id = ${id}`
  await audit(tx, {
    by: session,
    action: disabled ? 'partner.disable' : 'partner.enable',
    subjectKind: 'partner',
    subjectId: id,
    before: { status: before.status },
    after: { status },
  })
}

/** Forgets whom partners hand over as a closed account: the same person arrives as a newcomer. */
export async function erasePartnerLinks(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from partner_accounts where account_id = ${accountId}`
}
