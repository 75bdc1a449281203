import type { Feature } from '../../server/feature.ts'
import { orderHistoryHandlers } from './server/calls.ts'

/** Events of an order and its money, from placing it to the money back. */
export const orderHistoryFeature: Feature = {
  group: 'composition',
  handlers: [orderHistoryHandlers],
}
