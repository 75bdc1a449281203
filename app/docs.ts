import { escapeHtml } from '../server/html.ts'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type Call, pathsOf } from '../contract/call.ts'
import { respCodes } from '../contract/refusal.ts'
import type { BoundCall } from '../server/serve.ts'

function whoMay(call: Call): string {
  const { allow } = call
  if (typeof allow !== 'string') return `menu ${allow.join(' or ')}`
  return allow.startsWith('/') ? `menu ${allow}` : allow
}

type Schemas = Record<string, unknown>

/**
 * A schema in which each part that has a name, by its title or as a branch of a tree, is a reference to a component.
 */
function lift(schema: unknown, components: Schemas): unknown {
  if (Array.isArray(schema)) return schema.map((part) => lift(part, components))
  if (schema === null || typeof schema !== 'object') return schema
  const { $defs, $id: _, ...own } = schema as Schemas & { $defs?: Schemas }
  const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  for (const [name, definition] of Object.entries($defs ?? {}))
    components[name] = lift(definition, components)
  if (typeof own.$ref === 'string') return refer(own.$ref)
  const lifted = Object.fromEntries(Object.entries(own).map(([key, part]) => [key, lift(part, components)]))
  if (typeof own.title !== 'string') return lifted
  components[own.title] = lifted
  return refer(own.title)
}

const envelope = {
  type: 'object',
  required: ['respCode', 'respDesc', 'attribute'],
  properties: {
    respCode: { type: 'integer', enum: Object.values(respCodes) },
    respDesc: { type: 'string' },
    attribute: {},
  },
}

/** Input of a call as documented: a body, or the parameters of an address. */
function inputOf(call: Call, components: Schemas): object {
  const { properties, required = [] } = call.input as { properties: Schemas; required?: string[] }
  if (call.method === 'GET') {
    return {
      parameters: Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema: lift(schema, components),
        // Lists with commas.
        ...(Type.IsArray(schema) ? { style: 'form', explode: false } : {}),
      })),
    }
  }
  const type = call.body === 'multipart' ? 'multipart/form-data' : 'application/json'
  return { requestBody: { content: { [type]: { schema: lift(bodyOf(call), components) } } } }
}

/** Schema of a call's body: its input, and the one file of a form under whatever name. */
function bodyOf(call: Call): Schemas {
  const { properties, ...input } = call.input as Schemas & { properties: Schemas }
  if (call.body !== 'multipart') return { ...input, properties }
  return { ...input, properties: { ...properties, file: { type: 'string', format: 'binary' } } }
}

/** The other addresses of a call, without the form that has no .action. */
const aliasesOf = (call: Call) => pathsOf(call).filter((path, i) => i > 1 && path.endsWith('.action'))

function operation(call: Call, components: Schemas): object {
  const attribute = { type: 'object', properties: { attribute: lift(call.output, components) } }
  const schema = { allOf: [{ $ref: '#/components/schemas/Envelope' }, attribute] }
  return {
    summary: call.summary,
    tags: [call.path.split('/').slice(1, -1).join('/')],
    description: [`Who may: ${whoMay(call)}.`, ...aliasesOf(call).map((path) => `Also at ${path}.`)].join(
      ' ',
    ),
    ...(call.allow === 'public' ? {} : { security: [{ token: [] }] }),
    ...inputOf(call, components),
    responses: {
      200:
        call.reply === 'file'
          ? { description: 'A file', content: { 'application/octet-stream': {} } }
          : { description: 'The envelope', content: { 'application/json': { schema } } },
    },
  }
}

/** OpenAPI 3.1 of every call, from the contracts only. */
export function openApi(answers: readonly BoundCall[]) {
  const schemas: Schemas = { Envelope: envelope }
  const paths: Record<string, object> = {}
  for (const { call } of answers) {
    const canonical = pathsOf(call).find((path) => path === `/api${call.path}`)!
    paths[canonical] = { [call.method.toLowerCase()]: operation(call, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Jixu',
      version: '1',
      description: 'Every call answers under /api, with and without .action.',
    },
    components: { schemas, securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths,
  }
}

/** A schema as text, the names in it leading to their components. */
function shown(schema: unknown): string {
  const text = escapeHtml(JSON.stringify(schema, null, 2))
  return `<pre>${text.replace(/#\/components\/schemas\/(\w+)/g, '<a href="#$1">$1</a>')}</pre>`
}

function page(answers: readonly BoundCall[]): string {
  const schemas: Schemas = {}
  const rows = [...answers]
    .sort((a, b) => a.call.path.localeCompare(b.call.path))
    .map(
      ({ call }) => `<details><summary><b>${call.method}</b> <code>/api${escapeHtml(call.path)}</code>
<span>${escapeHtml(call.summary)}</span> <i>${escapeHtml(whoMay(call))}</i></summary>
${aliasesOf(call)
  .map((path) => `<p>Also at <code>${escapeHtml(path)}</code></p>`)
  .join('')}<h4>Input</h4>${shown(lift(bodyOf(call), schemas))}
<h4>attribute</h4>${call.reply === 'file' ? '<pre>a file</pre>' : shown(lift(call.output, schemas))}</details>`,
    )
  const named = Object.keys(schemas)
    .sort()
    .map((name) => `<h3 id="${name}">${name}</h3>${shown(schemas[name])}`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Jixu API</title><style>body{font:15px/1.6 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16202c}
details{border-top:1px solid #e3e7ec;padding:.4rem 0}summary{cursor:pointer}i{color:#66778a}pre{background:#f5f6f8;padding:1rem;overflow:auto}
:root{color-scheme:light dark}@media(prefers-color-scheme:dark){body{color:#e6ebf1;background:#0e1520}details{border-color:#2a3646}i{color:#93a3b6}
pre{background:#18222f}a{color:#6cb2ff}}</style>
<h1>Jixu API</h1><p>${answers.length} calls. <a href="/api/docs/openapi.json">OpenAPI 3.1</a></p>${rows.join('\n')}
<h2>Components</h2>${named.join('\n')}</html>`
}

/** The API page and its OpenAPI document. */
export function serveDocs(http: FastifyInstance, answers: readonly BoundCall[]): void {
  let html: string | undefined
  let document: object | undefined
  http.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((html ??= page(answers))),
  )
  http.get('/api/docs/openapi.json', (_request, reply) => reply.send((document ??= openApi(answers))))
}
