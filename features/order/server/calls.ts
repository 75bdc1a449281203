import { handlers } from '../../../server/serve.ts'
import { getSettings } from '../../project/server/actions.ts'
import { orderCalls } from '../contract.ts'
import { cancelOrder, saveOrder } from './actions.ts'
import { getOrder, pageMyOrders, pageOrders } from './data.ts'
import { waiveOrPropose } from './waiver.ts'

export const orderHandlers = handlers(orderCalls, {
  saveOrder: async ({ db, session, input }) =>
    saveOrder(db, session, input, (await getSettings(db, session.projectId)).orderMinutes),
  getOrderDetail: ({ db, session, input }) => getOrder(db, session.scope, input.orderId),
  findMyOrderList: ({ db, session, input }) => pageMyOrders(db, session.accountId, input),
  findPageList: ({ db, session, input }) => pageOrders(db, session.scope, input),
  cancelMyOrder: ({ db, session, input }) => cancelOrder(db, session, input.orderId),
  freeOrder: ({ db, session, input }) => waiveOrPropose(db, session, input.orderId, input.reason),
})
