import { Type } from 'typebox'
import { call } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { studentManageCalls } from '../manage/contract.ts'

export const memberRefusals = refusals({
  settledAlready: {
    code: 409,
    zh: '没有待确认的单位，可能刚刚已被处理',
    en: 'This learner has no unit to confirm; a colleague may have handled it',
  },
})

export const memberCalls = {
  settleMembers: call('/student-manage/settle-members.action', {
    allow: '/student-manage/student#edit',
    perMinute: 60,
    input: Type.Object({
      ...Selection(studentManageCalls.findPageList),
      /** False removes them from the unit they named. */
      belongs: Type.Boolean(),
    }),
    output: BatchResult,
    summary:
      'Confirms that learners belong to the unit they named when they registered, or removes them from it; each one is notified',
  }),
}
