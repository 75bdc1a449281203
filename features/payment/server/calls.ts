import { methodAt } from '../../../contract/payment.ts'
import { refuse } from '../../../contract/refusal.ts'
import { bridgeAddress, hasDemoGateway } from '../../../server/channels/openPayment.ts'
import { handlers } from '../../../server/serve.ts'
import { paymentCalls, paymentRefusals } from '../contract.ts'
import { findPayer } from '../../wechat/server/actions.ts'
import { channelOf, checkOrder, openChannels, openCode } from './actions.ts'
import { endPayment, findUnsettled, settleDifference } from './differences.ts'

export const paymentHandlers = handlers(paymentCalls, {
  findUnsettled: ({ db, session, input }) => findUnsettled(db, session.scope, input.orderId),
  end: ({ db, session, input }) => db.begin((tx) => endPayment(tx, session, input)),
  settleDifference: ({ db, session, input }) => db.begin((tx) => settleDifference(tx, session, input)),
  async getOrderPayQrcode(ctx) {
    const { environment, session, input, ip } = ctx
    const { channel: wanted, place } = input
    if (wanted && place && !methodAt[wanted][place]) refuse(paymentRefusals.notHere, {}, 'place')
    const payer = place === 'wechat' ? await findPayer(ctx, input.scene) : null
    const returnUrl = `${environment.publicUrl}/go-pay?orderId=${input.orderId}`
    const code = await openCode(ctx, session, input, { payerIp: ip, payer, returnUrl })
    const { id: paymentId, codeUrl, channel, amount, endsAt: expiresAt, secondsLeft } = code
    const request = payer
      ? await (await channelOf(ctx, code)).bridge!({ appId: payer.appId, prepayId: codeUrl })
      : null
    const address = request ? bridgeAddress(environment, request, returnUrl) : codeUrl
    return {
      paymentId,
      codeUrl: request ? '' : codeUrl,
      request,
      channel,
      channels: await openChannels(ctx, session.projectId),
      amount,
      expiresAt,
      secondsLeft,
      cashierUrl: hasDemoGateway(environment) ? address : null,
    }
  },
  async isOrderPay(ctx) {
    const order = await checkOrder(ctx, ctx.session, ctx.input.orderId)
    const paid = !['unpaid', 'cancelled'].includes(order.status)
    return { ...order, paid }
  },
})
