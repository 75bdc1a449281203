import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import type { Call } from '../contract/call.ts'
import { answerOf } from '../server/serve.ts'
import { openApi } from './docs.ts'
import { allHandlers } from './features.ts'

type Schema = Record<string, unknown>
const calls = allHandlers.map(({ call }) => call)

/** Every schema in a schema, itself first, each with the way to it. */
function* schemasIn(schema: unknown, way = ''): Generator<[way: string, schema: Schema]> {
  const one = schema as Schema
  yield [way, one]
  const maps = ['properties', 'patternProperties', '$defs'] as const
  for (const map of maps) {
    for (const [name, part] of Object.entries((one[map] ?? {}) as Schema))
      yield* schemasIn(part, `${way}.${name}`)
  }
  for (const item of [one.items ?? []].flat()) yield* schemasIn(item, `${way}[]`)
  for (const part of (one.anyOf ?? one.oneOf ?? one.allOf ?? []) as unknown[]) yield* schemasIn(part, way)
}

/** True if a schema lets through what it does not name. */
function isOpen(schema: Schema): boolean {
  if (schema.type === 'object') return !schema.properties || Boolean(schema.additionalProperties)
  return ['type', '$ref', 'anyOf', 'enum', 'const'].every((keyword) => !(keyword in schema))
}

/** Places where an answer may hold what no schema names, and why. */
const logged = 'values of whatever was changed, as the log holds them without what is secret'
const corrected = 'what was and what shall be, by the kind of correction, numbers masked'
const answers = 'by the numbers of the questions of this paper'
const params = 'by the names its kind of import asks for'
const view = 'by the filters of its list, as the address has them'
const setting = 'a value of the setting that the key names'
const hours = 'tenths of hours by the class types of the project'
const open: Readonly<Record<string, string>> = {
  '/api/go-class-exam.action.answers': answers,
  '/api/save-exam-answer.action.answers': answers,
  '/base/correction/find-page-list.action.list[].after': corrected,
  '/base/correction/find-page-list.action.list[].before': corrected,
  '/base/import/edit-row.action.progress.params': params,
  '/base/import/find-list.action[].params': params,
  '/base/import/get-progress.action.params': params,
  '/base/resource/get-import-video-process.action.params': params,
  '/base/unit-class/get-import-student-progress.action.params': params,
  '/base/unit-class/query-import-unit-class-order-progress.action.params': params,
  '/student-manage/get-import-student-progress.action.params': params,
  '/base/list-view/find-mine.action.views[].filter': view,
  '/base/operation-log/find.action.after': logged,
  '/base/operation-log/find.action.before': logged,
  '/student-manage/find-operation-list.action.list[].after': logged,
  '/student-manage/find-operation-list.action.list[].before': logged,
  '/base/project/find-setting.action.scheduled[].differences[].after': setting,
  '/base/project/find-setting.action.scheduled[].differences[].before': setting,
  '/base/project/preview-setting.action.differences[].after': setting,
  '/base/project/preview-setting.action.differences[].before': setting,
  '/base/project/setting-history.action.list[].differences[].after': setting,
  '/base/project/setting-history.action.list[].differences[].before': setting,
  '/base/project/find-setting.action.values.requiredHoursTenths': hours,
  '/login/get-system-config.action.settings.requiredHoursTenths': hours,
}

test('fields a call does not declare never leave the server, except where a reason is listed', () => {
  const found = calls
    .filter((call) => call.reply === 'envelope')
    .flatMap((call) =>
      [...schemasIn(call.output)].filter(([, schema]) => isOpen(schema)).map(([way]) => call.path + way),
    )
  assert.deepEqual([...new Set(found)].sort(), Object.keys(open).sort())
})

test('the answer of every call can be written by its schema', async () => {
  const http = fastify()
  const failed: string[] = []
  http.get('/', (_request, reply) => {
    for (const call of calls.filter(({ reply }) => reply === 'envelope')) {
      try {
        reply.compileSerializationSchema(answerOf(call))
      } catch (error) {
        failed.push(`${call.path}: ${String(error)}`)
      }
    }
    return reply.send('')
  })
  await http.inject('/')
  assert.deepEqual(failed, [])
})

test('the document has the input of every call', () => {
  const { paths } = openApi(allHandlers)
  const inputsOf = (call: Call) => {
    const operation = (paths[`/api${call.path}`] as Record<string, { parameters?: { name: string }[] }>)[
      call.method.toLowerCase()
    ]!
    return 'requestBody' in operation ? null : operation.parameters!.map(({ name }) => name)
  }
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    assert.deepEqual(inputsOf(call), Object.keys((call.input as Schema).properties as Schema), call.path)
  }
  assert.deepEqual(
    calls.filter((call) => call.method !== 'GET' && inputsOf(call) !== null),
    [],
  )
})

test('the document names every address of a call, and the file of a form', () => {
  const { paths } = openApi(allHandlers)
  type Operation = { description: string; requestBody: { content: Record<string, { schema: Schema }> } }
  const operationOf = (call: Call) =>
    (paths[`/api${call.path}`] as Record<string, Operation>)[call.method.toLowerCase()]!
  for (const call of calls) {
    for (const alias of call.aliases) {
      const address = `/api${alias.replace(/\.action$/, '')}.action`
      assert.ok(operationOf(call).description.includes(`Also at ${address}.`), `${call.path}: ${address}`)
    }
    if (call.body !== 'multipart') continue
    const { schema } = operationOf(call).requestBody.content['multipart/form-data']!
    assert.deepEqual((schema.properties as Schema).file, { type: 'string', format: 'binary' }, call.path)
  }
  assert.ok(calls.some((call) => call.aliases.length > 0) && calls.some((call) => call.body === 'multipart'))
})

test('what has a name is a component, and a name means one schema', () => {
  const document = openApi(allHandlers)
  const referred = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  )
  assert.deepEqual([...new Set(referred)].sort(), Object.keys(document.components.schemas).sort())
  assert.doesNotMatch(JSON.stringify(document), /"\$defs"|"\$id"/)
  const meant = new Map<string, Set<string>>()
  for (const call of calls) {
    for (const [, schema] of [...schemasIn(call.input), ...schemasIn(call.output)]) {
      const name = schema.title ?? schema.$id
      if (typeof name === 'string')
        meant.set(name, (meant.get(name) ?? new Set()).add(JSON.stringify(schema)))
    }
  }
  assert.deepEqual(
    [...meant].filter(([, schemas]) => schemas.size > 1).map(([name]) => name),
    [],
  )
})

/** Properties from which on an object that several calls share is worth a name. */
const many = 8

test('a large object that several calls share has a name', () => {
  const sharers = new Map<string, Set<string>>()
  for (const call of calls) {
    for (const [, schema] of [...schemasIn(call.input), ...schemasIn(call.output)]) {
      if (schema.title || schema.$id || Object.keys(schema.properties ?? {}).length < many) continue
      const text = JSON.stringify(schema)
      sharers.set(text, (sharers.get(text) ?? new Set()).add(call.path))
    }
  }
  assert.deepEqual(
    [...sharers.values()].filter((paths) => paths.size > 1).map((paths) => [...paths].join(' ')),
    [],
  )
})
