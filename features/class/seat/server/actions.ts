import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../../server/db.ts'
import { classRefusals } from '../../contract.ts'

const SeatsLeft = Type.Object({
  /** No place is left: all are taken, or some are held and none is free. */
  full: Type.Boolean(),
  allHeld: Type.Boolean(),
})
/** Whether the class `c` has a place for one more. */
const seatsLeft = (db: Db): Fragment => db`
  coalesce(c.sold >= c.quota, false) as full, coalesce(c.sold + c.held >= c.quota, false) as all_held`

function assertFree({ full, allHeld }: Static<typeof SeatsLeft>, name: string): void {
  if (full) refuse(classRefusals.full, { name })
  if (allHeld) refuse(classRefusals.held, { name })
}

const SeatRow = Type.Object({
  name: Type.String(),
  status: Type.String(),
  ...SeatsLeft.properties,
  notYet: Type.Boolean(),
  over: Type.Boolean(),
  studyOver: Type.Boolean(),
  /** When a place taken now ends; null without an end. */
  expiresAt: Nullable(Type.String()),
})

/**
 * Takes one place in a class and gives when it ends; `held` of the places held for others before are given up for it.
 * Refuses when the class is deleted or over, full where nothing was held, and, unless the place was promised before,
 * when it is not published or outside its sign-up time.
 * A transaction that takes several takes them in the order of class ids, or two may wait for each other.
 */
export async function takeSeat(
  tx: Tx,
  seat: { projectId: string; classId: string; promised: boolean; held: number },
): Promise<Static<typeof SeatRow>> {
  const rows = await tx`
    select name, status, ${seatsLeft(tx)},
      coalesce(sign_up_from > moment(), false) as not_yet, coalesce(sign_up_to < moment(), false) as over,
      coalesce(study_to < moment(), false) as study_over,
      least(study_to, moment() + make_interval(days => valid_days)) as expires_at
    from train_classes c
    where id = ${seat.classId} and project_id = ${seat.projectId} and status <> 'deleted'
    for no key update`
  const found = rowOf(SeatRow, rows) ?? refuse(commonRefusals.notFound)
  const { name } = found
  if (!seat.promised) {
    if (found.status !== 'on_shelf') refuse(classRefusals.notOnShelf, { name })
    if (found.notYet) refuse(classRefusals.signUpNotYet, { name })
    if (found.over) refuse(classRefusals.signUpOver, { name })
  }
  if (found.studyOver) refuse(classRefusals.studyOver, { name })
  if (seat.held === 0) assertFree(found, name)
  await tx`update train_classes set sold = sold + 1, held = held - ${seat.held} where id = ${seat.classId}`
  return found
}

/** Where an enrolment or an order is counted in its class: as a place taken, as one held until it is paid, or not. */
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

/** Holds a place in each of these classes, which the caller has locked. Refuses (409) where none is free. */
export async function holdSeats(tx: Tx, classIds: readonly string[]): Promise<void> {
  const rows = await tx<(Static<typeof SeatsLeft> & { name: string })[]>`
    with wanted as (select unnest(${classIds as string[]}::uuid[]) as id),
    made as (
      update train_classes c set held = held + 1 from wanted
      where c.id = wanted.id and (c.quota is null or c.sold + c.held < c.quota) returning c.id)
    select c.name, ${seatsLeft(tx)} from train_classes c join wanted using (id)
    where not exists (select from made where made.id = c.id)`
  for (const row of rows) assertFree(row, row.name)
}

/** Lets a held place go in each of these classes. */
export async function releaseSeats(tx: Tx, classIds: readonly string[]): Promise<void> {
  await lockSeats(tx, classIds)
  await tx`update train_classes set held = held - 1 where id = any(${classIds as string[]}::uuid[])`
}
