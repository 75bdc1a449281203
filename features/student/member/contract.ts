import { Type } from 'typebox'
import { call } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { studentManageCalls } from '../manage/contract.ts'

export const memberRefusals = refusals({
  settledAlready: {
    code: 409,
    zh: '没有待确认的单位，可能刚刚已被处理',
    en: 'No unit awaits confirmation; it may just have been handled',
  },
})

export const memberCalls = {
  settleMembers: call('/student-manage/settle-members.action', {
    allow: '/student-manage/student#edit',
    perMinute: 60,
    input: Type.Object({
      ...Selection(studentManageCalls.findPageList),
      /** False puts them out of the unit they named. */
      belongs: Type.Boolean(),
    }),
    output: BatchResult,
    summary:
      'Confirms that learners belong to the unit they named when they registered, or puts them out of it; each one is told',
  }),
}
