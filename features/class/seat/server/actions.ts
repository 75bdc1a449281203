import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { rowsOf, type Tx } from '../../../../server/db.ts'
import { mayGivePlaces } from '../../../approval/server/actions.ts'
import { classRefusals } from '../../contract.ts'

/** Places of a class: in all, sold and held; `quota` is null without a limit. */
const Seats = Type.Object({
  name: Type.String(),
  quota: Nullable(Type.Integer()),
  sold: Type.Integer(),
  held: Type.Integer(),
})
type Seats = Static<typeof Seats>

/** Refuses (409) where no place is left: all are taken, or some are held and none is free. */
function assertFree({ name, quota, sold, held }: Seats): void {
  if (quota === null) return
  if (sold >= quota) refuse(classRefusals.full, { name })
  if (sold + held >= quota) refuse(classRefusals.held, { name })
}

const LockedClass = Type.Object({
  ...Seats.properties,
  id: Type.String(),
  projectId: Type.String(),
  /** Shared by the versions of one class. */
  rootId: Type.String(),
  status: Type.String(),
  notYet: Type.Boolean(),
  over: Type.Boolean(),
  studyOver: Type.Boolean(),
  /** End of a place taken now; null without an end. */
  expiresAt: Nullable(Type.String()),
})
export type LockedClass = Static<typeof LockedClass>

/** Locks classes in the order of their ids and gives, by id, those that are not deleted. */
export async function lockClasses(
  tx: Tx,
  classIds: readonly string[],
): Promise<ReadonlyMap<string, LockedClass>> {
  const rows = await tx`
    select id, project_id, root_id, name, status, quota, sold, held,
      coalesce(sign_up_from > moment(), false) as not_yet, coalesce(sign_up_to < moment(), false) as over,
      coalesce(study_to < moment(), false) as study_over,
      least(study_to, moment() + make_interval(days => valid_days)) as expires_at
    from train_classes where id = any(${classIds as string[]}::uuid[]) and status <> 'deleted'
    order by id for no key update`
  return new Map(rowsOf(LockedClass, rows).map((row) => [row.id, row]))
}

/**
 * Refuses (409) a place in a locked class that is over, full where nothing was held, and, unless the place was promised
 * before, not published or outside its sign-up time.
 */
export function assertSeat(
  found: LockedClass,
  { promised, held }: { promised: boolean; held: number },
): void {
  const { name } = found
  if (!promised) {
    if (found.status !== 'on_shelf') refuse(classRefusals.notOnShelf, { name })
    if (found.notYet) refuse(classRefusals.signUpNotYet, { name })
    if (found.over) refuse(classRefusals.signUpOver, { name })
  }
  if (found.studyOver) refuse(classRefusals.studyOver, { name })
  if (held === 0) assertFree(found)
}

/** Places of a class that are taken, and those held before that are given up for them. */
interface TakenSeats {
  classId: string
  sold: number
  held: number
}

/** Counts places as taken that were found free or held under the lock of their classes. */
export async function takeSeats(tx: Tx, taken: readonly TakenSeats[]): Promise<void> {
  await tx`
    update train_classes c set sold = c.sold + t.sold, held = c.held - t.held
    from jsonb_to_recordset(${tx.json(taken as never)}) as t ("classId" uuid, sold int, held int)
    where c.id = t."classId"`
}

/** Count of an enrolment or an order in its class: a place sold, a place held until it is paid, or none. */
type Seat = 'sold' | 'held' | null

/** Counts a place elsewhere than before, as when an application is approved, rejected or withdrawn. */
export async function moveSeat(tx: Tx, classId: string, from: Seat, to: Seat): Promise<void> {
  if (from === to) return
  const change = (seat: Seat) => Number(to === seat) - Number(from === seat)
  await tx`
    update train_classes set sold = greatest(0, sold + ${change('sold')}), held = greatest(0, held + ${change('held')})
    where id = ${classId}`
}

/** Locks classes in the order of their ids, so that what is read of them holds until the transaction ends. */
export async function lockSeats(tx: Tx, classIds: readonly string[]): Promise<void> {
  await tx`
    select from train_classes where id = any(${classIds as string[]}::uuid[]) order by id for no key update`
}

/**
 * Holds a place for each of these classes, which the caller has locked; one named twice gives two. Refuses (409) where as
 * many are not free.
 */
export async function holdSeats(tx: Tx, classIds: readonly string[]): Promise<void> {
  const rows = await tx`
    with wanted as (select id, count(*)::int from unnest(${classIds as string[]}::uuid[]) as w (id) group by id),
    made as (
      update train_classes c set held = held + wanted.count from wanted
      where c.id = wanted.id and (c.quota is null or c.sold + c.held + wanted.count <= c.quota) returning c.id)
    select c.name, c.quota, c.sold, c.held from train_classes c join wanted using (id)
    where not exists (select from made where made.id = c.id)`
  for (const { name, quota, sold } of rowsOf(Seats, rows))
    refuse(sold >= quota! ? classRefusals.full : classRefusals.held, { name })
}

/** Lets a held place go for each of these classes; one named twice gives up two. */
export async function releaseSeats(tx: Tx, classIds: readonly string[]): Promise<void> {
  await lockSeats(tx, classIds)
  await tx`
    update train_classes c set held = held - w.count
    from (select id, count(*)::int from unnest(${classIds as string[]}::uuid[]) as u (id) group by id) w where c.id = w.id`
}

/**
 * True if places that staff give in a locked class, which costs nothing by its own price, are to be counted: who gives them
 * set that price. Refuses (409) more of them than that person may give a day. The person is locked.
 */
export async function isOwnPrice(
  tx: Tx,
  by: { accountId: string; projectId: string },
  { classId, places }: { classId: string; places: number },
): Promise<boolean> {
  const [row] = await tx<{ name: string; own: boolean | null; count: number }[]>`
    select name, limit_of(project_id, 'freeOrdersADay')::int as count, is_same_person(${by.accountId}, priced_by) as own
    from train_classes where id = ${classId}`
  const { name, own, count } = row!
  if (!own) return false
  if (!(await mayGivePlaces(tx, by, places))) refuse(classRefusals.ownPrice, { name, count })
  return true
}
