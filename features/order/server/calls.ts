import { handlerOf } from '../../../server/events.ts'
import { handlers } from '../../../server/serve.ts'
import { orderCalls } from '../contract.ts'
import { addNote, saveOrder } from './actions.ts'
import { getOrder, getOrderTotals, pageInvoiceable, pageMyOrders, pageOrders } from './data.ts'
import { repriceOrPropose } from './price.ts'
import { cancelOrder } from './settle.ts'
import { waiveOrPropose } from './waiver.ts'

export const orderHandlers = handlers(orderCalls, {
  saveOrder: ({ db, session, input }) => db.begin((tx) => saveOrder(tx, session, input)),
  getOrderDetail: ({ db, session, input }) => getOrder(db, session.scope, input.orderId),
  findMyOrderList: ({ db, session, input }) => pageMyOrders(db, session.accountId, input),
  findPageList: ({ db, session, input }) => pageOrders(db, session, input),
  getTotals: ({ db, session }) => getOrderTotals(db, session.scope),
  cancelMyOrder: ({ db, session, input }) => db.begin((tx) => cancelOrder(tx, session, input.orderId)),
  addNote: ({ db, session, input }) => db.begin((tx) => addNote(tx, session, input)),
  queryCanAddInvoiceOrderList: ({ db, session, input }) => pageInvoiceable(db, session.accountId, input),
  async updatePrice(ctx) {
    const { db, session, input } = ctx
    const approvalId = await db.begin((tx) => repriceOrPropose(tx, session, input))
    return { approvalId, mayBePaid: approvalId === null && (await handlerOf('repriced')(ctx, input.orderId)) }
  },
  freeOrder: ({ db, session, input }) => db.begin((tx) => waiveOrPropose(tx, session, input)),
})
