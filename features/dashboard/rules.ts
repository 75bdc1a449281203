import type { Permission } from '../../contract/menu.ts'
import type { Bilingual } from '../../contract/refusal.ts'

/** Kinds of what a board counts; sums in fen and hours in tenths are kinds of their own. */
export const boardKinds = [
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
] as const
export type BoardKind = (typeof boardKinds)[number]

/** Kinds of which only what there is now is shown: active learners’ accounts, and enrolments under way. */
export const standingKinds = ['learners', 'studying'] as const
export type StandingKind = (typeof standingKinds)[number]

/** Unit of what is counted. */
type Measure = 'count' | 'fen' | 'tenths'

interface Board {
  readonly words: Bilingual
  readonly measure: Measure
  /** The unit of its amounts, in English of one and of several; money has its sign. */
  readonly unit?: Bilingual & { readonly one: string }
  /** The list that has exactly these rows; none has people of several days. */
  readonly list?: {
    readonly page: Permission
    /** Its filters of the first and the last day, and what else narrows it to these rows. */
    readonly days: readonly [from: string, to: string]
    readonly only?: string
    /** True if it is filtered by class type as well. */
    readonly byClassType: boolean
  }
}

const unit = {
  registrations: { zh: '人次', en: 'registrations', one: 'registration' },
  passes: { zh: '人次', en: 'passes', one: 'pass' },
  people: { zh: '人', en: 'learners', one: 'learner' },
  hours: { zh: '学时', en: 'hours', one: 'hour' },
  certificates: { zh: '张', en: 'certificates', one: 'certificate' },
  orders: { zh: '单', en: 'orders', one: 'order' },
  refunds: { zh: '笔', en: 'refunds', one: 'refund' },
  invoices: { zh: '张', en: 'invoices', one: 'invoice' },
} as const
const records = { page: '/train-manage/study-report', byClassType: true } as const
const orders = { page: '/order-manage/list', byClassType: true } as const
const paid = {
  ...orders,
  days: ['paidFrom', 'paidTo'],
  only: 'status=paid,part_refunded,refunded',
} as const
const refunds = {
  page: '/invoice-manage/refund-list',
  days: ['refundedFrom', 'refundedTo'],
  byClassType: true,
} as const
const invoices = {
  page: '/invoice-manage/invoice-list',
  days: ['issuedFrom', 'issuedTo'],
  byClassType: false,
} as const
const blue = { ...invoices, only: 'colour=blue' } as const
const red = { ...invoices, only: 'colour=red' } as const

/** The kinds with their names, measures and lists. */
export const boards: Readonly<Record<BoardKind, Board>> = {
  registrations: {
    words: { zh: '报名人次', en: 'Registrations' },
    measure: 'count',
    unit: unit.registrations,
    list: { ...records, days: ['createdFrom', 'createdTo'] },
  },
  active: { words: { zh: '活跃学员', en: 'Active learners' }, measure: 'count', unit: unit.people },
  hours: {
    words: { zh: '获得学时', en: 'Hours earned' },
    measure: 'tenths',
    unit: unit.hours,
    list: { ...records, days: ['earnedFrom', 'earnedTo'], only: 'tab=hours' },
  },
  passes: {
    words: { zh: '合格人次', en: 'Passes' },
    measure: 'count',
    unit: unit.passes,
    list: { ...records, days: ['passedFrom', 'passedTo'], only: 'status=passed' },
  },
  certificates: {
    words: { zh: '发证', en: 'Certificates' },
    measure: 'count',
    unit: unit.certificates,
    list: {
      page: '/student-manage/student',
      days: ['issuedFrom', 'issuedTo'],
      only: 'tab=certificates&status=valid',
      byClassType: true,
    },
  },
  orders: {
    words: { zh: '订单', en: 'Orders' },
    measure: 'count',
    unit: unit.orders,
    list: { ...orders, days: ['from', 'to'] },
  },
  payments: { words: { zh: '已付订单', en: 'Paid orders' }, measure: 'count', unit: unit.orders, list: paid },
  moneyIn: { words: { zh: '收款', en: 'Money in' }, measure: 'fen', list: paid },
  refunds: { words: { zh: '退款笔数', en: 'Refunds' }, measure: 'count', unit: unit.refunds, list: refunds },
  moneyOut: { words: { zh: '退款金额', en: 'Money out' }, measure: 'fen', list: refunds },
  invoices: { words: { zh: '蓝字发票', en: 'Invoices' }, measure: 'count', unit: unit.invoices, list: blue },
  invoiced: { words: { zh: '开票金额', en: 'Invoiced' }, measure: 'fen', list: blue },
  redInvoices: {
    words: { zh: '红字发票', en: 'Red invoices' },
    measure: 'count',
    unit: unit.invoices,
    list: red,
  },
  reddened: { words: { zh: '红冲金额', en: 'Reversed by red invoices' }, measure: 'fen', list: red },
}

