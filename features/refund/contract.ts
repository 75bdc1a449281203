import { OneOf } from '../../contract/call.ts'

const refundStatuses = ['applied', 'processing', 'succeeded', 'failed', 'rejected', 'cancelled'] as const
export const RefundStatus = OneOf(refundStatuses)
export type RefundStatus = (typeof refundStatuses)[number]

/** Surplus money goes back by itself; the others are refunds of what was bought. */
const refundKinds = ['surplus', 'learner', 'operator'] as const
export const RefundKind = OneOf(refundKinds)
