import type { Feature } from '../../server/feature.ts'
import { paymentProofHandlers } from './server/calls.ts'

/** The confirmation of a paid order as a PDF; no invoice. */
export const paymentProofFeature: Feature = {
  group: 'composition',
  handlers: [paymentProofHandlers],
}
