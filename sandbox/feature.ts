import type { Feature } from '../server/feature.ts'
import { notifyMerchant } from './payment/jobs.ts'
import { gatewayRoutes } from './payment/routes.ts'
import { sweepGrants } from './wechat/jobs.ts'
import { wechatRoutes } from './wechat/routes.ts'

/** The demo's own WeChat Pay, Alipay and WeChat, which answer where the real services do; loaded only for a demo. */
export const sandboxFeature: Feature = {
  group: 'platform',
  tables: {
    gateway_payments: { shared: 'of the demo’s own payment channels' },
    gateway_refunds: { shared: 'of the demo’s own payment channels' },
    wechat_followers: { shared: 'of the demo’s own WeChat' },
    wechat_grants: { shared: 'of the demo’s own WeChat' },
  },
  routes: [gatewayRoutes, wechatRoutes],
  jobs: [notifyMerchant, sweepGrants],
}
