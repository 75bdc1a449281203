import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Scope, Session } from '../../../server/session.ts'
import {
  BoardDay,
  boardRefusals,
  BoardType,
  BoardUnit,
  type dashboardCalls,
  type Figure,
  Totals,
} from '../contract.ts'
import {
  type BoardKind,
  boardKinds,
  type DayRange,
  daysOf,
  ever,
  longestActive,
  type StandingKind,
  standingKinds,
} from '../rules.ts'
import { type Board, boardOf, compared, counted, sums } from './read.ts'

type Query<K extends keyof typeof dashboardCalls> = InputOf<(typeof dashboardCalls)[K]>

const FigureRow = Type.Object({
  kind: Type.String(),
  classType: Type.String(),
  value: Type.Integer(),
  before: Type.Integer(),
})

/** The kinds that are counted of a class type: a learner is active in all of them at once. */
const kindsOf = ({ classType }: Board) =>
  classType === undefined ? boardKinds : boardKinds.filter((kind) => kind !== 'active')

async function figuresOf(db: Db, board: Board): Promise<Figure[]> {
  const kinds = kindsOf(board)
  const rows = rowsOf(
    FigureRow,
    await db`
      select x.kind, '' as class_type, ${sums(db)} from (${compared(db, board, { kinds })}) x group by x.kind`,
  )
  const byKind = new Map(rows.map((row) => [row.kind, row]))
  return kinds.map((kind) => {
    const { value = 0, before = 0 } = byKind.get(kind) ?? {}
    return { kind, value, before }
  })
}

const StandingRow = Type.Pick(Totals, [
  'learners',
  'classesOnShelf',
  'studying',
  'passedThisYear',
  'hoursTenthsThisYear',
  'certificatesThisYear',
])

/** The figures as they stand, in one statement; the year is the calendar year in China. */
async function getStanding(db: Db, board: Board, today: string): Promise<Static<typeof StandingRow>> {
  const sum = (kind: StandingKind | BoardKind) => db`
    coalesce(sum(x.amount) filter (where x.kind = ${kind}), 0)::int`
  const year = { from: `${today.slice(0, 5)}01-01`, to: today }
  const rows = await db`
    select ${sum('learners')} as learners, ${sum('studying')} as studying, ${sum('passes')} as passed_this_year,
      ${sum('hours')} as hours_tenths_this_year, ${sum('certificates')} as certificates_this_year,
      (select count(*) from train_classes c
        where c.project_id = ${board.projectId} and c.status = 'on_shelf')::int as classes_on_shelf
    from (
      ${counted(db, board, ever, { kinds: standingKinds })}
      union all
      ${counted(db, board, year, { kinds: ['passes', 'hours', 'certificates'] })}) x`
  return rowOf(StandingRow, rows)!
}

/** The key figures as they stand, and those of a range for who may open the boards. Refuses as `boardOf`. */
export async function getTotals(
  db: Db,
  session: Session,
  input: InputOf<typeof dashboardCalls.getDashboardDataTotal>,
): Promise<Totals> {
  const board = await boardOf(db, session.scope, input)
  const [standing, figures] = await Promise.all([
    getStanding(db, { ...board, classType: undefined }, board.today),
    session.menus.has('/dashboard/index') ? figuresOf(db, board) : [],
  ])
  return { ...standing, range: board.range, rangeBefore: board.before, figures }
}

/** The kind of a board that names none. */
const anyKind: BoardKind = 'registrations'

/** The column of a kind in a list of days. */
const columnOf = (kind: BoardKind) => kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The days of a range with what was counted on each, the last first. Refuses as `boardOf`. */
export async function pageDays(db: Db, scope: Scope, input: Query<'queryDashboardList'>) {
  const board = await boardOf(db, scope, input)
  const { from, to } = board.range
  const column = (kind: BoardKind) => db`d.${db(columnOf(kind))}`
  const columns = boardKinds.map(
    (kind) => db`coalesce(sum(x.amount) filter (where x.kind = ${kind}), 0)::bigint as ${db(columnOf(kind))}`,
  )
  return page(db, BoardDay, input, {
    columns: boardKinds.reduce((all, kind) => db`${all}, ${column(kind)}`, db`d.day::text`),
    from: db`(
      select day::date, ${columns.reduce((all, one) => db`${all}, ${one}`)}
      from generate_series(${from}::date, ${to}::date, '1 day') day
      left join (${counted(db, board, board.range, { kinds: kindsOf(board), byDay: true })}) x on x.start = day
      group by day) d`,
    sorts: {
      day: db`d.day`,
      ...(Object.fromEntries(boardKinds.map((kind) => [kind, column(kind)])) as Record<
        BoardKind,
        ReturnType<typeof column>
      >),
    },
    orderBy: db`d.day desc`,
    summed: true,
  })
}

const Point = Type.Object({ start: Type.String(), value: Type.Integer() })

