import { OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const enrolmentStatuses = [
  'applied',
  'active',
  'passed',
  'failed',
  'rejected',
  'withdrawn',
  'expired',
  'refunded',
  'removed',
  'transferred',
] as const
/** Where one learner stands in one class. */
export const EnrolmentStatus = OneOf(enrolmentStatuses)
export type EnrolmentStatus = (typeof enrolmentStatuses)[number]

export const enrolmentSources = ['order', 'batch', 'free', 'transfer', 'import', 'apply'] as const
/** What brought the learner into the class. */
export const EnrolmentSource = OneOf(enrolmentSources)
export type EnrolmentSource = (typeof enrolmentSources)[number]

export const enrolmentRefusals = refusals({
  alreadyJoined: {
    code: 409,
    zh: '您已加入“{name}”，可以直接去学习',
    en: 'You have joined "{name}" already; go on studying',
  },
  notOpen: {
    code: 409,
    zh: '这个班级现在不能学习：{state}',
    en: 'This class cannot be studied now: {state}',
  },
})
