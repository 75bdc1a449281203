import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { countedRows } from '../../../contract/paging.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import type { WorkKind } from '../../../server/feature.ts'
import { mayCall } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import type { WaitingWork } from '../contract.ts'

const CountedRow = Type.Object({
  code: Type.String(),
  count: Type.Integer(),
  since: Nullable(Type.String()),
  place: Nullable(Type.String()),
})

/** The address of a kind's page, with what it opens at once. */
function addressOf({ address, opens }: WorkKind, place: string | null): string {
  return opens && place ? `${address}${address.includes('?') ? '&' : '?'}${opens}=${place}` : address
}

/**
 * The kinds of work that the caller may settle and has some of, in the order they are declared: counted by one
 * statement, each up to as many as a list counts.
 */
export async function listWaiting(
  db: Db,
  session: Session,
  kinds: readonly WorkKind[],
): Promise<WaitingWork[]> {
  const own = kinds.filter(({ settledBy }) => settledBy.some(({ allow }) => mayCall(session, allow)))
  const counts = own
    .map(
      ({ code, waiting }) => db`
        select ${code}::text as code, count(*)::int as count, min(since) as since,
          (array_agg(place order by since))[1] as place
        from (${waiting({ db, session })} limit ${db.unsafe(String(countedRows))}) w(id, since, place)`,
    )
    .reduce<Fragment | null>((all, query) => (all ? db`${all} union all ${query}` : query), null)
  if (!counts) return []
  const found = new Map(
    rowsOf(CountedRow, await db`select * from (${counts}) counted where count > 0`).map((row) => [
      row.code,
      row,
    ]),
  )
  return own.flatMap((kind) => {
    const row = found.get(kind.code)
    if (!row) return []
    const [zh, en] = kind.words
    const { code, count, since, place } = row
    return [{ code, name: { zh, en }, address: addressOf(kind, place), count, since }]
  })
}
