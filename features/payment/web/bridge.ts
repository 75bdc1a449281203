import type { BridgeRequest } from '../../../contract/payment.ts'

/** Bridge that WeChat's own browser gives its pages. */
interface WeixinJSBridge {
  invoke(
    name: 'getBrandWCPayRequest',
    request: BridgeRequest,
    done: (answer: { err_msg: string }) => void,
  ): void
}
declare global {
  interface Window {
    WeixinJSBridge?: WeixinJSBridge
  }
}

/** Milliseconds WeChat's browser gets to bring its bridge. */
const bridgeWait = 3000

/** The bridge, which comes some time after the page; undefined where it never does. */
async function findBridge(): Promise<WeixinJSBridge | undefined> {
  if (!window.WeixinJSBridge) {
    await new Promise<void>((resolve) => {
      document.addEventListener('WeixinJSBridgeReady', () => resolve(), { once: true })
      setTimeout(resolve, bridgeWait)
    })
  }
  return window.WeixinJSBridge
}

/**
 * Opens WeChat's own payment window; `instead` is the demo's substitute, which has none. Whether the money
 * came only the server knows: `ok` is the word of the page's own browser. `failed` where it did not open, as for another
 * person than the prepayment is for.
 */
export async function openWechatWindow(
  request: BridgeRequest,
  instead: string | null,
): Promise<'ok' | 'cancelled' | 'failed'> {
  if (instead && !window.WeixinJSBridge) {
    location.assign(instead)
    return 'ok'
  }
  const bridge = await findBridge()
  if (!bridge) return 'failed'
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', request, ({ err_msg }) =>
      resolve(err_msg.endsWith(':ok') ? 'ok' : err_msg.endsWith(':cancel') ? 'cancelled' : 'failed'),
    )
  })
}
