import { sayMoment } from '../../../contract/message.ts'
import type { Bilingual } from '../../../contract/refusal.ts'
import type { SettingChanges, SettingKey, Settings } from '../contract.ts'
import { settingsOf } from '../rules.ts'

/** Keys that say where units send their money: another account takes a second person, an account less takes one. */
export const bankKeys = ['bankAccountName', 'bankName', 'bankAccount'] as const satisfies SettingKey[]

/** Keys that say what one person gives away alone: a higher value takes a second person, a lower one takes one. */
export const limitKeys = [
  'freeOrdersADay',
  'freeAmountADay',
  'refundApprovalAbove',
] as const satisfies SettingKey[]
export type LimitKey = (typeof limitKeys)[number]

export const limitNames: Readonly<Record<LimitKey, Bilingual>> = {
  freeOrdersADay: {
    zh: '每人每天可独自免单或改价的订单数',
    en: 'Daily waivers and price changes without approval',
  },
  freeAmountADay: { zh: '每人每天可独自减免的金额（元）', en: 'Daily reductions without approval (¥)' },
  refundApprovalAbove: { zh: '退款的审批线（元）', en: 'Refunds above this need approval (¥)' },
}

/** The setting page's groups, in its order. Class types have an editor of their own. */
export const settingGroups = {
  naming: ['title', 'shortTitle', 'versionCode', 'themeColor'],
  catalogue: [
    'classStartYear',
    'showClassTypeModel',
    'trySeeVideo',
    'hideElective',
    'mismatchRule',
    'hidePublicBaseType',
    'hidePublicMajorType',
    'hideSpecializedBaseType',
    'hideSpecializedMajorType',
  ],
  study: [
    'studyModel',
    'videoCanSeek',
    'finishVideoCanSeek',
    'videoCanSeekByLimitTime',
    'videoSeekLimitSeconds',
    'maxPlayRate',
    'secondWindow',
    'pauseWhenHidden',
  ],
  checks: [
    'captureKind',
    'captureEveryFrom',
    'captureEveryTo',
    'captureSeconds',
    'captureTries',
    'capturesADay',
    'captureMisses',
    'captureMakeUpDays',
  ],
  hours: [
    'requiredHoursTenths',
    'totalHoursTenths',
    'countCourseOnce',
    'minutesPerHour',
    'hourTolerance',
    'hideYearCertificate',
  ],
  order: [
    'orderMinutes',
    'transferDays',
    ...bankKeys,
    'approvalDays',
    ...limitKeys,
    'studentRefund',
    'refundClassProcess',
    'refundOrderTimes',
    'refundOrderDays',
  ],
  door: ['loginAsRegister', 'index2Open', 'singleSession', 'singleRole'],
  unused: ['showSettings', 'tagsView', 'fixedHeader', 'sidebarLogo', 'errorLog'],
} as const satisfies Record<string, readonly SettingKey[]>
export type SettingGroup = keyof typeof settingGroups

/** True if a difference has money that units send go somewhere else. */
export const redirects = ({ key, after }: SettingDifference): boolean =>
  after !== null && bankKeys.some((one) => one === key)

/** True if a difference lets one person give away more alone. */
export const loosens = ({ key, before, after }: SettingDifference): boolean =>
  limitKeys.some((one) => one === key) && (after as number) > (before as number)

/** True if a difference waits for a second person. */
export const takesTwo = (difference: SettingDifference): boolean =>
  redirects(difference) || loosens(difference)

