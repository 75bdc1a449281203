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
  ownMove: {
    code: 409,
    zh: '这位学员是您调入单位的，请由单位管理员或另一位同事确认',
    en: 'You put this learner into the unit; the unit’s manager or another colleague confirms it',
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
      'Confirms that learners belong to the unit they named when they registered or were put into, or removes them from it; each one is notified',
  }),
}
