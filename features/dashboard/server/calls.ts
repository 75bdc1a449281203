import { handlers } from '../../../server/serve.ts'
import { dashboardCalls } from '../contract.ts'
import { getTotals } from './data.ts'

export const dashboardHandlers = handlers(dashboardCalls, {
  getDashboardDataTotal: ({ db, session }) => getTotals(db, session.scope),
})
