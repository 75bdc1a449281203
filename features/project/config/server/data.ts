import { type Static, Type } from 'typebox'
import { type Db, rowOf } from '../../../../server/db.ts'
import type { Scope } from '../../../../server/session.ts'
import { inScope } from '../../../../server/session.ts'

const Stored = Type.Object({
  content: Type.Record(Type.String(), Type.Unknown()),
  version: Type.Integer(),
  updatedAt: Type.Union([Type.String(), Type.Null()]),
})
export type StoredConfig = Static<typeof Stored>
export type ConfigKind = 'push' | 'info' | 'invoice'

/** What a project keeps of a kind; empty, of version 0, where nothing was saved. */
export async function findConfig(db: Db, projectId: string, kind: ConfigKind): Promise<StoredConfig> {
  const rows = await db`
    select content, version, updated_at from project_configs where project_id = ${projectId} and kind = ${kind}`
  return rowOf(Stored, rows) ?? { content: {}, version: 0, updatedAt: null }
}

/** An order's number and its learner's name within the caller's scope; null when there is none. */
export async function findOrderNames(db: Db, scope: Scope, orderId: string) {
  const [row] = await db<{ orderNo: string; name: string }[]>`
    select o.order_no, a.user_name as name from orders o join accounts a on a.id = o.account_id
      left join units u on u.id = o.unit_id
    where o.id = ${orderId}
      and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'u.path', account: 'o.account_id' })}`
  return row ?? null
}
