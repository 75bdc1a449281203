import type { FastifyInstance } from 'fastify'

/**
 * Ends the connections whose answers were under way when the server began to close. It ends only those that are idle at
 * that moment; the others would hold it for as long as they are kept alive, over a minute.
 */
export function endLateConnections(http: FastifyInstance): void {
  let isClosing = false
  http.addHook('preClose', async () => {
    isClosing = true
  })
  http.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => http.server.closeIdleConnections())
    done()
  })
}
