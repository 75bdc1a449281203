import { escapeHtml } from '../../server/html.ts'
import { yuan } from '../../contract/money.ts'
import type { Language } from '../../contract/refusal.ts'
import type { GatewayForm, GatewayInvoice } from './data.ts'
import { type Knob, knobs } from './knobs.ts'

const words = {
  zh: {
    title: '演示诺诺与电子税务局',
    demo: '演示环境：发票均为样票，不得作为发票使用',
    login: '电子税务局登录',
    identity: '开票人身份认证',
    asks: { login: '有开票业务请您以开票人身份登录。', identity: '开票前需要核验开票人本人。' },
    scan: '扫码并确认',
    done: '已确认',
    doneHint: '请返回刚才的页面，它会继续开票；这个页面可以关闭。',
    over: '二维码已失效',
    overHint: '请回到页面刷新二维码。',
    drill: '演练：下一张发票',
    turn: '设置',
    reason: '失败原因',
    knobs: {
      delay: '一小时后才开具',
      loseAnswer: '请求没有应答',
      loseCallback: '没有回调',
      doubleCallback: '回调两次',
      fail: '开票失败',
      login: '需要登录',
      identity: '需要认证',
      noCredit: '授信额度不足',
      failSeal: '签章失败',
      booked: '购方已入账（红冲须购方确认）',
    },
    forms: '红字确认单',
    waits: '待购方确认',
    agree: '购方同意',
    refuse: '购方拒绝',
    issued: '已开发票',
    begin: '购方发起红冲',
    none: '暂无',
  },
  en: {
    title: 'Demo Nuonuo and tax bureau',
    demo: 'Demo: all invoices are samples and not valid',
    login: 'Tax bureau sign-in',
    identity: 'Check of the drawer',
    asks: { login: 'An invoice waits: sign in as its drawer.', identity: 'An invoice waits for its drawer.' },
    scan: 'Scan and confirm',
    done: 'Confirmed',
    doneHint: 'Go back to the page: it goes on with the invoice. You may close this one.',
    over: 'This code is over',
    overHint: 'Go back to the page and ask for a new code.',
    drill: 'Drill: the next invoice',
    turn: 'Set',
    reason: 'Reason of a failure',
    knobs: {
      delay: 'is issued an hour later',
      loseAnswer: 'gets no answer',
      loseCallback: 'sends no callback',
      doubleCallback: 'sends two callbacks',
      fail: 'fails',
      login: 'wants a sign-in',
      identity: 'wants a check of the drawer',
      noCredit: 'is beyond the credit line',
      failSeal: 'gets no seal',
      booked: 'is booked by the buyer (a red form wants their word)',
    },
    forms: 'Red forms',
    waits: 'waits for the buyer',
    agree: 'Agree as the buyer',
    refuse: 'Refuse as the buyer',
    issued: 'Issued invoices',
    begin: 'Begin a red form as the buyer',
    none: 'None yet',
  },
} as const

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;font:16px/1.6 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;background:light-dark(#f2f3f5,#0d1319);color:light-dark(#16202c,#e8edf2)}
main{width:min(40rem,100%);margin:0 auto;padding:24px 16px}section{background:light-dark(#fff,#151d26);border:1px solid light-dark(#e3e7ec,#263240);border-radius:14px;padding:20px;margin-bottom:16px}
h1,h2{font-size:18px;margin:0 0 8px}p{margin:4px 0}.muted{color:light-dark(#5b6b7d,#97a6b5);font-size:15px}form{display:flex;flex-wrap:wrap;gap:10px;align-items:center;margin:8px 0}
input,select{font:inherit;min-height:44px;max-width:100%}button{min-height:44px;padding:0 16px;border-radius:10px;border:1px solid light-dark(#06733c,#4cc38a);background:light-dark(#06733c,#4cc38a);color:light-dark(#fff,#06120b);font:inherit;cursor:pointer}
button.plain{background:none;color:inherit}:focus-visible{outline:3px solid #1890ff;outline-offset:2px}`

function page(language: Language, sections: readonly string[]): string {
  const say = words[language]
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${say.title}</title><style>${style}</style></head><body><main>${sections.map((section) => `<section>${section}</section>`).join('')}
<p class="muted">${say.demo}</p></main></body></html>`
}

/** The page behind a drawer's code, as their phone shows it. */
export function drawerPage(
  language: Language,
  purpose: 'login' | 'identity' | null,
  isDone: boolean,
): string {
  const say = words[language]
  if (isDone) return page(language, [`<h1>${say.done}</h1><p class="muted">${say.doneHint}</p>`])
  if (!purpose) return page(language, [`<h1>${say.over}</h1><p class="muted">${say.overHint}</p>`])
  return page(language, [
    `<h1>${say[purpose]}</h1><p>${say.asks[purpose]}</p><form method="post"><button>${say.scan}</button></form>`,
  ])
}

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

/** The page that turns the knobs and stands for the buyers: they answer red forms, and begin some. */
export function overviewPage(
  language: Language,
  issued: readonly GatewayInvoice[],
  forms: readonly GatewayForm[],
): string {
  const say = words[language]
  const options = knobs.map((knob: Knob) => `<option value="${knob}">${say.knobs[knob]}</option>`).join('')
  const waiting = forms
    .filter(({ state }) => state === '02')
    .map(
      (form) => `<form method="post">${hidden('form', form.formId)}${hidden('seller', form.sellerTaxNo)}
<span>${escapeHtml(form.blueNumber)} · ¥${yuan(form.amount)} · ${say.waits}</span>
<button name="agrees" value="1">${say.agree}</button><button class="plain" name="agrees" value="0">${say.refuse}</button></form>`,
    )
  const blues = issued
    .filter(({ color }) => color === 'blue')
    .map(
      (invoice) => `<form method="post">${hidden('begin', invoice.number!)}
<span>${escapeHtml(invoice.number!)} · ${escapeHtml(invoice.content.buyerName)} · ¥${yuan(invoice.amount)}</span>
<button class="plain">${say.begin}</button></form>`,
    )
  const none = `<p class="muted">${say.none}</p>`
  return page(language, [
    `<h1>${say.drill}</h1><form method="post"><select name="knob" aria-label="${say.drill}">${options}</select>
<input name="reason" maxlength="60" placeholder="${say.reason}" aria-label="${say.reason}"><button>${say.turn}</button></form>`,
    `<h2>${say.forms}</h2>${waiting.join('') || none}`,
    `<h2>${say.issued}</h2>${blues.join('') || none}`,
  ])
}
