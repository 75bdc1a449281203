import type { FastifyInstance } from 'fastify'
import { commonRefusals } from '../../../contract/refusal.ts'
import type { Ground } from '../../../server/ground.ts'
import { languageOf } from '../../../server/serve.ts'
import { pictureTypeOf } from '../rules.ts'

/** Pictures for everybody who knows their key: covers, posters, faces in the top bar. They never change. */
export function pictureRoutes(http: FastifyInstance, { files }: Ground): void {
  http.get<{ Params: { '*': string } }>('/media/image/*', async (request, reply) => {
    const key = request.params['*']
    const type = pictureTypeOf(key)
    const bytes = type && (await files.size(key))
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
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
    return reply.send(files.read(key))
  })
}
