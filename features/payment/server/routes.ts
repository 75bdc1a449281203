import type { FastifyInstance, FastifyReply } from 'fastify'
import { type PaymentChannelName, paymentChannelNames } from '../../../contract/payment.ts'
import { noticePaths } from '../../../server/channels/openPayment.ts'
import { ForgedNotice } from '../../../server/channels/payment.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { applyNotice } from './actions.ts'

/** What makes the channel send a notice again; nothing but the answer below ends it. */
const refused = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ code: 'FAIL', message })

/** The only answer each provider believes. */
const taken: Record<PaymentChannelName, (reply: FastifyReply) => FastifyReply> = {
  wechat: (reply) => reply.code(204).send(),
  alipay: (reply) => reply.type('text/plain').send('success'),
}

/**
 * Webhook for payment notices: the raw bytes are verified before anything is processed. A forged notice is
 * refused with 401 and changes nothing; one that cannot be taken now is refused so that it comes again.
 */
export async function paymentRoutes(http: FastifyInstance, app: AppContext): Promise<void> {
  const { db, log, channels } = app
  await http.register(async (notices) => {
    notices.removeAllContentTypeParsers()
    notices.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    notices.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if (!error.statusCode) log.error({ err: error }, 'a payment notice could not be taken')
      return refused(reply, error.statusCode ?? 500, 'not taken')
    })
    for (const name of paymentChannelNames)
      notices.post(noticePaths[name], { config: { signedByServer: true } }, async (request, reply) => {
        const channel = channels.payment[name]
        if (!channel) return refused(reply, 404, 'no channel')
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        try {
          const notice = await channel.readNotice(request.headers, raw)
          const outcome = await db.begin((tx) => applyNotice(tx, channel.name, notice))
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
      })
  })
}
