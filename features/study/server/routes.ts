import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../server/appContext.ts'
import { beatWriter } from '../beat/server/actions.ts'

/** Beats accepted before the server closes are answered before the process ends. */
export function studyRoutes(http: FastifyInstance, app: AppContext): void {
  http.addHook('onClose', () => beatWriter(app.db).close())
}
