import { handlers } from '../../../server/serve.ts'
import { orderHistoryCalls } from '../contract.ts'
import { listEvents } from './data.ts'

export const orderHistoryHandlers = handlers(orderHistoryCalls, {
  find: async ({ db, session, input }) => ({ events: await listEvents(db, session, input.orderId) }),
})
