import { handlers } from '../../../server/serve.ts'
import { dashboardCalls } from '../contract.ts'
import { clearCaches } from './actions.ts'
import { getLastDays, getSeries, getTotals, getTypes, pageDays, pageTypes, pageUnits } from './data.ts'

export const dashboardHandlers = handlers(dashboardCalls, {
  queryDashboardList: ({ db, session, input }) => pageDays(db, session.scope, input),
  getDashboardDataTotal: ({ db, session, input }) => getTotals(db, session, input),
  getDashboardDataTotalGroup: ({ db, session, input }) => getSeries(db, session.scope, input),
  getDashboardDataByType: ({ db, session, input }) => pageTypes(db, session.scope, input),
  getDashboardDataGroupType: ({ db, session, input }) => getTypes(db, session.scope, input),
  getDashboardDataLastDate: ({ db, session, input }) => getLastDays(db, session.scope, input),
  getDashboardDataTop: ({ db, session, input }) => pageUnits(db, session.scope, input),
  delRedisKey: ({ db, session, input }) => db.begin((tx) => clearCaches(tx, session, input.keys)),
})
