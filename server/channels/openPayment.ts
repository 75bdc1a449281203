import type { Environment } from '../environment.ts'
import { demoMerchant } from './demoMerchant.ts'
import type { PaymentChannel, PaymentChannels } from './payment.ts'
import { wechatPay } from './wechatPay.ts'

/** Where WeChat Pay sends its notices, below the portal's address. */
export const noticePath = '/api/pay/wechat-notice'

/** Where the demo's own WeChat Pay answers, below the portal's address. */
export const gatewayPath = '/dev/wechatpay'

/**
 * Whether this portal pays through its own gateway: only in demo mode, and never when a real merchant contract is
 * configured.
 */
export function hasDemoGateway(environment: Environment): boolean {
  return environment.demo && environment.wechatPay === null
}

/** The portal as it reaches itself, not through any proxy in front of it. */
function ownAddress({ host, port }: Environment): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

function demoChannel(environment: Environment): PaymentChannel {
  const own = ownAddress(environment)
  let opened: Promise<PaymentChannel> | undefined
  // The demo's keys take a moment to make: not while the portal starts.
  const channel = () =>
    (opened ??= demoMerchant(environment.dataFolder).then((merchant) =>
      wechatPay({ ...merchant, baseUrl: own + gatewayPath }, own + noticePath),
    ))
  return {
    name: 'wechat',
    create: async (payment) => (await channel()).create(payment),
    query: async (outTradeNo) => (await channel()).query(outTradeNo),
    close: async (outTradeNo) => (await channel()).close(outTradeNo),
    refund: async (refund) => (await channel()).refund(refund),
    readNotice: async (headers, raw) => (await channel()).readNotice(headers, raw),
  }
}

function openWechat(environment: Environment): PaymentChannel | null {
  if (environment.wechatPay) return wechatPay(environment.wechatPay, environment.publicUrl + noticePath)
  return environment.demo ? demoChannel(environment) : null
}

/** Opens each payment channel whose contract is configured, in demo mode on the demo's own gateway. */
export function openPayment(environment: Environment): PaymentChannels {
  return { wechat: openWechat(environment), alipay: null }
}
