import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type PaymentChannelName, paymentChannelNames } from '../../../contract/payment.ts'
import { noticePaths } from '../../../server/channels/openPayment.ts'
import { ForgedNotice } from '../../../server/channels/payment.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { findChannel } from './actions.ts'
import { noticeWriter, takeNotice } from './notices.ts'

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Refuses a notice, so that the channel sends it again; nothing but the answer below ends it. */
const refused = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ code: 'FAIL', message })

/** The only answer each provider believes. */
const taken: Record<PaymentChannelName, (reply: FastifyReply) => FastifyReply> = {
  wechat: (reply) => reply.code(204).send(),
  alipay: (reply) => reply.type('text/plain').send('success'),
}

/**
 * Webhook for notices of payments and refunds: the raw bytes are verified before anything is processed, with the keys of
 * the merchant whose address they came to; they speak of its payments alone. A forged notice is refused with 401 and
 * changes nothing; one that cannot be taken now is refused so that it comes again.
 */
export async function paymentRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db, log } = app
  http.addHook('onClose', () => noticeWriter(db).close())
  await http.register(async (notices) => {
    notices.removeAllContentTypeParsers()
    notices.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    notices.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      if (!error.statusCode) {
        log.error({ err: error }, 'failed to process a payment notice')
        const place = request.routeOptions.url ?? ''
        const nobody = { projectId: null, accountId: null }
        app.report?.({ ...nobody, source: 'server', traceId: request.id, place, error })
      }
      return refused(reply, error.statusCode ?? 500, 'not taken')
    })
    for (const name of paymentChannelNames) {
      async function hear(request: FastifyRequest, reply: FastifyReply, merchantId: string | null) {
        const through = { channel: name, merchantId }
        const channel = await findChannel(app, through)
        if (channel?.name !== name) return refused(reply, 404, 'no channel')
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        try {
          const notice = await channel.readNotice(request.headers, raw)
          const outcome = await takeNotice(db, through, notice)
          if (outcome === 'unknown' || outcome === 'mismatch') {
            log.error(
              { notice: notice.id, taken: outcome },
              'a payment notice does not fit what was asked for',
            )
            return refused(reply, 400, outcome)
          }
        } catch (error) {
          if (!(error instanceof ForgedNotice)) throw error
          log.warn({ ip: request.ip, reason: error.message }, 'a forged payment notice was refused')
          return refused(reply, 401, 'signature')
        }
        return taken[name](reply)
      }
      const config = { signedByServer: true }
      notices.post(noticePaths[name], { config }, (request, reply) => hear(request, reply, null))
      notices.post<{ Params: { id: string } }>(`${noticePaths[name]}/:id`, { config }, (request, reply) => {
        const { id } = request.params
        return isId.test(id) ? hear(request, reply, id) : refused(reply, 404, 'no channel')
      })
    }
  })
}
