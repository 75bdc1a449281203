import type { SettingChanges, SettingKey, Settings } from '../contract.ts'
import { settingsOf } from '../rules.ts'

/** Keys that say where units send their money: another account takes a second person, an account less takes one. */
export const bankKeys = ['bankAccountName', 'bankName', 'bankAccount'] as const satisfies SettingKey[]

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
    'freeOrdersADay',
    'freeAmountADay',
    'refundApprovalAbove',
    'studentRefund',
    'refundClassProcess',
    'refundOrderTimes',
    'refundOrderDays',
  ],
  door: ['loginAsRegister', 'index2Open', 'singleSession', 'singleRole'],
  unused: ['showSettings', 'tagsView', 'fixedHeader', 'sidebarLogo', 'errorLog'],
} as const satisfies Record<string, readonly SettingKey[]>
export type SettingGroup = keyof typeof settingGroups

/** True if a difference is in where units send their money. */
export const isOfBank = ({ key }: SettingDifference): boolean => bankKeys.some((one) => one === key)

/** True if a difference has money go somewhere else. */
export const redirects = (difference: SettingDifference): boolean =>
  difference.after !== null && isOfBank(difference)

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
