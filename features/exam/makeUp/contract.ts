import { Type } from 'typebox'
import { call, FreeText } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'

export const makeUpRefusals = refusals({
  noExam: {
    code: 409,
    zh: '这个班级现在没有考试，不能补考',
    en: 'The class has no exam now, so no make-up is possible',
  },
  ended: {
    code: 409,
    zh: '这条学习记录已经到期，请先延长期限再批准补考',
    en: 'This enrolment has ended; extend it before granting a make-up',
  },
  noneLeft: {
    code: 409,
    zh: '这场考试最多补考 {most} 次，已经用完；如需再补考，请先在考试里增加补考次数',
    en: 'All {most} make-ups of this exam are used; raise the limit in the exam to grant another',
  },
})

export const makeUpCalls = {
  grantMakeUp: call('/base/my-class-entity/grant-make-up.action', {
    allow: '/train-manage/study-report#pass',
    input: Type.Object({ ...Selection(enrolmentCalls.findPortfolioPage), reason: FreeText(200, 2) }),
    output: BatchResult,
    summary: 'Gives learners who failed one more attempt at the exam, as often as the exam allows',
  }),
}
