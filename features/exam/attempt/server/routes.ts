import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../../server/appContext.ts'
import { beginWriter } from './begin.ts'
import { closeRecords } from './record.ts'
import { saveWriter } from './save.ts'
import { submitWriter } from './settle.ts'

/** Answers accepted before the server closes are durable before the process ends. */
export function attemptRoutes(http: FastifyInstance, { db }: AppContext): void {
  http.addHook('onClose', async () => {
    await Promise.all([beginWriter(db).close(), saveWriter(db).close(), submitWriter(db).close()])
    await closeRecords(db)
  })
}
