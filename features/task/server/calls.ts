import { findStuckLanes } from '../../../server/jobs.ts'
import { handlers } from '../../../server/serve.ts'
import { taskCalls } from '../contract.ts'

export const taskHandlers = handlers(taskCalls, {
  findStuckLanes: ({ db }) => findStuckLanes(db),
})
