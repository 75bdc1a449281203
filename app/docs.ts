import type { FastifyInstance } from 'fastify'
import { type Call, pathsOf } from '../contract/call.ts'
import { respCodes } from '../contract/refusal.ts'
import type { BoundCall } from '../server/serve.ts'

function whoMay(call: Call): string {
  const { allow } = call
  if (typeof allow !== 'string') return `menu ${allow.join(' or ')}`
  return allow.startsWith('/') ? `menu ${allow}` : allow
}

function operation(call: Call): object {
  const envelope = {
    type: 'object',
    required: ['respCode', 'respDesc', 'attribute'],
    properties: {
      respCode: { type: 'integer', enum: Object.values(respCodes) },
      respDesc: { type: 'string' },
      attribute: call.output,
    },
  }
  const type = call.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return {
    summary: call.summary,
    tags: [call.path.split('/').slice(1, -1).join('/')],
    description: `Who may: ${whoMay(call)}.`,
    ...(call.allow === 'public' ? {} : { security: [{ token: [] }] }),
    ...(call.method === 'GET' ? {} : { requestBody: { content: { [type]: { schema: call.input } } } }),
    responses: {
      200:
        call.reply === 'file'
          ? { description: 'A file', content: { 'application/octet-stream': {} } }
          : { description: 'The envelope', content: { 'application/json': { schema: envelope } } },
    },
  }
}

/** OpenAPI 3.1 of every call, from the contract alone. */
export function openApi(answers: readonly BoundCall[]): object {
  const paths: Record<string, object> = {}
  for (const { call } of answers) {
    const canonical = pathsOf(call).find((path) => path === `/api${call.path}`)!
    paths[canonical] = { [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jixu',
      version: '1',
      description: 'Every call answers under /api, with and without .action.',
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths,
  }
}

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

function page(answers: readonly BoundCall[]): string {
  const rows = [...answers]
    .sort((a, b) => a.call.path.localeCompare(b.call.path))
    .map(
      ({ call }) => `<details><summary><b>${call.method}</b> <code>/api${escape(call.path)}</code>
<span>${escape(call.summary)}</span> <i>${escape(whoMay(call))}</i></summary>
<h4>Input</h4><pre>${escape(JSON.stringify(call.input, null, 2))}</pre>
<h4>attribute</h4><pre>${escape(call.reply === 'file' ? 'a file' : JSON.stringify(call.output, null, 2))}</pre></details>`,
    )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Jixu API</title><style>body{font:15px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16202c}
details{border-top:1px solid #e3e7ec;padding:.4rem 0}summary{cursor:pointer}i{color:#66778a}pre{background:#f5f6f8;padding:1rem;overflow:auto}</style>
<h1>Jixu API</h1><p>${answers.length} calls. <a href="/api/docs/openapi.json">OpenAPI 3.1</a></p>${rows.join('\n')}</html>`
}

/** The API page and its OpenAPI document. */
export function serveDocs(http: FastifyInstance, answers: readonly BoundCall[]): void {
  const document = openApi(answers)
  const html = page(answers)
  http.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(html))
  http.get('/api/docs/openapi.json', (_request, reply) => reply.send(document))
}
