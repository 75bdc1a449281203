import { lifecycle } from '../../contract/lifecycle.ts'
import type { Bilingual } from '../../contract/refusal.ts'
import { receiverFaults } from '../../contract/receiver.ts'

/** Events that are pushed: a pass, its reversal, and a change of the ledger of hours. */
export const pushEvents = ['pass', 'revert', 'hours'] as const
type PushEvent = (typeof pushEvents)[number]

export const eventNames: Readonly<Record<PushEvent, Bilingual>> = {
  pass: { zh: '班级合格', en: 'Passed a class' },
  revert: { zh: '撤回合格', en: 'Revoked a pass' },
  hours: { zh: '学时变动', en: 'Change of hours' },
}

/** One event on its way to the receiver. */
export const pushLifecycle = lifecycle({
  states: {
    waiting: ['等待推送', 'Waiting', { deliver: 'delivered', fail: 'failed', replay: 'waiting' }],
    delivered: ['已送达', 'Delivered', { replay: 'waiting' }],
    failed: ['未送达', 'Not delivered', { replay: 'waiting' }],
  },
  events: {
    deliver: ['送达', 'deliver'],
    fail: ['判为未送达', 'mark as not delivered'],
    replay: ['重新推送', 'push again'],
  },
})
export const pushStates = pushLifecycle.states

/** Causes for which a try came to nothing: those of the way there, an answer that is no consent, and our own fault. */
export const pushCauses = [...receiverFaults, 'status', 'redirect', 'internal'] as const
export type PushCause = (typeof pushCauses)[number]

/** Causes in words, with what can be done about each. */
export const causeNames: Readonly<Record<PushCause, Bilingual>> = {
  forbidden: {
    zh: '地址不允许：指向内部网络，或不是 https',
    en: 'Address not allowed: it leads into an inner network, or is not https',
  },
  unresolved: { zh: '域名无法解析', en: 'The name of the host cannot be resolved' },
  refused: { zh: '对方拒绝连接', en: 'The connection was refused' },
  insecure: { zh: '对方的证书无效', en: 'The certificate is not valid' },
  timeout: { zh: '10 秒内没有答复', en: 'No answer within 10 seconds' },
  broken: { zh: '连接中断', en: 'The connection broke off' },
  tooLong: { zh: '答复超过 64 KB', en: 'The answer is longer than 64 KB' },
  status: { zh: '对方答复了错误状态', en: 'The answer is an error' },
  redirect: { zh: '对方要求转到另一地址', en: 'The answer leads to another address' },
  internal: {
    zh: '平台内部错误，没有发出；请联系运维',
    en: 'An error of this platform, nothing was sent; ask its operator',
  },
}

/** The cause for which an answer is no consent; null for one that is. */
export const causeOf = (status: number): PushCause | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** Seconds after which a push is tried again, by how often it has failed. */
const delays = [15, 60, 300, 1800, 7200, 21_600, 86_400] as const

/** Seconds until the next try after so many failures. */
export const retryDelay = (failures: number): number => delays[Math.min(failures, delays.length) - 1]!

/** Seconds for which nothing is sent at most because there was no answer, so that what waits goes on soon after. */
const longestRest = 300

/** Seconds until a push is sent again that got no answer at this try: later and later, and no longer than a rest. */
export const silenceDelay = (tries: number): number => Math.min(retryDelay(tries), longestRest)

/** Messages in a row without an answer that may be chance, and how many of a round make the next rest twice as long. */
const [chance, round] = [4, 8]

/** Seconds for which nothing is sent to a receiver that gave no answer so many times in a row. */
export const restAfter = (silences: number): number =>
  silences <= chance ? 0 : Math.min(15 * 2 ** Math.floor((silences - chance) / round), longestRest)

/** Units in which hours are written. */
export const hourUnits = ['hours', 'tenths'] as const
export type HourUnit = (typeof hourUnits)[number]

export const hourUnitNames: Readonly<Record<HourUnit, Bilingual>> = {
  hours: { zh: '学时', en: 'Hours' },
  tenths: { zh: '十分之一学时', en: 'Tenths of an hour' },
}

interface FieldWords extends Bilingual {
  /** Value in a sample. */
  readonly sample: string | number
  /** It identifies or reaches a person. */
  readonly isPersonal?: true
}

/** Fields that a receiver may be sent, by our names. */
export const pushFields = {
  event: { zh: '事件', en: 'Event', sample: 'pass' },
  at: { zh: '发生时间', en: 'Time of the event', sample: '2023-05-01T02:00:00.000Z' },
  learnerId: { zh: '学员编号', en: 'Learner’s identifier', sample: '00000000-0000-4000-8000-000000000001' },
  enrolmentId: {
    zh: '报名编号',
    en: 'Enrolment’s identifier',
    sample: '00000000-0000-4000-8000-000000000002',
  },
  realName: { zh: '姓名', en: 'Name', sample: '张小明', isPersonal: true },
  cardNumber: { zh: '证件号', en: 'ID number', sample: '110101199003070000', isPersonal: true },
  mobile: { zh: '手机号', en: 'Mobile number', sample: '13900000000', isPersonal: true },
  unitName: { zh: '单位', en: 'Unit', sample: '示例单位' },
  classId: { zh: '班级编号', en: 'Class’s identifier', sample: '00000000-0000-4000-8000-000000000003' },
  className: { zh: '班级', en: 'Class', sample: '示例班级' },
  classType: { zh: '班级类型', en: 'Class type', sample: 'public' },
  year: { zh: '年度', en: 'Year', sample: 2023 },
  hours: { zh: '学时', en: 'Hours', sample: 240 },
  examScore: { zh: '考试成绩', en: 'Exam score', sample: 90 },
  certificateNumber: { zh: '证书编号', en: 'Certificate number', sample: 'N2023000001' },
} as const satisfies Readonly<Record<string, FieldWords>>
export type PushField = keyof typeof pushFields
export const pushFieldNames = Object.keys(pushFields) as PushField[]

/** Values of an event by our names; hours in tenths. */
export type PushFacts = Readonly<Record<PushField, string | number | null>>

/** A field and the name that the receiver knows it by. */
export interface FieldMapping {
  readonly field: PushField
  readonly key: string
}

/** Fields that a receiver is offered first: what happened, to whom by our identifier, in which class. */
export const usualFields: readonly FieldMapping[] = (
  ['event', 'at', 'learnerId', 'enrolmentId', 'className', 'year', 'hours'] as const
).map((field) => ({ field, key: field }))

/** The body of a message: the fields that are mapped and no other, hours in the receiver's unit. */
export function bodyOf(fields: readonly FieldMapping[], unit: HourUnit, facts: PushFacts): string {
  const valueOf = (field: PushField) => {
    const value = facts[field]
    return field === 'hours' && unit === 'hours' && typeof value === 'number' ? value / 10 : value
  }
  return JSON.stringify(Object.fromEntries(fields.map(({ field, key }) => [key, valueOf(field)])))
}

/** Facts of a sample, which are of nobody. */
export const sampleFacts = Object.fromEntries(
  pushFieldNames.map((field) => [field, pushFields[field].sample]),
) as PushFacts
