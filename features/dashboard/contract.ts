import { type Static, Type } from 'typebox'
import { call } from '../../contract/call.ts'

/** Figures of the caller's scope as they stand now. */
export const Totals = Type.Object({
  learners: Type.Integer(),
  classesOnShelf: Type.Integer(),
  studying: Type.Integer(),
  passedThisYear: Type.Integer(),
  hoursTenthsThisYear: Type.Integer(),
  certificatesThisYear: Type.Integer(),
})
export type Totals = Static<typeof Totals>

export const dashboardCalls = {
  getDashboardDataTotal: call('/dashboard/get-dashboard-data-total.action', {
    allow: ['/home/index', '/dashboard/index'],
    input: Type.Object({}),
    output: Totals,
    summary: 'Key figures of the units the caller may see',
  }),
}
