import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../../contract/call.ts'
import type { PaymentChannelName } from '../../../../contract/payment.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf, type Tx } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import type { ProjectScope } from '../../../../server/session.ts'
import { Merchant, type merchantCalls } from '../contract.ts'

const columns = (db: Db) => db`
  m.id, m.channel, m.name, m.merchant_no, m.app_id, m.serial, m.platform_key_id, m.status, m.updated_at,
  exists (select from payments p where p.merchant_id = m.id) as is_used`

/** The merchants of a project, without keys. */
export async function pageMerchants(
  db: Db,
  { projectId }: ProjectScope,
  input: InputOf<typeof merchantCalls.query>,
) {
  return page(db, Merchant, input, {
    columns: columns(db),
    from: db`merchants m`,
    where: [
      db`m.project_id = ${projectId}`,
      input.channel && db`m.channel = ${input.channel}`,
      input.name && nameContains(db, db`m.name`, input.name),
    ],
    sorts: {
      name: db`m.name`,
      channel: db`m.channel`,
      status: db`m.status`,
      updatedAt: db`m.updated_at`,
    },
    orderBy: db`m.created_at desc, m.id`,
  })
}

/** One merchant of the project, without keys, locked; or a refusal 404. */
export async function lockMerchant(tx: Tx, { projectId }: ProjectScope, id: string): Promise<Merchant> {
  // What its payments are is read once no payment can be added any more.
  await tx`select from merchants where id = ${id} and project_id = ${projectId} for update`
  const rows = await tx`
    select ${columns(tx)} from merchants m where m.id = ${id} and m.project_id = ${projectId}`
  return rowOf(Merchant, rows) ?? refuse(commonRefusals.notFound)
}

/** The merchant of a project that takes the payments of a channel, locked so that it stays; null without one. */
export async function lockEnabled(
  tx: Tx,
  projectId: string,
  channel: PaymentChannelName,
): Promise<{ id: string; name: string } | null> {
  const [row] = await tx<{ id: string; name: string }[]>`
    select id, name from merchants
    where project_id = ${projectId} and channel = ${channel} and status = 'enabled' for update`
  return row ?? null
}

/** A merchant as it is stored, its keys sealed. */
const SealedMerchant = Type.Object({
  id: Type.String(),
  channel: Type.Unsafe<PaymentChannelName>(Type.String()),
  merchantNo: Type.String(),
  appId: Type.String(),
  serial: Nullable(Type.String()),
  platformKeyId: Nullable(Type.String()),
  privateKeySealed: Type.Unsafe<Buffer>({}),
  platformKeySealed: Type.Unsafe<Buffer>({}),
  apiV3KeySealed: Nullable(Type.Unsafe<Buffer>({})),
})
export type SealedMerchant = Static<typeof SealedMerchant>

/** A merchant by its id, of whatever project, enabled or not; null when there is none. */
export async function findSealed(db: Db, id: string): Promise<SealedMerchant | null> {
  const rows = await db`
    select id, channel, merchant_no, app_id, serial, platform_key_id, private_key_sealed, platform_key_sealed,
      api_v3_key_sealed
    from merchants where id = ${id}`
  return rowOf(SealedMerchant, rows)
}

/** True if the project has this merchant. */
export async function isOfProject(db: Db, { projectId }: ProjectScope, id: string): Promise<boolean> {
  const rows = await db`select from merchants where id = ${id} and project_id = ${projectId}`
  return rows.length > 0
}
