import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { maskName } from '../../../contract/identity.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { networkOf } from '../../../server/network.ts'
import { languageOf } from '../../../server/caller.ts'
import { hoursOf } from '../template/rules.ts'
import { type CheckRow, findByCode } from './data.ts'

const words = {
  zh: {
    title: '证书查验',
    valid: '证书有效',
    revoked: '证书已撤销',
    superseded: '证书已被新证书替换',
    expired: '证书已过期',
    unknown: '没有查到这张证书',
    unknownHint: '请核对二维码是否完整；若证书上的二维码无法查到，它不是由本平台签发的。',
    number: '证书编号',
    holder: '持证人',
    className: '培训班级',
    year: '年度',
    hours: '学时',
    issued: '签发日期',
    reissued: '换发日期',
    issuer: '签发平台',
    reason: '原因',
    newer: '查看替换它的证书',
    slow: '查询太频繁，请一分钟后再试',
  },
  en: {
    title: 'Certificate check',
    valid: 'This certificate is valid',
    revoked: 'This certificate was revoked',
    superseded: 'This certificate was replaced by a newer one',
    expired: 'This certificate has expired',
    unknown: 'No such certificate was found',
    unknownHint: 'Check that the QR code is complete; a code that is not found was not issued here.',
    number: 'Number',
    holder: 'Holder',
    className: 'Class',
    year: 'Year',
    hours: 'Hours',
    issued: 'Issued',
    reissued: 'Reissued',
    issuer: 'Issued by',
    reason: 'Reason',
    newer: 'See the certificate that replaced it',
    slow: 'Too many look-ups; please try again in a minute',
  },
} as const

const escape = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

function page(language: 'zh' | 'en', heading: string, tone: string, body: string): string {
  return `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words[language].title}</title><style>
:root{color-scheme:light dark}body{margin:0;font:16px/1.6 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif;background:light-dark(#f5f6f8,#0d1319);color:light-dark(#16202c,#e8edf2)}
main{max-width:32rem;margin:8vh auto;padding:0 16px}section{background:light-dark(#fff,#151d26);border:1px solid light-dark(#e3e7ec,#263240);border-radius:14px;padding:24px}
h1{font-size:22px;margin:0 0 16px;display:flex;gap:12px;align-items:center}dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:0}dt{color:light-dark(#5b6b7d,#97a6b5)}dd{margin:0}
a{color:light-dark(#0a66c2,#4aa8ff)}</style></head><body><main><section>
<h1><svg width="32" height="32" viewBox="0 0 26 26" aria-hidden="true"><circle cx="13" cy="13" r="10" fill="none" stroke="${tone}" stroke-width="4" ${heading === words[language].valid ? '' : 'stroke-dasharray="40 63"'} transform="rotate(-90 13 13)"/></svg>${escape(heading)}</h1>
${body}</section></main></body></html>`
}

function details(language: 'zh' | 'en', found: CheckRow): string {
  const say = words[language]
  const { holder } = found
  const rows: [string, string][] = [
    [say.number, found.number],
    [say.holder, maskName(holder.realName)],
    [say.className, holder.className],
    [say.year, String(holder.year)],
    [say.hours, hoursOf(holder, language)],
    [say.issued, holder.issuedDate],
    ...(holder.reissuedDate ? [[say.reissued, holder.reissuedDate] as [string, string]] : []),
    [say.issuer, holder.projectTitle],
    ...(found.revokeReason ? [[say.reason, found.revokeReason] as [string, string]] : []),
  ]
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${escape(value)}</dd>`).join('')
  const link = found.successor ? `<p><a href="/check/${escape(found.successor)}">${say.newer}</a></p>` : ''
  return `<dl>${list}</dl>${link}`
}

/** The public page that a certificate's QR code opens: its current status, without scripts, on any phone. */
export function certificateRoutes(http: FastifyInstance, app: AppContext): void {
  const limiter = new RateLimiterMemory({ points: 60, duration: 60 })
  http.get<{ Params: { code: string } }>('/check/:code', async (request, reply) => {
    const language = languageOf(request)
    const say = words[language]
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    const allowed = await limiter.consume(networkOf(request.ip)).then(
      () => true,
      () => false,
    )
    if (!allowed) return reply.code(429).send(page(language, say.slow, '#9a5b00', ''))
    const { code } = request.params
    const found = /^[\w-]{1,100}$/.test(code) ? await findByCode(app.db, code) : null
    if (!found)
      return reply.code(404).send(page(language, say.unknown, '#b3261e', `<p>${say.unknownHint}</p>`))
    const tone = found.status === 'valid' ? '#1a7f4b' : '#b3261e'
    return reply.send(page(language, say[found.status], tone, details(language, found)))
  })
}
