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
  /** The days one by one: nothing is read by the month. */
  readonly byDay?: boolean
  /** Units to count, each with its own; the unit of the board unless given. */
  readonly units?: Fragment
}

/**
 * Rows (kind, class_type, start, since, unit_id, amount) that add up to what was counted in a range, folded or not. Whole
 * months are one row each. Of active learners those of a range are the rows whose `since` is before it.
 */
export function counted(
  db: Db,
  board: Board,
  { from, to }: DayRange,
  { kinds, byDay, units }: Wanted,
): Fragment {
  const { projectId, unitId, classType } = board
  const pieces = piecesOf({ from, to })
  const ofUnit = units
    ? db`c.unit_id = any(${units})`
    : unitId
      ? db`c.unit_id = ${unitId}`
      : db`c.unit_id is null`
  const ofType = classType === undefined ? db`` : db`and c.class_type = ${classType}`
  const folded = (
    grain: 'day' | 'month',
    some: Wanted['kinds'],
    [first, end]: readonly [string, string],
  ) => db`
    select c.kind, c.class_type, c.start, c.since, c.unit_id, c.amount from board_counts c
    where c.project_id = ${projectId} and ${ofUnit} and c.kind = any(${some as string[]}) and c.grain = ${grain}
      and c.start >= ${first}::date and c.start < ${end}::date ${ofType}`
  const whole = [from, piecesOf({ from, to }).days.at(-1)![1]] as const
  const others = kinds.filter((kind) => kind !== 'active')
  const parts = [
    ...(kinds.includes('active') ? [folded('day', ['active'], whole)] : []),
    ...(others.length === 0
      ? []
      : byDay
        ? [folded('day', others, whole)]
        : [
            folded('month', others, pieces.months),
            ...pieces.days.map((piece) => folded('day', others, piece)),
          ]),
  ]
  // Of a unit with all below it, by the place it has now.
  const above = db`cross join lateral unnest(string_to_array(rtrim(u.path, '/'), '/')::uuid[]) c (unit_id)`
  const inUnits = units || unitId
  const deltas = db`
    select d.kind, d.class_type, d.day, d.since, ${inUnits ? db`c.unit_id` : db`null::uuid`}, d.amount
    from board_deltas d left join accounts a on a.id = d.account_id
    left join units u on u.id = case when d.account_id is null then d.unit_id else a.unit_id end
    ${inUnits ? above : db``}
    where d.project_id = ${projectId} and d.kind = any(${kinds as unknown as string[]})
      and d.day between ${from}::date and ${to}::date
      ${inUnits ? db`and ${ofUnit}` : db``}
      ${classType === undefined ? db`` : db`and d.class_type = ${classType}`}`
  return parts.reduceRight((all, part) => db`${part} union all ${all}`, deltas)
}

/** The same of a range and the one before, with `is_now`: each learner of a range once. */
export function compared(db: Db, board: Board, wanted: Wanted): Fragment {
  const of = (range: DayRange, isNow: boolean) => db`
    select ${isNow}::boolean as is_now, r.* from (${counted(db, board, range, wanted)}) r
    where r.since < ${range.from}::date`
  return db`${of(board.range, true)} union all ${of(board.before, false)}`
}

/** Sums of compared rows `x`: of the range and of the one before. */
export const sums = (db: Db): Fragment => db`
  coalesce(sum(x.amount) filter (where x.is_now), 0)::bigint as value,
  coalesce(sum(x.amount) filter (where not x.is_now), 0)::bigint as before`
