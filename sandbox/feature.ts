import type { Feature } from '../server/feature.ts'
import { callSeller, issueInvoice } from './invoice/jobs.ts'
import { invoiceRoutes } from './invoice/routes.ts'
import { notifyMerchant } from './payment/jobs.ts'
import { gatewayRoutes } from './payment/routes.ts'
import { resultRoutes } from './push/routes.ts'
import { sweepGrants } from './wechat/jobs.ts'
import { wechatRoutes } from './wechat/routes.ts'

/** The demo's own WeChat Pay, Alipay, 诺诺, WeChat and receiver of results, which answer where the real ones do; loaded only for a demo. */
export const sandboxFeature: Feature = {
  group: 'platform',
  tables: {
    gateway_payments: { shared: 'of the demo’s own payment channels' },
    gateway_refunds: { shared: 'of the demo’s own payment channels' },
    sandbox_drawers: { shared: 'of the demo’s own Nuonuo' },
    sandbox_invoices: { shared: 'of the demo’s own Nuonuo' },
    sandbox_knobs: { shared: 'of the demo’s own Nuonuo' },
    sandbox_red_forms: { shared: 'of the demo’s own Nuonuo' },
    sandbox_results: { shared: 'of the demo’s own outside system' },
    wechat_followers: { shared: 'of the demo’s own WeChat' },
    wechat_grants: { shared: 'of the demo’s own WeChat' },
  },
  routes: [gatewayRoutes, invoiceRoutes, resultRoutes, wechatRoutes],
  jobs: [notifyMerchant, issueInvoice, callSeller, sweepGrants],
}
