import type { FastifyInstance } from 'fastify'
import { Value } from 'typebox/value'
import { paymentChannelNames } from '../../contract/payment.ts'
import type { AppContext } from '../../server/appContext.ts'
import { gatewayPaths, hasDemoGateway } from '../../server/channels/openPayment.ts'
import { readForms } from '../../server/forms.ts'
import { languageOf } from '../../server/caller.ts'
import { pay, scan } from './actions.ts'
import { alipayGatewayRoutes } from './alipayRoutes.ts'
import { checkoutPage } from './checkoutPage.ts'
import { findByToken, RefundFault, refundFaultsOf } from './data.ts'
import { wechatPayRoutes } from './wechatRoutes.ts'

interface Visit {
  Params: { token: string }
  Querystring: { cancelled?: string; redirect_url?: string }
  Body: { do?: string; refundFault?: string } | null
}

/**
 * The demo's own WeChat Pay and Alipay, and the checkout that their codes and pages open. Only in demo mode, and never
 * when a real merchant contract is configured.
 */
export async function gatewayRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db, environment } = app
  if (!hasDemoGateway(environment)) return
  await wechatPayRoutes(http, app)
  await alipayGatewayRoutes(http, app)

  const paths = paymentChannelNames.map((name) => `${gatewayPaths[name]}/cashier/:token`)
  for (const path of paths) {
    http.get<Visit>(path, async (request, reply) => {
      const payment = await findByToken(db, request.params.token)
      if (payment) await scan(db, payment.outTradeNo)
      return reply
        .code(payment ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(checkoutPage(languageOf(request), payment, request.query.cancelled === '1'))
    })
  }
  await http.register(async (forms) => {
    readForms(forms)
    for (const path of paths) {
      forms.post<Visit>(path, async (request, reply) => {
        const payment = await findByToken(db, request.params.token)
        const isPaying = request.body?.do === 'pay'
        const fault = request.body?.refundFault
        const isKnown = payment !== null && Value.Check(RefundFault, fault)
        const refundFault = isKnown && refundFaultsOf(payment).includes(fault) ? fault : null
        if (payment && isPaying) await db.begin((tx) => pay(tx, payment.outTradeNo, { refundFault }))
        // From the browser of a phone the payer goes back to the merchant, paid or not.
        const back = request.query.redirect_url
        if (back && URL.canParse(back) && new URL(back).origin === new URL(environment.publicUrl).origin) {
          return reply.redirect(back, 303)
        }
        return reply.redirect(request.url.split('?')[0]! + (isPaying ? '' : '?cancelled=1'), 303)
      })
    }
  })
}
