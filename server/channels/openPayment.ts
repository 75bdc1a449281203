import type { PaymentChannelName } from '../../contract/payment.ts'
import type { Environment } from '../environment.ts'
import { alipay } from './alipay.ts'
import { demoAlipay, demoMerchant } from './demoMerchant.ts'
import type { PaymentChannel, PaymentChannels } from './payment.ts'
import { wechatPay } from './wechatPay.ts'

/** Where each provider sends its notices, below the portal's address. */
export const noticePaths: Readonly<Record<PaymentChannelName, string>> = {
  wechat: '/api/pay/wechat-notice',
  alipay: '/api/pay/alipay-notice',
}

/** Where the demo's own providers answer, below the portal's address. */
export const gatewayPaths: Readonly<Record<PaymentChannelName, string>> = {
  wechat: '/dev/wechatpay',
  alipay: '/dev/alipay',
}

/**
 * Whether this portal pays through its own gateway: only in demo mode, and never when a real merchant contract is
 * configured.
 */
export function hasDemoGateway({ demo, wechatPay, alipay }: Environment): boolean {
  return demo && wechatPay === null && alipay === null
}

/** The demo's substitute for WeChat's own payment window; it leads back to `returnUrl`. */
export function bridgeAddress({ publicUrl }: Environment, request: object, returnUrl: string): string {
  const query = new URLSearchParams({ ...request, redirect_url: returnUrl })
  return `${publicUrl}${gatewayPaths.wechat}/bridge?${query}`
}

/** The portal as it reaches itself, not through any proxy in front of it. */
function ownAddress({ host, port }: Environment): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** A channel of the demo. Its keys take a moment to make: not while the portal starts. */
function later(name: PaymentChannelName, open: () => Promise<PaymentChannel>): PaymentChannel {
  let opened: Promise<PaymentChannel> | undefined
  const channel = () => (opened ??= open())
  return {
    name,
    create: async (payment) => (await channel()).create(payment),
    ...(name === 'wechat' ? { bridge: async (prepayment) => (await channel()).bridge!(prepayment) } : {}),
    query: async (outTradeNo) => (await channel()).query(outTradeNo),
    close: async (outTradeNo) => (await channel()).close(outTradeNo),
    refund: async (refund) => (await channel()).refund(refund),
    readNotice: async (headers, raw) => (await channel()).readNotice(headers, raw),
  }
}

function openDemo(environment: Environment): PaymentChannels {
  const { dataFolder, publicUrl } = environment
  const own = ownAddress(environment)
  return {
    wechat: later('wechat', async () =>
      wechatPay(
        { ...(await demoMerchant(dataFolder)), baseUrl: own + gatewayPaths.wechat },
        own + noticePaths.wechat,
      ),
    ),
    alipay: later('alipay', async () => {
      const path = `${gatewayPaths.alipay}/gateway.do`
      return alipay(
        { ...(await demoAlipay(dataFolder)), gateway: own + path, pageGateway: publicUrl + path },
        own + noticePaths.alipay,
      )
    }),
  }
}

/** Opens each payment channel whose contract is configured; in demo mode without any, those of the demo's own gateway. */
export function openPayment(environment: Environment): PaymentChannels {
  if (hasDemoGateway(environment)) return openDemo(environment)
  const { publicUrl } = environment
  return {
    wechat: environment.wechatPay && wechatPay(environment.wechatPay, publicUrl + noticePaths.wechat),
    alipay: environment.alipay && alipay(environment.alipay, publicUrl + noticePaths.alipay),
  }
}
