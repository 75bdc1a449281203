import { handlers } from '../../../../server/serve.ts'
import { checkOrder, openUnitCode } from '../../../payment/server/actions.ts'
import { feeCalls } from '../contract.ts'
import { cancelUnitOrder, orderMyFee, placeUnitOrder, rejectFeeVoucher, submitFeeVoucher } from './actions.ts'
import { assertUnitOrder, getCmsOrder, pageCmsOrders } from './data.ts'
import { printFeeProForma } from './print.ts'

export const feeHandlers = handlers(feeCalls, {
  query: ({ db, session, input }) => pageCmsOrders(db, session, input),
  get: ({ db, secrets, session, input }) => getCmsOrder(db, secrets, session, input.orderId),
  place: ({ db, session, input }) => db.begin((tx) => placeUnitOrder(tx, session, input)),
  async getPayCode(ctx) {
    const { db, session, input } = ctx
    await assertUnitOrder(db, session, input.orderId)
    return openUnitCode(ctx, input, `/cms-manage/cms-order-detail?id=${input.orderId}`)
  },
  async isPaid(ctx) {
    const { db, session, input } = ctx
    await assertUnitOrder(db, session, input.orderId)
    const { status, amount, openPaymentId, secondsLeft } = await checkOrder(ctx, session, input.orderId)
    return { paid: !['unpaid', 'cancelled'].includes(status), status, amount, openPaymentId, secondsLeft }
  },
  submitVoucher: ({ db, session, input }) => db.begin((tx) => submitFeeVoucher(tx, session, input)),
  rejectVoucher: ({ db, session, input }) => db.begin((tx) => rejectFeeVoucher(tx, session, input)),
  getProForma: (ctx) => printFeeProForma(ctx, ctx.input.orderId),
  cancel: ({ db, session, input }) => db.begin((tx) => cancelUnitOrder(tx, session, input.orderId)),
  orderMyFee: ({ db, session, input }) => db.begin((tx) => orderMyFee(tx, session, input)),
})
