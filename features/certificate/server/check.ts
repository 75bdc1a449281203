import { escapeHtml } from '../../../server/html.ts'
import { maskName } from '../../../contract/identity.ts'
import type { Language } from '../../../contract/refusal.ts'
import { cardTailOf, hoursOf, kindNames, levelNames } from '../template/rules.ts'
import type { CheckRow } from './data.ts'
import { toneOf } from '../contract.ts'

const words = {
  zh: {
    title: '证书查验',
    valid: '证书有效',
    revoked: '证书已撤销',
    superseded: '证书已被新证书替换',
    unknown: '没有查到这张证书',
    unknownCode: '请核对二维码是否完整；若证书上的二维码无法查到，它不是由本平台签发的。',
    unknownNumber: '编号与姓名须与证书上印的一致。若核对后仍查不到，它不是由本平台签发的。',
    ask: '输入证书上印的编号和姓名，查看证书现在是否有效。扫描证书上的二维码可直接查验。',
    missing: '请填写证书编号和姓名。',
    find: '查验',
    again: '查验另一张证书',
    home: '返回首页',
    number: '证书编号',
    holder: '持证人',
    typedHolder: '持证人姓名',
    card: '证件号码末四位',
    kind: '证书类型',
    about: { class: '培训班级', year: '考核要求', skill: '职业（工种）' },
    level: '技能等级',
    offline: '下载离线查验页',
    year: '年度',
    hours: '学时',
    issued: '签发日期',
    reissued: '换发日期',
    issuer: '签发平台',
    reason: '原因',
    rightGone: '发证所依据的合格或学时已不成立',
    newer: '查看替换它的证书',
    checked: '查验时间 {time}',
    desk: '仍有疑问？请致电',
    slow: '查询太频繁，请一分钟后再试',
  },
  en: {
    title: 'Certificate check',
    valid: 'This certificate is valid',
    revoked: 'This certificate was revoked',
    superseded: 'This certificate was replaced by a newer one',
    unknown: 'No such certificate was found',
    unknownCode: 'Check that the QR code is complete; a code that is not found was not issued here.',
    unknownNumber:
      'The number and the name must be as printed on the certificate. One that is still not found was not issued here.',
    ask: 'Enter the number and the name printed on a certificate to see whether it is valid today. Scanning its QR code opens the result directly.',
    missing: 'Please enter the number and the name.',
    find: 'Check',
    again: 'Check another certificate',
    home: 'Home',
    number: 'Certificate number',
    holder: 'Holder',
    typedHolder: 'Name of the holder',
    card: 'ID number ends in',
    kind: 'Type',
    about: { class: 'Class', year: 'Required by', skill: 'Skill' },
    level: 'Level',
    offline: 'Download the offline check',
    year: 'Year',
    hours: 'Hours',
    issued: 'Issued',
    reissued: 'Reissued',
    issuer: 'Issued by',
    reason: 'Reason',
    rightGone: 'The pass or the hours it was issued for no longer hold',
    newer: 'See the certificate that replaced it',
    checked: 'Checked on {time}',
    desk: 'Still in doubt? Call',
    slow: 'Too many look-ups; please try again in a minute',
  },
} as const

