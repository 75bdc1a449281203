import { bridgeAddress, hasDemoGateway } from '../../../server/channels/openPayment.ts'
import { handlers } from '../../../server/serve.ts'
import { paymentCalls } from '../contract.ts'
import { findPayer } from '../../wechat/server/actions.ts'
import { checkOrder, openChannels, openCode } from './actions.ts'

export const paymentHandlers = handlers(paymentCalls, {
  async getOrderPayQrcode(ctx) {
    const { db, channels, environment, session, input, ip } = ctx
    const payer = input.place === 'wechat' ? await findPayer(ctx, input.scene) : null
    const returnUrl = `${environment.publicUrl}/go-pay?orderId=${input.orderId}`
    const code = await openCode({ db, channels }, session, input, { payerIp: ip, payer, returnUrl })
    const { codeUrl, channel, amount, expiresAt, secondsLeft } = code
    const request = payer
      ? await channels.payment.wechat!.bridge!({ appId: payer.appId, prepayId: codeUrl })
      : null
    const address = request ? bridgeAddress(environment, request, returnUrl) : codeUrl
    return {
      codeUrl: request ? '' : codeUrl,
      request,
      channel,
      channels: openChannels({ channels }),
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
