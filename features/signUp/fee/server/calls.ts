import { hasDemoGateway } from '../../../../server/channels/openPayment.ts'
import { handlers } from '../../../../server/serve.ts'
import { checkOrder, openChannels, openCode } from '../../../payment/server/actions.ts'
import { feeCalls } from '../contract.ts'
import { cancelUnitOrder, orderMyFee, placeUnitOrder } from './actions.ts'
import { assertUnitOrder, getCmsOrder, pageCmsOrders } from './data.ts'

export const feeHandlers = handlers(feeCalls, {
  query: ({ db, session, input }) => pageCmsOrders(db, session, input),
  get: ({ db, session, input }) => getCmsOrder(db, session, input.orderId),
  place: ({ db, session, input }) => db.begin((tx) => placeUnitOrder(tx, session, input)),
  async getPayCode(ctx) {
    const { db, environment, session, input, ip } = ctx
    await assertUnitOrder(db, session, input.orderId)
    const returnUrl = `${environment.publicUrl}/cms-manage/cms-order-manage?id=${input.orderId}`
    const code = await openCode(ctx, session, input, { payerIp: ip, payer: null, returnUrl })
    const { id: paymentId, codeUrl, channel, amount, endsAt: expiresAt, secondsLeft } = code
    return {
      paymentId,
      codeUrl,
      channel,
      channels: await openChannels(ctx, session.projectId),
      amount,
      expiresAt,
      secondsLeft,
      cashierUrl: hasDemoGateway(environment) ? codeUrl : null,
    }
  },
  async isPaid(ctx) {
    const { db, session, input } = ctx
    await assertUnitOrder(db, session, input.orderId)
    const { status, amount, openPaymentId, secondsLeft } = await checkOrder(ctx, session, input.orderId)
    return { paid: !['unpaid', 'cancelled'].includes(status), status, amount, openPaymentId, secondsLeft }
  },
  cancel: ({ db, session, input }) => db.begin((tx) => cancelUnitOrder(tx, session, input.orderId)),
  orderMyFee: ({ db, session, input }) => db.begin((tx) => orderMyFee(tx, session, input)),
})
