import { type Static, Type } from 'typebox'
import { call, Id, Moment, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'
import { boardKinds } from './rules.ts'

const menu = '/dashboard/index'

export const boardRefusals = refusals({
  backwards: {
    code: 422,
    zh: '开始日期不能晚于结束日期',
    en: 'The first day must not be after the last',
  },
  tooLong: {
    code: 422,
    zh: '一次最多查看 {days} 天，请缩小日期范围',
    en: 'At most {days} days can be viewed at once; choose a shorter range',
  },
})

/** Figures of the caller's scope as they stand now. */
const Standing = {
  learners: Type.Integer(),
  classesOnShelf: Type.Integer(),
  studying: Type.Integer(),
  passedThisYear: Type.Integer(),
  hoursTenthsThisYear: Type.Integer(),
  certificatesThisYear: Type.Integer(),
}

const Day = Type.String({ format: 'date' })
const Kind = OneOf(boardKinds)
/** People or rows, fen, or tenths of hours. */
const Amount = Type.Integer()

/** A kind in a range and in the range before. */
const Figure = Type.Object({ kind: Kind, value: Amount, before: Amount })
export type Figure = Static<typeof Figure>

/** Both days included; by the days of China. */
const Range = Type.Object({ from: Day, to: Day })

/** The figures of a range and as they stand; of a range only for those who may open the boards. */
export const Totals = Type.Object({
  ...Standing,
  range: Range,
  rangeBefore: Range,
  figures: Type.Array(Figure),
})
export type Totals = Static<typeof Totals>

const scoped = {
  /** A unit with everything below it; the whole scope of the caller unless it is given. */
  unitId: Type.Optional(Id),
}
const ranged = {
  ...scoped,
  /** The first and the last day; this month until today unless they are given. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
}
/** Registrations unless it is given. */
const kind = Type.Optional(Kind)
const classType = Type.Optional(Type.String({ maxLength: 40, description: '* for orders of several' }))

/** A day of the boards, each kind with its amount. */
export const BoardDay = Type.Object({
  day: Day,
  ...(Object.fromEntries(boardKinds.map((kind) => [kind, Amount])) as Record<
    (typeof boardKinds)[number],
    typeof Amount
  >),
})
export type BoardDay = Static<typeof BoardDay>

/** A class type of a kind; empty for what is of none, `*` for orders of several. */
export const BoardType = Type.Object({ kind: Kind, classType: Type.String(), value: Amount, before: Amount })
export type BoardType = Static<typeof BoardType>

/** A unit with all below it, in a range and the one before; null for what is in none of these units. */
export const BoardUnit = Type.Object({
  kind: Kind,
  unitId: Nullable(Id),
  unitName: Nullable(Type.String()),
  /** True if it has units below it. */
  hasUnits: Type.Boolean(),
  value: Amount,
  before: Amount,
})
export type BoardUnit = Static<typeof BoardUnit>

/** Caches that may be cleared. */
export const cacheNames = ['catalogueTotals', 'certificatePictures', 'questions', 'questionKeys'] as const
export type CacheName = (typeof cacheNames)[number]

export const dashboardCalls = {
  queryDashboardList: call('/dashboard/query-dashboard-list.action', {
    allow: menu,
    input: Paging(
      { ...ranged, classType },
      {
        sort: [
          'day',
          'registrations',
          'active',
          'hours',
          'passes',
          'certificates',
          'orders',
          'payments',
          'moneyIn',
          'refunds',
          'moneyOut',
          'invoices',
          'invoiced',
          'redInvoices',
          'reddened',
        ],
      },
    ),
    output: PageOf(BoardDay),
    summary: 'The days of a range, the last first, each with what was counted on it',
  }),
  getDashboardDataTotal: call('/dashboard/get-dashboard-data-total.action', {
    allow: ['/home/index', menu],
    input: Type.Object({ ...ranged, classType }),
    output: Totals,
    summary:
      'Key figures of the units the caller may see, and each kind of a range with the range of as many days before',
  }),
  getDashboardDataTotalGroup: call('/dashboard/get-dashboard-data-total-group.action', {
    allow: menu,
    input: Type.Object({ ...ranged, classType, kind, step: Type.Optional(OneOf(['day', 'month'])) }),
    output: Type.Object({
      points: Type.Array(Type.Object({ start: Day, value: Amount })),
      before: Type.Array(Type.Object({ start: Day, value: Amount })),
    }),
    summary: 'One kind by days or months, in a range and in the one before; active learners once in each',
  }),
  getDashboardDataByType: call('/dashboard/get-dashboard-data-by-type.action', {
    allow: menu,
    input: Paging({ ...ranged, kind }, { sort: ['value', 'before'] }),
    output: PageOf(BoardType),
    summary: 'One kind by class type, in a range and in the one before, the most first',
  }),
  getDashboardDataGroupType: call('/dashboard/get-dashboard-data-group-type.action', {
    allow: menu,
    input: Type.Object(ranged),
    output: Type.Array(Type.Object({ classType: Type.String(), figures: Type.Array(Figure) })),
    summary: 'Each class type with all kinds that are counted of it, in a range and in the one before',
  }),
  getDashboardDataLastDate: call('/dashboard/get-dashboard-data-last-date.action', {
    allow: menu,
    input: Type.Object(scoped),
    output: Type.Object({
      asOf: Moment,
      days: Type.Array(Type.Object({ kind: Kind, day: Nullable(Day) })),
    }),
    summary: 'The last day of the year until today on which each kind was counted, and as of when that is',
  }),
  getDashboardDataTop: call('/dashboard/get-dashboard-data-top.action', {
    allow: menu,
    input: Paging({ ...ranged, classType, kind }, { sort: ['value', 'before'] }),
    output: PageOf(BoardUnit),
    summary:
      'The units right below one, each with everything below it, by one kind of a range, the most first, and what is in none of them',
  }),
  delRedisKey: call('/dashboard/del-redis-key.action', {
    allow: menu,
    wholeProject: true,
    perMinute: 20,
    input: Type.Object({
      keys: Type.Array(OneOf(cacheNames), { minItems: 1, maxItems: cacheNames.length, uniqueItems: true }),
    }),
    output: Type.Array(Type.Object({ key: OneOf(cacheNames), cleared: Type.Integer() })),
    summary: 'Clears caches of the server by their names, and answers how many values each held',
  }),
}

export const dashboardExports = {
  exportDays: exportOf(dashboardCalls.queryDashboardList, '/dashboard/export-days.action', {
    title: { zh: '数据看板（按日）', en: 'Dashboard by day' },
  }),
  exportTypes: exportOf(dashboardCalls.getDashboardDataByType, '/dashboard/export-types.action', {
    title: { zh: '数据看板（按班级类型）', en: 'Dashboard by class type' },
  }),
  exportUnits: exportOf(dashboardCalls.getDashboardDataTop, '/dashboard/export-units.action', {
    title: { zh: '数据看板（按单位）', en: 'Dashboard by unit' },
  }),
}
