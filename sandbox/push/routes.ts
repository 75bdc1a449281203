import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../server/appContext.ts'
import { demoReceiverPath } from '../../server/channels/receiver.ts'
import { takeResult } from './actions.ts'

/** The demo's own outside system, which takes the results of the portal where a real one would. */
export async function resultRoutes(http: FastifyInstance, { db, secrets }: AppContext): Promise<void> {
  await http.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    api.post(demoReceiverPath, { config: { signedByServer: true } }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const { status, text } = await db.begin((tx) =>
        takeResult(tx, secrets, { headers: request.headers, body }),
      )
      return reply.code(status).type('application/json; charset=utf-8').send(text)
    })
  })
}
