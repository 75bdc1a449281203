import { Type } from 'typebox'
import { call, Id } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'

export const joinRefusals = refusals({
  already: {
    code: 409,
    zh: '已在“{name}”里，或已申请这个班级',
    en: 'Is in “{name}” already, or has applied for it',
  },
  mustPay: {
    code: 409,
    zh: '“{name}”需要付款，请先为学员下单',
    en: '“{name}” must be paid for; place an order for the learner first',
  },
})

export const joinCalls = {
  joinClass: call('/base/my-class-entity/join-class.action', {
    // Anyone who may admit applicants to a class may put learners into one.
    allow: '/train-manage/study-report#review',
    perMinute: 60,
    input: Type.Object({ ...Selection(studentManageCalls.findPageList), classId: Id }),
    output: BatchResult,
    summary: 'Puts learners into a class, also all that an import brought; each one succeeds or is refused',
  }),
}
