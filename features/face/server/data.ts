import { Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf, type Tx } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'

const FaceRow = Type.Object({
  hasProfile: Type.Boolean(),
  portrait: Nullable(Type.String()),
  consentAt: Nullable(Type.String()),
  consentVersion: Nullable(Type.Integer()),
  templateOf: Nullable(Type.String()),
  accountId: Type.String(),
  templateSealed: Nullable(Type.Unsafe<Buffer>({})),
  confirmedOf: Nullable(Type.String()),
  confirmedAt: Nullable(Type.String()),
  askedOf: Nullable(Type.String()),
  askedStatus: Nullable(OneOf(['open', 'correcting', 'resolved', 'dismissed'])),
  askedAt: Nullable(Type.String()),
  settledAt: Nullable(Type.String()),
})

/** Returns the face data of a learner, within a scope where one is given; null for anyone who is none. */
export async function findFace(db: Db, scope: Scope | null, accountId: string) {
  const rows = await db`
    select a.id as account_id, s.account_id is not null as has_profile, s.photo_key as portrait, f.consent_at, f.consent_version,
      f.template_of, f.template_sealed, f.confirmed_of, f.confirmed_at, f.asked_of, e.status as asked_status,
      e.created_at as asked_at, e.settled_at
    from accounts a join roles r on r.id = a.role_id and r.role_system = 3
      left join students s on s.account_id = a.id left join units u on u.id = a.unit_id
      left join faces f on f.account_id = a.id left join exception_registers e on e.id = f.asked_id
    where a.id = ${accountId} and a.status <> 'deleted'
      ${scope ? db`and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}` : db``}`
  return rowOf(FaceRow, rows)
}

/** Returns the face data of a learner in scope; refuses (404) anyone who is none. */
export const getFace = async (db: Db, scope: Scope, accountId: string) =>
  (await findFace(db, scope, accountId)) ?? refuse(commonRefusals.notFound)
export type FaceRow = Awaited<ReturnType<typeof getFace>>

/** The row of one's own face, made where there is none, locked until the transaction ends; with the portrait now. */
export async function lockFace(
  tx: Tx,
  { accountId, projectId }: { accountId: string; projectId: string },
): Promise<{ consentVersion: number | null; templateOf: string | null; portrait: string | null }> {
  await tx`insert into faces ${tx({ accountId, projectId })} on conflict do nothing`
  const [row] = await tx<
    { consentVersion: number | null; templateOf: string | null; portrait: string | null }[]
  >`
    select f.consent_version, f.template_of, s.photo_key as portrait
    from faces f left join students s on s.account_id = f.account_id
    where f.account_id = ${accountId} for update of f`
  return row!
}
