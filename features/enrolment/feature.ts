import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { classEndHandlers } from './classEnd/server/calls.ts'
import { enrolmentCalls } from './contract.ts'
import { enrolmentBatchList } from './server/batches.ts'
import { enrolmentHandlers } from './server/calls.ts'
import { expireEnrolments, remindOfEnds } from './server/jobs.ts'
import { applicationApproved, applicationRejected, deadlineNear, paymentDue } from './server/messages.ts'
import { endPasses, passesKind } from './server/passes.ts'
import { waitingApplications } from './server/portfolio.ts'
import { enrolmentLifecycle } from './rules.ts'
import { enrolmentExportList } from './server/exports.ts'

/** A learner in a class: application, study, pass, expiry, suspension. */
export const enrolmentFeature: Feature = {
  group: 'noun',
  tables: {
    enrolments: { copy: 'Classes', after: 'what hours and certificates come from' },
  },
  approvals: [passesKind],
  on: { leave: endPasses },
  handlers: [enrolmentHandlers, classEndHandlers],
  work: [
    {
      code: 'enrolment.review',
      words: ['待审核的报名', 'Applications to review'],
      settledBy: [enrolmentCalls.reviewBatchClass],
      address: '/train-manage/study-report?status=applied',
      waiting: ({ db, session }) => waitingApplications(db, session.scope),
    },
  ],
  batches: enrolmentBatchList,
  exports: enrolmentExportList,
  jobs: [expireEnrolments, remindOfEnds],
  messages: [applicationApproved, paymentDue, applicationRejected, deadlineNear],
  audit: {
    actions: {
      'enrolment.admit': ['开通已通过的报名', 'Admitted an approved application'],
      'enrolment.apply': ['申请报名', 'Applied for a class'],
      'enrolment.approve': ['通过报名', 'Approved an application'],
      'enrolment.exhaust': ['考试次数用完', 'Used all exam attempts'],
      'enrolment.expire': ['学习到期', 'Enrolment expired'],
      'enrolment.extend': ['延长有效期', 'Extended an enrolment'],
      'enrolment.join': ['将学员加入班级', 'Put learners into a class'],
      'enrolment.liftBar': ['解除自动合格限制', 'Lifted the passing restriction'],
      'enrolment.makeUp': ['批准补考', 'Granted a make-up attempt'],
      'enrolment.open': ['开通学习', 'Admitted to a class'],
      'enrolment.pass': ['班级合格', 'Passed a class'],
      'enrolment.refund': ['退款退班', 'Refunded an enrolment'],
      'enrolment.reject': ['驳回报名', 'Rejected an application'],
      'enrolment.remove': ['移除报名', 'Removed an enrolment'],
      'enrolment.reopen': ['恢复在学', 'Reopened an enrolment'],
      'enrolment.restore': ['撤销转班', 'Undid a transfer'],
      'enrolment.resume': ['恢复学习', 'Resumed an enrolment'],
      'enrolment.suspend': ['暂停学习', 'Suspended an enrolment'],
      'enrolment.transfer': ['转班', 'Transferred an enrolment'],
      'enrolment.unpass': ['撤回合格', 'Revoked a pass'],
      'enrolment.earn': ['记入选修学时', 'Recorded elective hours'],
      'enrolment.withdraw': ['撤回报名', 'Withdrew an application'],
    },
    fields: {
      enrolment: {
        status: statusField(enrolmentLifecycle),
        hoursTenths: { zh: '学时', en: 'Hours', as: 'tenths' },
      },
    },
    subjects: {
      enrolment: {
        words: ['报名', 'Enrolment'],
        name: (db, id) => db`
          select a.user_name || ' · ' || c.name from enrolments e
          join accounts a on a.id = e.account_id join train_classes c on c.id = e.class_id where e.id = ${id}`,
      },
    },
  },
}
