import { lifecycle } from '../../contract/lifecycle.ts'

/** A plan from being written to the end of its time. */
export const planLifecycle = lifecycle({
  states: {
    draft: ['草稿', 'Draft', { publish: 'published', delete: 'deleted' }],
    published: ['已发布', 'Published', { withdraw: 'draft', close: 'closed' }],
    closed: ['已结束', 'Closed'],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    publish: ['发布', 'publish'],
    withdraw: ['撤回为草稿', 'withdraw to a draft'],
    close: ['结束', 'close'],
    delete: ['删除', 'delete'],
  },
})

/** Names of the states of a learner in a plan. */
export const personStateNames = {
  behind: { zh: '未完成计划', en: 'Behind' },
  fulfilled: { zh: '已完成计划', en: 'Fulfilled' },
} as const

/** Tenths of an hour by class type. */
export type Hours = Readonly<Record<string, number>>

/** A class as hours are planned with it. */
interface PlannedClass {
  classId: string
  classType: string
  /** Those that are new for its learner. */
  hoursTenths: number
}

/** A class with what the learner would pay for it, in fen. */
export interface OfferedClass extends PlannedClass {
  payable: number
}

/** Returns the sum of hours by class type. */
export function hoursByType(classes: readonly Omit<PlannedClass, 'classId'>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { classType, hoursTenths } of classes) sums[classType] = (sums[classType] ?? 0) + hoursTenths
  return sums
}

/** Returns what is left of some hours after others, by class type; a type without a gap is left out. */
export function gapsAfter(asked: Hours, ...others: readonly Hours[]): Record<string, number> {
  const gaps = Object.entries(asked).map(([classType, tenths]) => {
    const had = others.reduce((sum, hours) => sum + (hours[classType] ?? 0), 0)
    return [classType, tenths - had] as const
  })
  return Object.fromEntries(gaps.filter(([, gap]) => gap > 0))
}

/** A way to a number of hours: its last class and those before. */
interface Way<C> {
  readonly payable: number
  readonly count: number
  readonly last: C | null
  readonly before: Way<C> | null
}

/**
 * Chooses the classes that fill a gap with the fewest hours above it; of several such choices the cheapest, then the one
 * of fewest classes, then the one of classes that come first. Classes that cannot fill it together are all chosen.
 */
export function fillGap<C extends OfferedClass>(gapTenths: number, classes: readonly C[]): C[] {
  const useful = classes.filter(({ hoursTenths }) => hoursTenths > 0)
  if (gapTenths <= 0 || useful.length === 0) return []
  if (useful.reduce((sum, { hoursTenths }) => sum + hoursTenths, 0) <= gapTenths) return useful
  const most = gapTenths - 1 + Math.max(...useful.map(({ hoursTenths }) => hoursTenths))
  const ways: (Way<C> | undefined)[] = [{ payable: 0, count: 0, last: null, before: null }]
  for (const one of useful) {
    for (let sum = most; sum >= one.hoursTenths; sum--) {
      const before = ways[sum - one.hoursTenths]
      if (!before) continue
      const [payable, count] = [before.payable + one.payable, before.count + 1]
      const known = ways[sum]
      if (!known || payable < known.payable || (payable === known.payable && count < known.count))
        ways[sum] = { payable, count, last: one, before }
    }
  }
  const best = ways.find((way, sum) => sum >= gapTenths && way !== undefined)
  const chosen = new Set<C>()
  for (let way = best ?? null; way?.last; way = way.before) chosen.add(way.last)
  return useful.filter((one) => chosen.has(one))
}

/**
 * Chooses the classes that a learner still has to order: the required ones first, and for the hours that are missing
 * after them, by class type, some of those to choose from. Returns the hours too that no class of them fills.
 */
export function chooseClasses<C extends OfferedClass>(
  gaps: Hours,
  required: readonly C[],
  choices: readonly C[],
): { chosen: C[]; unfilled: Record<string, number> } {
  const left = gapsAfter(gaps, hoursByType(required))
  const filling = Object.entries(left).flatMap(([classType, gap]) =>
    fillGap(
      gap,
      choices.filter((one) => one.classType === classType),
    ),
  )
  const chosen = [...required, ...filling]
  return { chosen, unfilled: gapsAfter(gaps, hoursByType(chosen)) }
}

/** Returns the name of a plan or a class for the next year: each mention of its year becomes the year after. */
export const nameNextYear = (name: string, year: number): string =>
  name.replaceAll(new RegExp(`(?<!\\d)${year}(?!\\d)`, 'g'), String(year + 1))