/** Limits before and after a proposal, in words; and the moment from which it is to hold where that is a later one. */
export function sayLimits(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Bilingual {
  const raised = limitKeys.filter((key) => key in after)
  const from = typeof after.effectiveFrom === 'string' ? sayMoment(after.effectiveFrom) : null
  const side = (language: 'zh' | 'en') =>
    raised
      .map((key) => `${limitNames[key][language]} ${String(before[key])} → ${String(after[key])}`)
      .join(language === 'zh' ? '；' : '; ')
  return {
    zh: `${side('zh')}${from ? `，${from.zh}起` : ''}`,
    en: `${side('en')}${from ? `, from ${from.en}` : ''}`,
  }
}

/** One key that a step changes, with its values before and after. */
export interface SettingDifference {
  key: SettingKey
  before: unknown
  after: unknown
}

const same = (a: unknown, b: unknown) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Lists differences between two states of the settings, in the order of their keys. */
export function differences(before: Settings, after: Settings): SettingDifference[] {
  return (Object.keys(after) as SettingKey[])
    .filter((key) => !same(before[key], after[key]))
    .map((key) => ({ key, before: before[key], after: after[key] }))
}

/** The settings after a step. */
export function changed(own: Readonly<Record<string, unknown>>, changes: SettingChanges): Settings {
  return settingsOf({ ...own, ...changes })
}

/** A step in the order in which steps take effect. */
export interface Step {
  changes: SettingChanges
  withdrawn: boolean
}

/** Lists what each step changed of the values before it, in the order of effect; a withdrawn one nothing. */
export function history(steps: readonly Step[]): SettingDifference[][] {
  let own: Record<string, unknown> = {}
  return steps.map(({ changes, withdrawn }, i) => {
    const before = settingsOf(own)
    const next = { ...own, ...changes }
    if (!withdrawn) own = next
    return i === 0 ? [] : differences(before, settingsOf(next))
  })
}

/** The settings after each step. */
const courseOf = (steps: readonly Step[]): Settings[] => {
  let own: Record<string, unknown> = {}
  return steps.map(({ changes, withdrawn }) => {
    if (!withdrawn) own = { ...own, ...changes }
    return settingsOf(own)
  })
}

/**
 * Limits on one person that withdrawing a step would loosen: one would be higher from then on, or a later step that lowered
 * it would raise it.
 */
export function loosenedWithout(steps: readonly Step[], at: number): LimitKey[] {
  const now = courseOf(steps)
  const then = courseOf(steps.map((step, i) => (i === at ? { ...step, withdrawn: true } : step)))
  const raises = (course: Settings[], key: LimitKey, i: number) => course[i]![key] > course[i - 1]![key]
  return limitKeys.filter((key) =>
    steps.some(
      (_, i) =>
        i >= at && i > 0 && (then[i]![key] > now[i]![key] || (raises(then, key, i) && !raises(now, key, i))),
    ),
  )
}

/** People and things that feel a change of a key, counted before it is saved. */
export const effectKinds = [
  'learners',
  'studying',
  'trialClasses',
  'electives',
  'earlierClasses',
  'hiddenClasses',
  'closedTypes',
  'openOrders',
  'paidOrders',
  'manySessions',
  'manyRoles',
  'yearCertificates',
] as const
export type EffectKind = (typeof effectKinds)[number]

const effects: { [K in SettingKey]?: EffectKind } = {
  title: 'learners',
  shortTitle: 'learners',
  themeColor: 'learners',
  showClassTypeModel: 'learners',
  requiredHoursTenths: 'learners',
  totalHoursTenths: 'learners',
  countCourseOnce: 'learners',
  studyModel: 'studying',
  videoCanSeek: 'studying',
  finishVideoCanSeek: 'studying',
  videoCanSeekByLimitTime: 'studying',
  videoSeekLimitSeconds: 'studying',
  maxPlayRate: 'studying',
  secondWindow: 'studying',
  pauseWhenHidden: 'studying',
  captureKind: 'studying',
  captureEveryFrom: 'studying',
  captureEveryTo: 'studying',
  captureSeconds: 'studying',
  captureTries: 'studying',
  capturesADay: 'studying',
  captureMisses: 'studying',
  captureMakeUpDays: 'studying',
  trySeeVideo: 'trialClasses',
  hideElective: 'electives',
  classStartYear: 'earlierClasses',
  hidePublicBaseType: 'hiddenClasses',
  hidePublicMajorType: 'hiddenClasses',
  hideSpecializedBaseType: 'hiddenClasses',
  hideSpecializedMajorType: 'hiddenClasses',
  showClassType: 'closedTypes',
  orderMinutes: 'openOrders',
  mismatchRule: 'learners',
  studentRefund: 'paidOrders',
  refundClassProcess: 'paidOrders',
  refundOrderTimes: 'paidOrders',
  refundOrderDays: 'paidOrders',
  singleSession: 'manySessions',
  singleRole: 'manyRoles',
  hideYearCertificate: 'yearCertificates',
}

/** Kind of people or things that feel a change of a key; null where only what comes later does. */
export const effectOf = (key: SettingKey): EffectKind | null => effects[key] ?? null
