import { lifecycleRefusals } from '../../../contract/lifecycle.ts'
import { commonRefusals, type Language, type RefusalWords } from '../../../contract/refusal.ts'
import { staleRefusals } from '../../../contract/revision.ts'
import { type RefusalStore, refusalStore } from '../../../contract/storedRefusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { BoundBatch } from '../../../server/batch.ts'
import type { Fragment, Tx } from '../../../server/db.ts'
import { answerOf, type Feature } from '../../../server/feature.ts'
import { keysInput, keysOf } from '../../../server/page.ts'
import { type BoundCall, contextOfWork } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { batchRefusals } from '../contract.ts'

/** A batch with what answers the call of its list. */
export interface BatchKind extends BoundBatch {
  readonly handleList: BoundCall['handle']
}
export type BatchKinds = ReadonlyMap<string, BatchKind>

/** The batches of these features, by the path of their call. */
export function batchKinds(features: readonly Feature[]): BatchKinds {
  const kindOf = (bound: BoundBatch): BatchKind => ({
    ...bound,
    handleList: (ctx) => answerOf(features, bound.list)(ctx),
  })
  return new Map(
    features.flatMap(({ batches = [] }) => batches).map((bound) => [bound.call.path, kindOf(bound)]),
  )
}

/**
 * Returns the refusals of rows in these batches; throws if two batches use one name for different refusals.
 */
export function rowReasons(kinds: Iterable<Pick<BoundBatch, 'refusals'>>): RefusalStore {
  const tables: Record<string, Readonly<Record<string, RefusalWords>>> = {
    batch: batchRefusals,
    common: commonRefusals,
    lifecycle: lifecycleRefusals,
    stale: staleRefusals,
  }
  for (const [name, table] of [...kinds].flatMap(({ refusals }) => Object.entries(refusals))) {
    if ((tables[name] ??= table) !== table) throw new TypeError(`two tables of refusals are called ${name}`)
  }
  return refusalStore(tables)
}

/** The query of the rows that match now, as the list's own call answers it to a session. */
export async function matchingRows(
  app: AppContext,
  tx: Tx,
  kind: BatchKind,
  { session, filter, language = 'zh' }: { session: Session; filter: object; language?: Language },
): Promise<{ query: Fragment }> {
  const input = keysInput(filter)
  await kind.handleList(contextOfWork(app, { db: tx, input, session, language }))
  const { query } = keysOf(input)
  // Else nothing would match, and nobody would know why.
  if (!query) throw new TypeError(`${kind.list.path} gives its pages no key, or another input than its own`)
  return { query }
}
