import { escapeHtml } from '../../server/html.ts'
import { yuan } from '../../contract/money.ts'
import type { Language } from '../../contract/refusal.ts'
import { type GatewayPayment, refundFaultsOf } from './data.ts'

const words = {
  zh: {
    title: '演示收银台',
    demo: '演示环境：不会产生真实费用',
    to: '付款给',
    item: '商品',
    number: '商户单号',
    pay: '确认支付 ¥{amount}',
    cancel: '取消',
    SUCCESS: '支付成功',
    successHint: '请返回刚才的付款页，它会自动更新；这个页面可以关闭。',
    CLOSED: '这笔付款已关闭',
    closedHint: '二维码已过期或订单已取消，没有扣款。请回到付款页刷新二维码。',
    REFUND: '款项已原路退回',
    refundHint: '商户已退回这笔付款，无需操作。',
    cancelled: '已取消，没有扣款',
    cancelledHint: '在付款时间内可以再次打开这个页面继续支付。',
    again: '继续支付',
    drill: '演练：这笔钱以后的退款',
    fine: '正常退回',
    refundFaults: {
      CLOSED: '第一次被关闭（CLOSED）',
      ABNORMAL: '退款异常（ABNORMAL）',
      NO_BALANCE: '第一次因商户余额不足被拒绝',
      ACCOUNT_BLOCKED: '因付款人账户异常被拒绝',
    },
    unknown: '没有这笔付款',
    unknownHint: '请回到付款页重新扫描二维码。',
  },
  en: {
    title: 'Demo checkout',
    demo: 'Demo: no real money moves',
    to: 'Pay to',
    item: 'For',
    number: 'Order',
    pay: 'Pay ¥{amount}',
    cancel: 'Cancel',
    SUCCESS: 'Paid',
    successHint: 'Go back to the payment page: it updates by itself. You may close this page.',
    CLOSED: 'This payment is closed',
    closedHint: 'The code has expired or the order was cancelled; nothing was charged. Ask for a new code.',
    REFUND: 'The money went back',
    refundHint: 'The merchant has given this payment back; there is nothing to do.',
    cancelled: 'Cancelled, nothing was charged',
    cancelledHint: 'You can open this page again and pay while the time lasts.',
    again: 'Pay after all',
    drill: 'Drill: a later refund of this payment',
    fine: 'goes through',
    refundFaults: {
      CLOSED: 'is closed at first (CLOSED)',
      ABNORMAL: 'is abnormal (ABNORMAL)',
      NO_BALANCE: 'is refused at first: merchant balance too low',
      ACCOUNT_BLOCKED: 'is refused: payer’s account is blocked',
    },
    unknown: 'There is no such payment',
    unknownHint: 'Go back to the payment page and scan the code again.',
  },
} as const

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;align-content:center;font:17px/1.6 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;background:light-dark(#f2f3f5,#0d1319);color:light-dark(#16202c,#e8edf2)}
main{width:min(26rem,100%);margin:0 auto;padding:24px 16px calc(24px + env(safe-area-inset-bottom))}section{background:light-dark(#fff,#151d26);border:1px solid light-dark(#e3e7ec,#263240);border-radius:14px;padding:28px 24px;text-align:center}
h1{font-size:19px;margin:0 0 4px}p{margin:4px 0}.muted{color:light-dark(#5b6b7d,#97a6b5);font-size:15px}.amount{font-size:40px;font-weight:650;line-height:1.3;margin:12px 0;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:20px 0;padding-top:20px;border-top:1px solid light-dark(#e3e7ec,#263240);text-align:left;font-size:15px}dt{color:light-dark(#5b6b7d,#97a6b5);white-space:nowrap}dd{margin:0;overflow-wrap:anywhere;text-align:right}
button,a.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;border-radius:10px;border:1px solid light-dark(#06733c,#4cc38a);background:light-dark(#06733c,#4cc38a);color:light-dark(#fff,#06120b);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button.plain{background:none;border-color:transparent;color:inherit;font-weight:400}:focus-visible{outline:3px solid #1890ff;outline-offset:2px}form{margin:0}label{display:block;margin-bottom:16px}select{font:inherit;min-height:44px;max-width:100%}`

function page(language: Language, body: string): string {
  const say = words[language]
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<title>${say.title}</title><style>${style}</style></head><body><main><section>${body}</section>
<p class="muted" style="text-align:center;margin-top:16px">${say.demo}</p></main></body></html>`
}

const message = (title: string, hint: string, more = '') =>
  `<h1>${title}</h1><p class="muted">${hint}</p>${more}`

/** The checkout on the payer's phone: whom, what, how much, and one button; afterwards how it ended. */
export function checkoutPage(
  language: Language,
  payment: (GatewayPayment & { merchant: string }) | null,
  cancelled: boolean,
): string {
  const say = words[language]
  if (!payment) return page(language, message(say.unknown, say.unknownHint))
  const amount = yuan(payment.amount)
  const sum = `<p class="amount">¥${amount}</p>`
  if (payment.state === 'SUCCESS') return page(language, message(say.SUCCESS, say.successHint, sum))
  if (payment.state === 'REFUND') return page(language, message(say.REFUND, say.refundHint, sum))
  if (payment.state === 'CLOSED') return page(language, message(say.CLOSED, say.closedHint))
  if (cancelled) {
    const again = `<p style="margin-top:20px"><a class="button" href="?">${say.again}</a></p>`
    return page(language, message(say.cancelled, say.cancelledHint, again))
  }
  const drill = `<label class="muted">${say.drill} <select name="refundFault"><option value="">${say.fine}</option>
${refundFaultsOf(payment)
  .map((fault) => `<option value="${fault}">${say.refundFaults[fault]}</option>`)
  .join('')}</select></label>`
  return page(
    language,
    `<p class="muted">${say.to}</p><h1>${escapeHtml(payment.merchant)}</h1>${sum}
<dl><dt>${say.item}</dt><dd>${escapeHtml(payment.description)}</dd><dt>${say.number}</dt><dd>${escapeHtml(payment.outTradeNo)}</dd></dl>
<form method="post">${drill}
<button name="do" value="pay">${say.pay.replace('{amount}', amount)}</button>
<button class="plain" name="do" value="cancel">${say.cancel}</button></form>`,
  )
}
