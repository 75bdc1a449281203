import type { FastifyInstance } from 'fastify'
import { commonRefusals } from '../../../contract/refusal.ts'
import type { Ground } from '../../../server/ground.ts'
import { languageOf } from '../../../server/serve.ts'
import { pictureTypeOf } from '../rules.ts'
import { whoSees } from './actions.ts'

/** Pictures: covers and posters for everybody who knows their key, faces and papers by a signed address. They never change. */
export function pictureRoutes(http: FastifyInstance, { db, files, secrets }: Ground): void {
  http.get<{ Params: { '*': string }; Querystring: Record<string, unknown> }>(
    '/media/image/*',
    async (request, reply) => {
      const key = request.params['*']
      const type = pictureTypeOf(key)
      const seen = type && (await whoSees(db, secrets, key, request.query))
      const bytes = seen && (await files.size(key))
      if (!type || !bytes) {
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .send({
            respCode: 404,
            respDesc: commonRefusals.notFound[languageOf(request)],
            attribute: null,
          })
      }
      reply
        .header('content-type', type)
        .header('content-length', bytes)
        .header(
          'cache-control',
          seen === 'all' ? 'public, max-age=31536000, immutable' : 'private, max-age=86400, immutable',
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
      return reply.send(files.read(key))
    },
  )
}
