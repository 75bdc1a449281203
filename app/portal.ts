import type { FastifyInstance } from 'fastify'
import { openRecorder } from '../features/exceptionLog/server/recorder.ts'
import { type OpenGate, openGate } from '../features/session/server/gate.ts'
import type { AppContext } from '../server/appContext.ts'
import { startJobs } from '../server/jobs.ts'
import { sendUnknownCall, serve } from '../server/serve.ts'
import { allHandlers, allJobs, allRoutes } from './features.ts'
import { serveDocs } from './docs.ts'
import { serveFirstAnswers } from './firstAnswers.ts'
import { servePages } from './pages.ts'

/** The running product: HTTP, jobs and session gate; not yet listening. */
export interface Portal {
  http: FastifyInstance
  gate: OpenGate
  /** Runs every due job now; for tests. */
  drainJobs(): Promise<void>
  /** Stops accepting, lets running calls and the running job end, then closes. */
  close(): Promise<void>
}

/**
 * Puts the features together; the workers may have connections of their own. What the gate remembers expires by `clock`, and
 * without `works` nothing happens but what is called; without `recurs` no job runs by the clock alone.
 */
export async function openPortal(
  app: AppContext,
  workers: AppContext = app,
  {
    sheds = true,
    works = true,
    recurs = true,
    clock,
  }: { sheds?: boolean; works?: boolean; recurs?: boolean; clock?: { now(): number } } = {},
): Promise<Portal> {
  const gate = await openGate(app.db, clock)
  const recorder = openRecorder(app)
  const { report } = recorder
  const sandbox = app.environment.demo ? [(await import('../sandbox/feature.ts')).sandboxFeature] : []
  const http = await serve({
    app: { ...app, report },
    gate,
    sheds,
    report,
    handlers: allHandlers,
    routes: [
      ...allRoutes,
      ...sandbox.flatMap(({ routes = [] }) => routes),
      (http) => serveDocs(http, allHandlers),
      serveFirstAnswers,
      servePages,
    ],
  })
  http.setNotFoundHandler((request, reply) => sendUnknownCall(request, reply))
  const handlers = works ? [...allJobs, ...sandbox.flatMap(({ jobs = [] }) => jobs)] : []
  const jobs = startJobs({ ...workers, report }, handlers, { recurs, report })
  return {
    http,
    gate,
    drainJobs: jobs.drain,
    async close() {
      // Work that can break off does so at once, while calls come to their end.
      const stopped = jobs.stop()
      await http.close()
      await stopped
      await recorder.close()
      await gate.close()
    },
  }
}
