import { answers } from '../../../server/serve.ts'
import { dashboardCalls } from '../contract.ts'
import { getTotals } from './data.ts'

export const dashboardHandlers = answers(dashboardCalls, {
  getDashboardDataTotal: ({ db, session }) => getTotals(db, session.scope),
})
