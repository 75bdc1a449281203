import { OneOf } from '../../../contract/call.ts'

export const refusalReasons = [
  'other_window',
  'too_fast',
  'lease_lost',
  'not_enrolled',
  'expired',
  'seek_ahead',
  'hidden',
  'scattered',
  'repeated',
  'question_open',
  'capture_missed',
] as const
/** Reason for which a stretch of a video was not counted. */
export type RefusalReason = (typeof refusalReasons)[number]
export const RefusalReason = OneOf(refusalReasons)

export const leaseEnds = ['released', 'other_window', 'lapsed'] as const