export const styles = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.6 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;background:light-dark(#f5f6f8,#0d1319);color:light-dark(#16202c,#e8edf2)}
header,main{max-width:32rem;margin:0 auto;padding:0 16px}header{padding-block:16px}main{padding-bottom:32px}
header a{display:inline-flex;gap:8px;align-items:center;min-height:44px;color:inherit;font-weight:600;text-decoration:none}
section{background:light-dark(#fff,#151d26);border:1px solid light-dark(#e3e7ec,#263240);border-radius:14px;padding:24px}
h1,h2{font-size:22px;line-height:1.3;margin:0 0 16px;display:flex;gap:12px;align-items:center}h2{margin-top:32px}h1 svg,h2 svg{flex:none}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:0}dt,.quiet{color:light-dark(#5b6b7d,#97a6b5)}dd{margin:0;overflow-wrap:anywhere}dd:first-of-type{white-space:nowrap}
p{margin:0 0 16px}dl+p,.desk{margin:16px 0 0}.wrong{color:light-dark(#b3261e,#ff8a80)}
form{display:grid;gap:16px}label{display:grid;gap:4px}
input,button{font:inherit;min-height:48px;border-radius:10px;box-sizing:border-box;width:100%}
input{padding:0 12px;border:1px solid light-dark(#7a8896,#6d7b8a);background:transparent;color:inherit}
button{border:0;background:#0a66c2;color:#fff;font-weight:600}
:focus-visible{outline:3px solid #4aa8ff;outline-offset:2px}
nav{display:flex;flex-wrap:wrap;gap:0 24px;padding-top:8px}nav a{display:inline-flex;align-items:center;min-height:44px}
a{color:light-dark(#0a66c2,#4aa8ff)}`

const circle = (stroke: string, more = '') =>
  `<circle cx="13" cy="13" r="10" fill="none" stroke="${stroke}" stroke-width="4"${more}/>`
const brand = `<svg width="28" height="28" viewBox="0 0 26 26" aria-hidden="true">${circle('#c9d3dd')}${circle('#0a66c2', ' stroke-dasharray="46 63" stroke-linecap="round" transform="rotate(-90 13 13)"')}</svg>`

const good = '#1a7f4b'
const bad = '#c4392f'
const uncertain = '#9a5b00'
const signs = {
  [good]: '<path d="m8 13.5 3.5 3.5L18 10"/>',
  [bad]: '<path d="m9 9 8 8m0-8-8 8"/>',
  [uncertain]: '<path d="M13 7.5v6.5m0 3.5v.5"/>',
}

/** A sign that says without its colour whether a certificate holds. */
const signOf = (tone: keyof typeof signs) =>
  `<svg width="36" height="36" viewBox="0 0 26 26" fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="13" cy="13" r="13" fill="${tone}" stroke="none"/>${signs[tone]}</svg>`

/** Reader and portal of a page. */
export interface CheckReader {
  language: Language
  portalTitle: string
  /** Service desk of the portal. */
  phone?: string | undefined
}

function pageOf({ language, portalTitle }: CheckReader, heading: string, body: string, ways = ''): string {
  const say = words[language]
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${say.title} · ${escapeHtml(portalTitle)}</title><link rel="icon" href="/icon.svg"><style>${styles}</style></head><body>
<header><a href="/">${brand}${escapeHtml(portalTitle)}</a></header><main><section><h1>${heading}</h1>
${body}</section><nav>${ways}<a href="/check/offline.html" download>${say.offline}</a><a href="/">${say.home}</a></nav></main></body></html>`
}

const colours = { good, warn: uncertain, bad } as const

const headingOf = (tone: keyof typeof signs, text: string) => signOf(tone) + text
const againOf = (language: Language) => `<a href="/check">${words[language].again}</a>`

const zone = 'Asia/Shanghai'
const locales = { zh: 'zh-CN', en: 'en' } as const
const dayOf = (language: Language, day: string) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: zone }).format(
    new Date(`${day.slice(0, 10)}T12:00:00+08:00`),
  )
const timeOf = (language: Language, moment: string) =>
  new Intl.DateTimeFormat(locales[language], {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: zone,
  }).format(new Date(moment))

/** The page about certificates: their status at this moment, the name masked. */
export function foundPage(reader: CheckReader, found: readonly [CheckRow, ...CheckRow[]]): string {
  const [first, ...others] = found.map((row) => ({
    heading: headingOf(colours[toneOf(row.status)], words[reader.language][row.status]),
    facts: factsOf(reader.language, row),
  }))
  const more = others.map(({ heading, facts }) => `<h2>${heading}</h2>${facts}`).join('')
  return pageOf(reader, first!.heading, first!.facts + more, againOf(reader.language))
}

function factsOf(language: Language, found: CheckRow): string {
  const say = words[language]
  const { holder } = found
  const rows: [string, string | null | undefined][] = [
    [say.number, found.number],
    [say.holder, maskName(holder.realName)],
    [say.card, cardTailOf(holder.cardMask)],
    [say.kind, kindNames[found.kind][language]],
    [say.about[found.kind], holder.className],
    [say.level, holder.level && levelNames[holder.level][language]],
    [say.year, String(holder.year)],
    [say.hours, found.kind === 'skill' && holder.hoursTenths === 0 ? null : hoursOf(holder, language)],
    [say.issued, dayOf(language, holder.issuedDate)],
    [say.reissued, holder.reissuedDate && dayOf(language, holder.reissuedDate)],
    [say.issuer, holder.projectTitle],
    [say.reason, found.status === 'revoked' ? (found.revokeReason ?? say.rightGone) : null],
  ]
  const list = rows
    .map(([name, value]) => (value ? `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>` : ''))
    .join('')
  const newer = found.successor
    ? `<p><a href="/check/${escapeHtml(found.successor)}">${say.newer}</a></p>`
    : ''
  const checked = `<p class="quiet">${say.checked.replace('{time}', timeOf(language, found.checkedAt))}</p>`
  return `<dl>${list}</dl>${newer}${checked}`
}

const deskOf = ({ language, phone }: CheckReader) =>
  phone
    ? `<p class="desk">${words[language].desk} <a href="tel:${escapeHtml(phone.replace(/[^+\d]/g, ''))}">${escapeHtml(phone)}</a></p>`
    : ''

/** The page for a code that no certificate has. */
export function unknownPage(reader: CheckReader): string {
  const say = words[reader.language]
  const heading = headingOf(bad, say.unknown)
  return pageOf(reader, heading, `<p>${say.unknownCode}</p>${deskOf(reader)}`, againOf(reader.language))
}

/** The page that asks for a number and a name; with what was typed before, and why that found nothing. */
export function askPage(
  reader: CheckReader,
  { number = '', name = '' } = {},
  problem?: 'missing' | 'unknownNumber',
): string {
  const say = words[reader.language]
  const wrong = problem ? `<p class="wrong" id="wrong" role="alert">${say[problem]}</p>` : ''
  const described = problem ? ' aria-invalid="true" aria-describedby="wrong"' : ''
  const field = (name: string, label: string, value: string) =>
    `<label>${label}<input name="${name}" value="${escapeHtml(value)}" maxlength="60" required autocomplete="off"${described}></label>`
  const form = `<form method="post" action="/check">${field('number', say.number, number)}${field('name', say.typedHolder, name)}<button>${say.find}</button></form>`
  const heading = problem === 'unknownNumber' ? headingOf(bad, say.unknown) : say.title
  return pageOf(reader, heading, `${wrong || `<p>${say.ask}</p>`}${form}${wrong && deskOf(reader)}`)
}

/** The page for a network that asks too often; nothing is asked of the database for it. */
export const slowPage = (language: Language) =>
  pageOf({ language, portalTitle: words[language].title }, headingOf(uncertain, words[language].slow), '')
