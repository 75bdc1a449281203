import { Type } from 'typebox'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { boardRefusals } from '../contract.ts'
import {
  type BoardKind,
  type StandingKind,
  type DayRange,
  daysOf,
  longestRange,
  piecesOf,
  rangeBefore,
} from '../rules.ts'

/** A board as it was asked for: whose, of which days. */
export interface Board {
  readonly projectId: string
  /** The unit with everything below it; null for the whole project. */
  readonly unitId: string | null
  readonly range: DayRange
  readonly before: DayRange
  readonly classType: string | undefined
  /** The day it is. */
  readonly today: string
}

/** The unit a scope sees as a whole; null for a project. */
const rootOf = ({ unitPath }: Scope) => unitPath?.split('/').at(-2) ?? null

const Asked = Type.Object({
  today: Type.String(),
  path: Type.Union([Type.String(), Type.Null()]),
})

/**
 * The board for an input: this month until today unless it says otherwise. Refuses (404) a unit out of scope, and (422)
 * days that are no range, or too many.
 */
export async function boardOf(
  db: Db,
  scope: Scope,
  input: {
    from?: string | undefined
    to?: string | undefined
    unitId?: string | undefined
    classType?: string | undefined
  },
): Promise<Board> {
  const unitId = input.unitId ?? rootOf(scope)
  const rows = await db`
    select china_day(moment())::text as today, (select u.path from units u
      where u.id = ${unitId} and ${inScope(db, scope, { project: 'u.project_id', unitPath: 'u.path' })}) as path`
  const { today, path } = rowOf(Asked, rows)!
  if (unitId !== null && path === null) refuse(commonRefusals.notFound)
  const to = input.to ?? today
  const from = input.from ?? `${to.slice(0, 8)}01`
  for (const [field, day] of [
    ['from', from],
    ['to', to],
  ] as const)
    if (day < '2000-01-01' || day > '2100-12-31')
      throw badInput(field, {
        zh: '须在 2000 年至 2100 年之间',
        en: 'must be between the years 2000 and 2100',
      })
  if (from > to) refuse(boardRefusals.backwards, {}, 'from')
  const range = { from, to }
  if (daysOf(range) > longestRange) refuse(boardRefusals.tooLong, { days: longestRange }, 'from')
  return {
    projectId: scope.projectId,
    unitId,
    range,
    before: rangeBefore(range),
    classType: input.classType,
    today,
  }
}

interface Wanted {
  readonly kinds: readonly (BoardKind | StandingKind)[]
  /** The days one by one: nothing is read by the month, and of active learners each day alone. */
  readonly byDay?: boolean
  /** Units that are counted beside the board's own, each with all below it. */
  readonly units?: readonly string[]
}

/** Rows of a range that are folded: whole months are one row each. */
function folded(db: Db, board: Board, range: DayRange, { kinds, byDay, units }: Wanted): Fragment {
  const { projectId, unitId, classType } = board
  const { months, days } = piecesOf(range)
  const whole = [range.from, days.at(-1)![1]] as const
  const others = byDay ? kinds.filter((kind) => kind !== 'active') : kinds
  const parts: readonly (readonly [
    grain: string,
    some: Wanted['kinds'],
    piece: readonly [string, string],
  ])[] = byDay
    ? [
        ['day', others, whole],
        ['alone', kinds.includes('active') ? ['active'] : [], whole],
      ]
    : [['month', kinds, months], ...days.map((piece) => ['day', kinds, piece] as const)]
  // One piece at least: of no kinds it is empty.
  const pieces = parts.filter(([, , [first, end]]) => first < end)
  const own = unitId ? db`c.unit_id = ${unitId}` : db`c.unit_id is null`
  const places = units ? [own, db`c.unit_id = any(${units as string[]}::uuid[])`] : [own]
  const ofType = classType === undefined ? db`` : db`and c.class_type = ${classType}`
  return places
    .flatMap((place) =>
      pieces.map(
        ([grain, some, [first, end]]) => db`
          select c.kind, c.class_type, c.start, c.since, c.unit_id, c.amount from board_counts c
          where c.project_id = ${projectId} and ${place} and c.kind = any(${some as string[]}) and c.grain = ${grain}
            and c.start >= ${first}::date and c.start < ${end}::date ${ofType}`,
      ),
    )
    .reduce((all, part) => db`${all} union all ${part}`)
}

/** Rows of a range that are not folded yet, of a unit with all below it by the place it has now. */
function unfolded(db: Db, board: Board, { from, to }: DayRange, { kinds, byDay, units }: Wanted): Fragment {
  const { projectId, unitId, classType } = board
  const inUnits = units || unitId
  const own = unitId ? db`c.unit_id = ${unitId}` : db`c.unit_id is null`
  return db`
    select d.kind, d.class_type, d.day as start,
      ${byDay ? db`'-infinity'::date as since` : db`d.since`},
      ${inUnits ? db`c.unit_id` : db`null::uuid as unit_id`}, d.amount
    from board_changes d
    ${inUnits ? db`cross join lateral board_units(d.unit_id) c` : db``}
    where d.project_id = ${projectId} and d.kind = any(${kinds as unknown as string[]})
      and d.day between ${from}::date and ${to}::date
      ${inUnits ? (units ? db`and (${own} or c.unit_id = any(${units as string[]}::uuid[]))` : db`and ${own}`) : db``}
      ${classType === undefined ? db`` : db`and d.class_type = ${classType}`}`
}

/**
 * Rows (kind, class_type, start, since, unit_id, amount) that add up to what was counted in a range, folded or not. Whole
 * months are one row each. Of active learners those of a range are the rows whose `since` is before it; by day they are
 * those of each day, and `since` is before all days.
 */
export const counted = (db: Db, board: Board, range: DayRange, wanted: Wanted): Fragment => db`
  ${folded(db, board, range, wanted)} union all ${unfolded(db, board, range, wanted)}`

/** The same of a range and the one right before, with `is_now`: each learner of a range once. */
export function compared(db: Db, board: Board, wanted: Wanted): Fragment {
  const { range, before } = board
  const of = ({ from, to }: DayRange, isNow: boolean) => db`
    select ${isNow}::boolean as is_now, r.* from (${folded(db, board, { from, to }, wanted)}) r
    where r.since < ${from}::date`
  return db`
    ${of(range, true)} union all ${of(before, false)}
    union all
    select r.start >= ${range.from}::date, r.* from (
      ${unfolded(db, board, { from: before.from, to: range.to }, wanted)}) r
    where r.since < case when r.start >= ${range.from}::date then ${range.from}::date else ${before.from}::date end`
}

/** Sums of compared rows `x`: of the range and of the one before. */
export const sums = (db: Db): Fragment => db`
  coalesce(sum(x.amount) filter (where x.is_now), 0)::bigint as value,
  coalesce(sum(x.amount) filter (where not x.is_now), 0)::bigint as before`
