import { escapeHtml } from '../../../../server/html.ts'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../../server/appContext.ts'

/** The outbox of the local message channel, so that a tester can read the code; only in demo mode. */
export function outboxRoutes(http: FastifyInstance, app: AppContext): void {
  if (!app.environment.demo) return
  http.get('/dev/outbox', async (_request, reply) => {
    const rows = await app.db`
      select recipient, text, to_char(created_at at time zone 'Asia/Shanghai', 'HH24:MI:SS') as at
      from outbox_messages order by created_at desc limit 50`
    const lines = rows.map(
      (row) =>
        `<li><b>${escapeHtml(row.recipient as string)}</b> <time>${row.at}</time><p>${escapeHtml(row.text as string)}</p></li>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>短信发件箱 · Outbox</title><style>
:root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{border:1px solid #8884;border-radius:12px;padding:12px 16px;margin:12px 0}p{margin:4px 0 0}time{opacity:.7}</style></head>
<body><h1>短信发件箱 · Outbox</h1><p>演示模式：短信不会真正发出，全部列在这里，每 5 秒刷新。 Demo: messages never leave this machine.</p>
<ul>${lines.join('') || '<li>还没有短信 · No message yet</li>'}</ul></body></html>`)
  })
}
