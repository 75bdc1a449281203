import { byStaff, type Feature, type WorkKind } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { applicationCalls } from './application/contract.ts'
import { applicationLifecycle } from './application/rules.ts'
import { eraseApplications, moveApplicationUnits } from './application/server/actions.ts'
import { applyingForMany, reviewing } from './application/server/batches.ts'
import { applicationHandlers } from './application/server/calls.ts'
import { waitingReviews } from './application/server/data.ts'
import { applicationExportList } from './application/server/exports.ts'
import { lapseApplications, remindApplicants, sweepAnswerFiles } from './application/server/jobs.ts'
import {
  applicationConfirmed,
  applicationLapsed,
  applicationRejected,
  feeDue,
  feeDueSoon,
} from './application/server/messages.ts'
import { confirmPaid, endRefunded, lapseUnpaid } from './fee/server/actions.ts'
import { feeHandlers } from './fee/server/calls.ts'
import { feeExportList } from './fee/server/exports.ts'
import { feeVoucherRejected } from './fee/server/messages.ts'
import { feeWork } from './fee/server/work.ts'
import { signUpKindNames, signUpLifecycle, signUpPages } from './rules.ts'
import { applicantKinds } from './sheet/server/actions.ts'
import { seatHandlers } from './seat/server/calls.ts'
import { seatExportList } from './seat/server/exports.ts'
import { seatsAssigned } from './seat/server/messages.ts'
import { moveSignUpUnits } from './server/actions.ts'
import { signUpFeeKind } from './server/approvals.ts'
import { changingStatus, deletingDrafts } from './server/batches.ts'
import { signUpHandlers } from './server/calls.ts'
import { signUpEdits } from './server/edits.ts'
import { signUpExportList } from './server/exports.ts'

/** Sign-ups for trainings and exams: their forms, who applies, what they pay, and where they sit. */
export const signUpFeature: Feature = {
  group: 'noun',
  tables: {
    sign_up_applications: {
      copy: 'Sign-ups',
      after: 'who applied and what was paid; what was filled in is gone',
    },
    sign_up_events: { shared: 'of an application', ...byStaff },
    sign_up_files: { copy: 'Sign-ups', after: 'gone' },
    sign_up_forms: { of: 'project' },
    sign_up_seats: { shared: 'of an application' },
    sign_up_sessions: { of: 'project' },
    sign_up_subjects: { of: 'project' },
    sign_up_units: { of: 'project' },
    sign_ups: { of: 'project' },
  },
  erase: eraseApplications,
  async move(tx, fromId, toId) {
    await moveSignUpUnits(tx, fromId, toId)
    await moveApplicationUnits(tx, fromId, toId)
  },
  imports: applicantKinds,
  approvals: [signUpFeeKind],
  handlers: [signUpHandlers, applicationHandlers, feeHandlers, seatHandlers],
  batches: [changingStatus, deletingDrafts, reviewing, applyingForMany],
  exports: [...signUpExportList, ...applicationExportList, ...feeExportList, ...seatExportList],
  jobs: [lapseApplications, remindApplicants, sweepAnswerFiles],
  messages: [
    feeDue,
    feeDueSoon,
    feeVoucherRejected,
    seatsAssigned,
    applicationConfirmed,
    applicationRejected,
    applicationLapsed,
  ],
  on: { feesSettled: confirmPaid, feesEnded: lapseUnpaid, feesRefunded: endRefunded },
  work: [
    ...(['training', 'exam'] as const).map(
      (kind): WorkKind => ({
        code: `signUp.${kind}`,
        words: [`待审核的${signUpKindNames[kind].zh}`, `${signUpKindNames[kind].en} sign-ups to review`],
        settledBy: [applicationCalls.review],
        address: `${signUpPages[kind]}?tab=applications&status=applied`,
        waiting: ({ db, session }) => waitingReviews(db, session, kind),
      }),
    ),
    ...feeWork,
  ],
  audit: {
    actions: {
      'signUp.change': ['修改报名', 'Updated a sign-up'],
      'signUp.close': ['结束报名', 'Closed a sign-up'],
      'signUp.create': ['新建报名', 'Created a sign-up'],
      'signUp.delete': ['删除报名', 'Deleted a sign-up'],
      'signUp.publish': ['开放报名', 'Opened a sign-up'],
      'signUp.seat': ['安排座位', 'Assigned seats of an exam'],
      'signUp.reopen': ['重新开放报名', 'Opened a sign-up again'],
      'signUpApplication.admit': ['报名通过', 'Approved an application without a fee'],
      'signUpApplication.apply': ['提交报名', 'Applied for a sign-up'],
      'signUpApplication.approve': ['报名通过，待缴费', 'Approved an application with a fee'],
      'signUpApplication.lapse': ['报名失效', 'Application lapsed'],
      'signUpApplication.pay': ['报名费已缴', 'Fee of an application paid'],
      'signUpApplication.refund': ['报名费退回', 'Fee of an application refunded'],
      'signUpApplication.reject': ['报名不通过', 'Rejected an application'],
      'signUpApplication.withdraw': ['取消报名', 'Withdrew an application'],
    },
    fields: {
      signUp: { ...signUpEdits.fields, status: statusField(signUpLifecycle) },
      signUpApplication: {
        status: statusField(applicationLifecycle),
        fee: { zh: '费用', en: 'Fee', as: 'fen' },
      },
    },
    subjects: {
      signUp: {
        words: ['报名', 'Sign-up'],
        name: (db, id) => db`select title from sign_ups where id = ${id}`,
      },
      signUpApplication: {
        words: ['报名申请', 'Application'],
        name: (db, id) => db`
          select g.title from sign_up_applications p join sign_ups g on g.id = p.sign_up_id where p.id = ${id}`,
      },
    },
  },
}
