import { hasDemoGateway } from '../../../server/channels/openPayment.ts'
import { handlers } from '../../../server/serve.ts'
import { paymentCalls } from '../contract.ts'
import { checkOrder, openChannels, openCode } from './actions.ts'

export const paymentHandlers = handlers(paymentCalls, {
  async getOrderPayQrcode({ db, channels, environment, session, input, ip }) {
    const returnUrl = `${environment.publicUrl}/go-pay?orderId=${input.orderId}`
    const code = await openCode({ db, channels }, session, input, { payerIp: ip, returnUrl })
    const { codeUrl, channel, amount, expiresAt, secondsLeft } = code
    return {
      codeUrl,
      channel,
      channels: openChannels({ channels }),
      amount,
      expiresAt,
      secondsLeft,
      cashierUrl: hasDemoGateway(environment) ? codeUrl : null,
    }
  },
  async isOrderPay(ctx) {
    const order = await checkOrder(ctx, ctx.session, ctx.input.orderId)
    const paid = !['unpaid', 'cancelled'].includes(order.status)
    return { ...order, paid }
  },
})