/** One kind by days or months of a range and of the one before, those with nothing included. Refuses as `boardOf`. */
export async function getSeries(db: Db, scope: Scope, input: Query<'getDashboardDataTotalGroup'>) {
  const board = await boardOf(db, scope, input)
  const { kind = anyKind, step = 'day' } = input
  const kinds = kindsOf(board).filter((one) => one === kind)
  const pointsOf = async ({ from, to }: DayRange) =>
    rowsOf(
      Point,
      // Of a month that begins before the range its days of the range alone.
      await db`
        select s.start::date::text as start, coalesce(sum(x.amount), 0)::bigint as value
        from generate_series(date_trunc(${step}, ${from}::timestamp), ${to}::timestamp, ${`1 ${step}`}::interval) s (start)
        left join (${counted(db, board, { from, to }, { kinds, byDay: step === 'day' })}) x
          on date_trunc(${step}, x.start::timestamp) = s.start
            and x.since < greatest(s.start, ${from}::timestamp)
        group by s.start order by s.start`,
    )
  const [points, before] = await Promise.all([pointsOf(board.range), pointsOf(board.before)])
  return { points, before }
}

/** One kind by class type, the most first. Refuses as `boardOf`. */
export async function pageTypes(db: Db, scope: Scope, input: Query<'getDashboardDataByType'>) {
  const board = await boardOf(db, scope, input)
  const { kind = anyKind } = input
  return page(db, BoardType, input, {
    columns: db`${kind}::text as kind, t.class_type, t.value, t.before`,
    from: db`(
      select x.class_type, ${sums(db)} from (${compared(db, board, { kinds: [kind] })}) x
      group by x.class_type) t`,
    where: [db`(t.value <> 0 or t.before <> 0)`],
    sorts: { value: db`t.value`, before: db`t.before` },
    orderBy: db`t.value desc, t.class_type`,
    summed: true,
  })
}

/** Each class type with the kinds that are counted of it. Refuses as `boardOf`. */
export async function getTypes(db: Db, scope: Scope, input: Query<'getDashboardDataGroupType'>) {
  const board = await boardOf(db, scope, input)
  const kinds = boardKinds.filter((kind) => kind !== 'active')
  const rows = rowsOf(
    FigureRow,
    await db`
      select x.kind, x.class_type, ${sums(db)} from (${compared(db, board, { kinds })}) x
      group by x.kind, x.class_type order by x.class_type`,
  )
  const types = [...new Set(rows.map((row) => row.classType))]
  return types.map((classType) => ({
    classType,
    figures: kinds.map((kind) => {
      const { value = 0, before = 0 } =
        rows.find((row) => row.classType === classType && row.kind === kind) ?? {}
      return { kind, value, before }
    }),
  }))
}

const LastDay = Type.Object({ kind: Type.String(), day: Type.String() })

/** The last day of a year on which each kind was counted. Refuses as `boardOf`. */
export async function getLastDays(db: Db, scope: Scope, input: Query<'getDashboardDataLastDate'>) {
  const { range, ...board } = await boardOf(db, scope, input)
  const [now] = await db<{ at: string; first: string }[]>`
    select moment() as at, (${range.to}::date - 365)::text as first`
  const year = { from: now!.first, to: range.to }
  const rows = rowsOf(
    LastDay,
    await db`
      select k.kind, max(k.start)::text as day
      from (select x.kind, x.start from (
          ${counted(db, { ...board, range: year }, year, { kinds: boardKinds, byDay: true })}) x
        group by x.kind, x.start having sum(x.amount) <> 0) k
      group by k.kind`,
  )
  return {
    asOf: now!.at,
    days: boardKinds.map((kind) => ({ kind, day: rows.find((row) => row.kind === kind)?.day ?? null })),
  }
}

/**
 * The units right below one, or those on top, each with everything below it, the most first, and what is in none of
 * them. Refuses as `boardOf`, and (422) the active learners of units in a longer range than a quarter.
 */
export async function pageUnits(db: Db, scope: Scope, input: Query<'getDashboardDataTop'>) {
  const board = await boardOf(db, scope, input)
  const { kind = anyKind } = input
  if (kind === 'active' && daysOf(board.range) > longestActive)
    refuse(boardRefusals.tooLong, { days: longestActive }, 'from')
  const kinds = kindsOf(board).filter((one) => one === kind)
  // Where all units are below one, that one says nothing.
  const below = await db<{ id: string }[]>`
    select id from units where project_id = ${board.projectId} and unit_exists(status)
      and parent_id is not distinct from coalesce(${board.unitId}::uuid, (
        select min(id::text)::uuid from units
        where project_id = ${board.projectId} and parent_id is null and unit_exists(status) having count(*) = 1))`
  const units = below.map(({ id }) => id)
  return page(db, BoardUnit, input, {
    columns: db`
      ${kind}::text as kind, t.id as unit_id, t.name as unit_name, t.value, t.before,
      exists (select from units k where k.parent_id = t.id and unit_exists(k.status)) as has_units`,
    from: db`(
      with each as materialized (
        select x.unit_id, x.unit_id is not distinct from ${board.unitId}::uuid as is_all, ${sums(db)}
        from (${compared(db, board, { kinds, units })}) x group by x.unit_id)
      select u.id, u.name, e.value, e.before from each e join units u on u.id = e.unit_id where not e.is_all
      union all
      select null, null, coalesce(sum(case when is_all then value else -value end), 0)::bigint,
        coalesce(sum(case when is_all then before else -before end), 0)::bigint from each) t`,
    where: [db`(t.value <> 0 or t.before <> 0)`],
    sorts: { value: db`t.value`, before: db`t.before` },
    orderBy: db`t.id is null, t.value desc, t.name, t.id`,
    summed: true,
  })
}
