import { PassThrough } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { checkInput } from '../server/input.ts'
import { firstAnswersPath, type FirstCall, firstUrls } from './firstCalls.ts'

const most = 24
/** Calls that pages begin with, and no others; who may make one, it decides itself. */
const check = checkInput(
  Type.Object({
    calls: Type.Array(
      Type.Object({
        method: Type.Union([Type.Literal('GET'), Type.Literal('POST'), Type.Literal('PUT')]),
        url: Type.Union([...firstUrls].map((url) => Type.Literal(url))),
        body: Type.Optional(Type.String({ maxLength: 2000 })),
      }),
      { minItems: 1, maxItems: most },
    ),
  }),
)

/** Headers by which a call knows who asks, in which language, and from which page. */
const passedOn = ['origin', 'sec-fetch-site', 'token', 'accept-language', 'cookie', 'user-agent', 'page']

function headersOf({ host, headers }: FastifyRequest, { body }: FirstCall): Record<string, string> {
  const kept = passedOn.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : []))
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  return { host, ...Object.fromEntries(kept), ...json }
}

/**
 * Answers the calls that a page begins with in one response, a line of JSON for each as soon as it is there: its number
 * `n` among those asked, its `status`, and the `body` it would have alone. On a slow line a round trip costs as much as
 * 100 KB, and a browser sends six requests at once. Each call runs by itself, with its own checks and limits.
 */
export function serveFirstAnswers(http: FastifyInstance): void {
  http.post(firstAnswersPath, { compress: false, config: { isCall: true } }, async (request, reply) => {
    const { calls } = check({}, request.body) as { calls: FirstCall[] }
    const lines = new PassThrough()
    const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const sent = isZipped ? lines.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })) : lines
    const answers = calls.map(async (call, n) => {
      const { statusCode, payload } = await http.inject({
        method: call.method,
        url: call.url,
        headers: headersOf(request, call),
        remoteAddress: request.ip,
        ...(call.body === undefined ? {} : { payload: call.body }),
      })
      lines.write(`{"n":${n},"status":${statusCode},"body":${payload}}\n`)
    })
    void Promise.allSettled(answers).then(() => lines.end())
    // Until one is there, this request waits as a call does, and is refused as one where the database hangs.
    await Promise.any(answers)
    if (reply.sent) return reply
    reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      // A proxy that collects the lines would make all of them wait for the last.
      .header('x-accel-buffering', 'no')
      .header('vary', 'accept-encoding')
    if (isZipped) reply.header('content-encoding', 'gzip')
    return reply.send(sent)
  })
}
