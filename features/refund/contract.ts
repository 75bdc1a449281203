import { OneOf } from '../../contract/call.ts'

const refundStatuses = ['applied', 'processing', 'succeeded', 'failed', 'rejected', 'cancelled'] as const
export const RefundStatus = OneOf(refundStatuses)
export type RefundStatus = (typeof refundStatuses)[number]
