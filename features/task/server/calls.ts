import { findStuckLanes } from '../../../server/jobs.ts'
import { answers } from '../../../server/serve.ts'
import { taskCalls } from '../contract.ts'

export const taskHandlers = answers(taskCalls, {
  findStuckLanes: ({ db }) => findStuckLanes(db),
})
