import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { countedRows } from '../../../contract/paging.ts'
import { type Db, type Fragment, rowsOf } from '../../../server/db.ts'
import type { WorkKind } from '../../../server/feature.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { type WaitingWork, WorkClaim } from '../contract.ts'

const CountedRow = Type.Object({
  code: Type.String(),
  count: Type.Integer(),
  since: Nullable(Type.String()),
  days: Type.Integer(),
  place: Nullable(Type.String()),
})

/** The kinds of work that the caller may settle, and of news that the caller may see. */
export const ownKinds = (session: Session, kinds: readonly WorkKind[]) =>
  kinds.filter((kind) => {
    const calls = 'seenIn' in kind ? [kind.seenIn] : kind.settledBy
    return calls.some(({ allow }) => mayCall(session, allow))
  })

/** Selects what waits for the caller of a kind; of news, what they have not seen. */
export function waitingOf(db: Db, session: Session, kind: WorkKind): Fragment {
  const waiting = db`select w.id, w.since, w.place from (${kind.waiting({ db, session })}) w(id, since, place)`
  if (!('seenIn' in kind)) return waiting
  return db`${waiting} where not exists (
    select from work_seen s where s.account_id = ${session.accountId} and s.code = ${kind.code} and s.item_id = w.id)`
}

/** Time a claim lasts without a sign of the one who has it, in minutes. */
const claimMinutes = 15

/** True if a claim has ended by itself. */
export const isOver = (db: Db): Fragment => db`c.seen_at <= moment() - make_interval(mins => ${claimMinutes})`

/** Lists who is at work on which items of a kind, or on one; of those alone that wait for the caller. */
export async function listClaims(
  db: Db,
  session: Session,
  kinds: readonly WorkKind[],
  { code, id }: { code: string; id?: string },
): Promise<WorkClaim[]> {
  const kind = ownKinds(session, kinds).find((each) => each.code === code)
  if (!kind) return []
  const rows = await db`
    select c.item_id as id, x.user_name as name, c.account_id = ${session.accountId} as own, c.claimed_at as since
    from work_claims c join accounts x on x.id = c.account_id
    where c.code = ${code} and c.project_id = ${session.projectId}
      ${id ? db`and c.item_id = ${id}` : db``} and not (${isOver(db)})
      and exists (
        select from (${waitingOf(db, session, kind)}) w where w.id = c.item_id)`
  return rowsOf(WorkClaim, rows)
}

/** The address of a kind's page, with what it opens at once. */
function addressOf({ address, opens }: WorkKind, place: string | null): string {
  return opens && place ? `${address}${address.includes('?') ? '&' : '?'}${opens}=${place}` : address
}

/**
 * The kinds of work that the caller may settle and has some of, those overdue for a day first, the oldest before the others, and
 * the rest in the order they are declared: counted by one statement, each up to as many as a list counts.
 */
export async function listWaiting(
  db: Db,
  session: Session,
  kinds: readonly WorkKind[],
): Promise<WaitingWork[]> {
  const own = ownKinds(session, kinds)
  const counts = own
    .map(
      (kind) => db`
        select ${kind.code}::text as code, count(*)::int as count, min(since) as since,
          coalesce(floor(extract(epoch from moment() - min(since)) / 86400), 0)::int as days,
          (array_agg(place order by since))[1] as place
        from (${waitingOf(db, session, kind)} limit ${db.unsafe(String(countedRows))}) w`,
    )
    .reduce<Fragment | null>((all, query) => (all ? db`${all} union all ${query}` : query), null)
  if (!counts) return []
  const found = new Map(
    rowsOf(CountedRow, await db`select * from (${counts}) counted where count > 0`).map((row) => [
      row.code,
      row,
    ]),
  )
  const waiting = own.flatMap((kind): WaitingWork[] => {
    const row = found.get(kind.code)
    if (!row) return []
    const [zh, en] = kind.words
    const { code, count, since, place, days } = row
    const overdueDays = 'settledBy' in kind ? Math.max(0, days) : 0
    return [{ code, name: { zh, en }, address: addressOf(kind, place), count, since, overdueDays }]
  })
  const oldestFirst = (work: WaitingWork) => (work.overdueDays > 0 ? Date.parse(work.since!) : Infinity)
  return waiting.sort((a, b) => (oldestFirst(a) === oldestFirst(b) ? 0 : oldestFirst(a) - oldestFirst(b)))
}
