import type { FastifyInstance } from 'fastify'
import type { Ground } from '../../../server/ground.ts'
import { beatWriter } from '../beat/server/actions.ts'

/** Beats taken before the door closes are answered before the process ends. */
export function studyRoutes(http: FastifyInstance, ground: Ground): void {
  http.addHook('onClose', () => beatWriter(ground.db).close())
}
