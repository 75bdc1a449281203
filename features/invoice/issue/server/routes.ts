import { readInvoice } from '../../server/actions.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { hearCallback } from './actions.ts'
import { invoiceOfKey, noticePath, providerFor } from './carriers.ts'

/** Bytes of a notice that are read, and dropped, at most. */
const bodyLimit = 65_536

/**
 * Webhook for what providers say of an invoice, at an address of its own that only its provider has: nothing in the notice
 * is believed, and the provider is asked. A forged address is refused with 404; a provider that was heard has the answer it
 * expects, also where the invoice has its result.
 */
export async function invoiceRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db } = app
  await http.register(async (notices) => {
    notices.removeAllContentTypeParsers()
    notices.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, _body, done) => done(null))
    notices.post<{ Querystring: { key?: unknown } }>(
      noticePath,
      { config: { signedByServer: true } },
      async (request, reply) => {
        const { key } = request.query
        const id = typeof key === 'string' ? invoiceOfKey(app, key) : null
        if (id === null) return reply.code(404).send({ message: 'unknown' })
        try {
          await db.begin((tx) => hearCallback(tx, app, key as string))
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // What has its result is not asked about any more, and its provider need not say so again.
        }
        const invoice = await readInvoice(db, id)
        const provider = invoice && (await providerFor(app, invoice))
        return reply.send(provider?.callbackAnswer ?? {})
      },
    )
  })
}
