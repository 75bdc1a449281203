import type { PaymentChannelName } from '../../contract/payment.ts'
import type { Environment } from '../environment.ts'
import { alipay, type AlipayMerchant } from './alipay.ts'
import { demoAlipay, demoMerchant } from './demoMerchant.ts'
import { type PaymentChannel, type PaymentChannels, providerAddresses } from './payment.ts'
import { type WechatMerchant, wechatPay } from './wechatPay.ts'

/** Paths of each provider's notices for the portal's own merchant, below the portal's address. */
export const noticePaths: Readonly<Record<PaymentChannelName, string>> = {
  wechat: '/api/pay/wechat-notice',
  alipay: '/api/pay/alipay-notice',
}

/** The same for a merchant; null is the portal's own. */
export const noticePathOf = (channel: PaymentChannelName, merchantId: string | null) =>
  merchantId === null ? noticePaths[channel] : `${noticePaths[channel]}/${merchantId}`

/** Paths at which the demo's own providers answer, below the portal's address. */
export const gatewayPaths: Readonly<Record<PaymentChannelName, string>> = {
  wechat: '/dev/wechatpay',
  alipay: '/dev/alipay',
}

/**
 * True if this portal pays through its own gateway: only in demo mode, and never when a real merchant
 * contract is configured.
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
export function ownAddress({ host, port }: Environment): string {
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
    readBill: async (day) => (await channel()).readBill(day),
    check: async () => (await channel()).check(),
    readNotice: async (headers, raw) => (await channel()).readNotice(headers, raw),
  }
}

/** The numbers and keys of a merchant, with its channel; where the channel answers, the portal knows. */
export type MerchantKeys =
  | ({ channel: 'wechat' } & Omit<WechatMerchant, 'baseUrl'>)
  | ({ channel: 'alipay' } & Omit<AlipayMerchant, 'gateway' | 'pageGateway'>)

/**
 * The channel of a merchant, at its provider or, where this portal pays through them, at the demo's own gateways; its
 * notices come to an address of its own. `null` is the portal's own merchant.
 */
export function openMerchant(
  environment: Environment,
  merchantId: string | null,
  keys: MerchantKeys,
): PaymentChannel {
  const { publicUrl } = environment
  const isDemo = hasDemoGateway(environment)
  const own = isDemo ? ownAddress(environment) : publicUrl
  const notices = own + noticePathOf(keys.channel, merchantId)
  if (keys.channel === 'wechat') {
    const real = environment.wechatPay?.baseUrl ?? providerAddresses.wechat
    return wechatPay({ ...keys, baseUrl: isDemo ? own + gatewayPaths.wechat : real }, notices)
  }
  const real = environment.alipay?.gateway ?? providerAddresses.alipay
  const path = `${gatewayPaths.alipay}/gateway.do`
  const [gateway, pageGateway] = isDemo ? [own + path, publicUrl + path] : [real, real]
  return alipay({ ...keys, gateway, pageGateway }, notices)
}

function openDemo(environment: Environment): PaymentChannels {
  const { dataFolder } = environment
  return {
    wechat: later('wechat', async () =>
      openMerchant(environment, null, { channel: 'wechat', ...(await demoMerchant(dataFolder)) }),
    ),
    alipay: later('alipay', async () =>
      openMerchant(environment, null, { channel: 'alipay', ...(await demoAlipay(dataFolder)) }),
    ),
  }
}

/** Opens each payment channel whose contract is configured; in demo mode without any, those of the demo's own gateway. */
export function openPayment(environment: Environment): PaymentChannels {
  if (hasDemoGateway(environment)) return openDemo(environment)
  const contract = { wechat: environment.wechatPay, alipay: environment.alipay }
  return {
    wechat: contract.wechat && openMerchant(environment, null, { channel: 'wechat', ...contract.wechat }),
    alipay: contract.alipay && openMerchant(environment, null, { channel: 'alipay', ...contract.alipay }),
  }
}