/** The longest range, in days. */
export const longestRange = 366

/** The longest range in which the active learners of each unit are counted, in days. */
export const longestActive = 92

/** A range of whole days, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day so many days later. */
export const dayAfter = (day: string, days = 1) => dayOf(at(day) + days * dayMs)

/** Days of a range. */
export const daysOf = ({ from, to }: DayRange) => Math.round((at(to) - at(from)) / dayMs) + 1

/** Days or months that the course of a range is read by. */
export type Step = 'day' | 'month'

/** The days of a range in the day or the month that begins with one. */
export function stepRange(start: string, step: Step, { from, to }: DayRange): DayRange {
  if (step === 'day') return { from: start, to: start }
  const next = new Date(at(`${start.slice(0, 8)}01`))
  next.setUTCMonth(next.getUTCMonth() + 1)
  const last = dayAfter(dayOf(next.getTime()), -1)
  return { from: start < from ? from : start, to: last < to ? last : to }
}

/** The range of as many days right before one; the month before where it is a month. */
export function rangeBefore(range: DayRange): DayRange {
  const to = dayAfter(range.from, -1)
  const isMonth = range.from.endsWith('-01') && dayAfter(range.to).endsWith('-01') && daysOf(range) <= 31
  return { from: isMonth ? `${to.slice(0, 8)}01` : dayAfter(range.from, -daysOf(range)), to }
}

/** All days that anything is counted of. */
export const ever: DayRange = { from: '2000-01-01', to: '2100-12-31' }

/** A range in whole months and the days around them: what is folded by month is read by month. */
export interface Pieces {
  /** Months whose first day is in it, from and before. */
  readonly months: readonly [string, string]
  /** Days, from and before, in two pieces: those before the months and those after. */
  readonly days: readonly (readonly [string, string])[]
}

/** Takes a range apart into months and days. */
export function piecesOf(range: DayRange): Pieces {
  const end = dayAfter(range.to)
  const next = new Date(at(`${range.from.slice(0, 8)}01`))
  if (!range.from.endsWith('-01')) next.setUTCMonth(next.getUTCMonth() + 1)
  const first = dayOf(next.getTime())
  const last = `${end.slice(0, 8)}01`
  if (first >= last) return { months: [end, end], days: [[range.from, end]] }
  return {
    months: [first, last],
    days: [
      [range.from, first],
      [last, end],
    ],
  }
}

/** Names of what is of no class type, and of orders of several. */
export const typeWords: Readonly<Record<string, Bilingual>> = {
  '': { zh: '不属于班级类型', en: 'Of no class type' },
  '*': { zh: '多种班级类型', en: 'Several class types' },
}

/** An amount as a sheet or a chart has it: in yuan or hours where it is fen or tenths. */
export const plainAmount = (kind: BoardKind, amount: number) =>
  amount / { count: 1, fen: 100, tenths: 10 }[boards[kind].measure]

/**
 * The address of the list that has exactly the rows of a figure; null where no list does.
 */
export function listAddress(
  kind: BoardKind,
  { from, to }: DayRange,
  { unitId, classType }: { unitId?: string | undefined; classType?: string | undefined },
): string | null {
  const { list } = boards[kind]
  if (!list || classType === '' || (classType !== undefined && !list.byClassType)) return null
  const filters = new URLSearchParams(list.only)
  filters.set(list.days[0], from)
  filters.set(list.days[1], to)
  if (unitId) filters.set('unitId', unitId)
  if (classType !== undefined) filters.set('classType', classType)
  return `${list.page}?${filters.toString()}`
}
