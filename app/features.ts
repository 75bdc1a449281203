import type { FastifyInstance } from 'fastify'
import type { Ground } from '../server/ground.ts'
import type { JobHandler } from '../server/jobs.ts'
import type { Answer, Gate } from '../server/serve.ts'
import { projectAnswers } from '../features/project/server/calls.ts'
import { sessionAnswers } from '../features/session/server/calls.ts'

/** Every call the product answers. */
export const allAnswers: Answer[] = [...projectAnswers, ...sessionAnswers]

/** Routes that are not calls: uploads, media, notices, pages of the demo. */
export const allRoutes: ((http: FastifyInstance, ground: Ground, gate: Gate) => void | Promise<void>)[] = []

/** Work that runs behind the calls. */
export const allJobs: JobHandler[] = []
