import { escapeHtml } from '../../server/html.ts'
import type { Language } from '../../contract/refusal.ts'
import { people } from './people.ts'

const words = {
  zh: {
    title: '演示微信',
    demo: '演示环境：这里代替真实的微信，人物均为虚构',
    scanned: '扫码结果',
    agree: '同意授权',
    asks: '请求使用您的微信登录',
    who: '您是哪位微信用户？',
    allow: '以“{name}”同意',
    deny: '拒绝',
    scan: '以“{name}”扫码',
    follow: '“{name}”关注公众号并扫码',
    unfollow: '“{name}”取消关注',
    reported: '公众号回复',
    silent: '没有回复',
    refused: '门户没有接受这次扫码（{status}）。请检查后台“微信应用”中的令牌与加解密密钥。',
    back: '网页会自动更新；看完消息后，这个页面可以关闭。',
    over: '二维码已失效',
    overHint: '请回到网页刷新二维码。',
    wrong: '参数错误',
    wrongHint: 'AppID 或回调地址不正确，请检查后台“微信应用”的设置。',
  },
  en: {
    title: 'Demo WeChat',
    demo: 'Demo: this stands in for WeChat; its people are made up',
    scanned: 'What came of it',
    agree: 'Agree',
    asks: 'asks to sign you in with WeChat',
    who: 'Which WeChat person are you?',
    allow: 'Agree as {name}',
    deny: 'Deny',
    scan: 'Scan as {name}',
    follow: '{name} follows the account and scans',
    unfollow: '{name} stops following',
    reported: 'The account answers',
    silent: 'No answer',
    refused:
      'The portal did not accept this scan ({status}). Check token and EncodingAESKey of the WeChat app.',
    back: 'The web page updates by itself; after reading the message you may close this one.',
    over: 'This code is over',
    overHint: 'Go back to the page and ask for a new code.',
    wrong: 'Something is wrong with the address',
    wrongHint: 'AppID or return address is not right; check the settings of the WeChat app.',
  },
} as const

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;align-content:center;font:17px/1.6 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;background:light-dark(#f2f3f5,#0d1319);color:light-dark(#16202c,#e8edf2)}
main{width:min(26rem,100%);margin:0 auto;padding:24px 16px calc(24px + env(safe-area-inset-bottom))}section{background:light-dark(#fff,#151d26);border:1px solid light-dark(#e3e7ec,#263240);border-radius:14px;padding:28px 24px}
h1{font-size:19px;margin:0 0 4px}p{margin:4px 0}.muted{color:light-dark(#5b6b7d,#97a6b5);font-size:15px}form{display:grid;gap:10px;margin:20px 0 0}blockquote{margin:16px 0;padding:12px 16px;border-radius:10px;background:light-dark(#eaf6ef,#12261b)}
button{min-height:48px;border-radius:10px;border:1px solid light-dark(#06733c,#4cc38a);background:light-dark(#06733c,#4cc38a);color:light-dark(#fff,#06120b);font:inherit;font-weight:600;cursor:pointer}
button.plain{background:none;border-color:light-dark(#c9d1da,#3a4857);color:inherit;font-weight:400}:focus-visible{outline:3px solid #1890ff;outline-offset:2px}`

function page(language: Language, body: string): string {
  const say = words[language]
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<title>${say.title}</title><style>${style}</style></head><body><main><section>${body}</section>
<p class="muted" style="text-align:center;margin-top:16px">${say.demo}</p></main></body></html>`
}

const message = (title: string, hint: string) => `<h1>${title}</h1><p class="muted">${hint}</p>`
const button = (value: string, text: string, plain = false) =>
  `<button name="do" value="${value}"${plain ? ' class="plain"' : ''}>${text}</button>`

/** The demo WeChat's page for an address without a known app. */
export const wrongPage = (language: Language) =>
  page(language, message(words[language].wrong, words[language].wrongHint))

/** Its page for an expired code. */
export const overPage = (language: Language) =>
  page(language, message(words[language].over, words[language].overHint))

/** Page on which a person agrees to be signed in, or does not. */
export function agreePage(language: Language, title: string): string {
  const say = words[language]
  const choices = people.map(({ key, nickname }) => button(key, say.allow.replace('{name}', nickname)))
  return page(
    language,
    `<h1>${escapeHtml(title)}</h1><p class="muted">${say.asks}</p><p>${say.who}</p>
<form method="post">${choices.join('')}${button('deny', say.deny, true)}</form>`,
  )
}

/** Page on which a person scans the code of an official account, and follows it by that. */
export function scanPage(language: Language, title: string, followers: ReadonlySet<string>): string {
  const say = words[language]
  const choices = people.flatMap(({ key, nickname }) => {
    const named = (text: string) => text.replace('{name}', nickname)
    return followers.has(key)
      ? [button(`scan ${key}`, named(say.scan)), button(`unfollow ${key}`, named(say.unfollow), true)]
      : [button(`follow ${key}`, named(say.follow))]
  })
  return page(
    language,
    `<h1>${escapeHtml(title)}</h1><p class="muted">${say.who}</p><form method="post">${choices.join('')}</form>`,
  )
}

/** A text as WeChat shows it: its links can be opened, all else of it is text. */
const shown = (text: string) =>
  text
    .split(/(<a href="https?:[^"<>]*">[^<>]*<\/a>)/)
    .map((part, i) => {
      const [, href, inside] = (i % 2 === 1 && /^<a href="([^"]*)">([^<]*)</.exec(part)) || []
      return href ? `<a href="${escapeHtml(href)}">${escapeHtml(inside!)}</a>` : escapeHtml(part)
    })
    .join('')
    .replaceAll('\n', '<br>')

/** Page of the account's answer to a scan. */
export function answerPage(language: Language, answer: { status: number; text: string | null }): string {
  const say = words[language]
  if (answer.status >= 400) {
    return page(language, message(say.scanned, say.refused.replace('{status}', String(answer.status))))
  }
  return page(
    language,
    `<h1>${say.reported}</h1><blockquote>${shown(answer.text ?? say.silent)}</blockquote><p class="muted">${say.back}</p>`,
  )
}
