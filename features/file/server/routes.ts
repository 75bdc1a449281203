import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { commonRefusals } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { companionOf, languageOf } from '../../../server/caller.ts'
import { pictureTypeOf } from '../rules.ts'
import { readSaved, whoSees } from './actions.ts'

interface Shown {
  bytes: number
  open: () => Readable | Buffer
  cache: string
}

/** A picture as an address shows it, or null for whom it shows nothing. */
async function find(
  app: AppContext,
  key: string,
  query: Record<string, unknown>,
  companion: string | null,
): Promise<Shown | null> {
  const { db, files, secrets } = app
  const seen = await whoSees(db, secrets, key, query, companion)
  if (seen === 'all') {
    const bytes = await files.size(key)
    return bytes ? { bytes, open: () => files.read(key), cache: 'public, max-age=31536000, immutable' } : null
  }
  const saved = seen && (await readSaved(app, key))
  const cache = seen === 'fresh' ? 'private, max-age=300' : 'private, max-age=86400, immutable'
  return saved ? { bytes: saved.length, open: () => saved, cache } : null
}

/**
 * Pictures: covers and posters for everybody who knows their key, faces and papers by an address that is signed for one
 * account and shown where it is signed in, and so what nobody has used yet. They never change.
 */
export function pictureRoutes(http: FastifyInstance, app: AppContext): void {
  type FileRoute = { Params: { '*': string }; Querystring: Record<string, unknown> }
  http.get<FileRoute>('/media/image/*', async (request, reply) => {
    const key = request.params['*']
    const type = pictureTypeOf(key)
    const shown = type && (await find(app, key, request.query, companionOf(request)))
    if (!shown) {
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
      .header('content-length', shown.bytes)
      .header('cache-control', shown.cache)
      .header('content-security-policy', "default-src 'none'; sandbox")
    return reply.send(shown.open())
  })
}
