import { idCheckDigit } from '../../contract/identity.ts'
import type { Place } from './place.ts'

type Example = (own: Place) => Record<string, unknown>

const reason = '核对资料后更正'
const learner: Example = (own) => ({ accountId: own.accountId })
const card = '32010219880102119'

/** Inputs of calls about learners, their corrections and problems; by path, as in `examples`. */
export const learnerExamples: Record<string, Example | Example[]> = {
  '/student-manage/find-page-list.action': [
    (own) => ({ unitId: own.unitId }),
    (own) => ({ importId: own.rosterImportId }),
    (own) => ({ after: own.accountId }),
    () => ({}),
  ],
  '/student-manage/get-student-detail.action': learner,
  '/student-manage/get-desk.action': learner,
  '/student-manage/get-face-state.action': learner,
  '/student-manage/find-exam-list.action': learner,
  '/student-manage/find-order-list.action': learner,
  '/student-manage/find-certificate-list.action': learner,
  '/student-manage/print-certificate.action': (own) => ({ id: own.certificateId }),
  '/student-manage/find-operation-list.action': learner,
  '/student-manage/save-student.action': (own) => ({
    realName: '新学员',
    cardNumber: card + idCheckDigit(card),
    mobile: '13800001111',
    unitId: own.unitId,
  }),
  '/student-manage/update-student-info.action': (own) => ({
    accountId: own.accountId,
    version: 1,
    major: '药学',
  }),
  '/student-manage/verify-student.action': learner,
  '/student-manage/check-idcard-info.action': () => ({
    realName: '新学员',
    cardNumber: card + idCheckDigit(card),
  }),
  '/student-manage/view-as-learner.action': (own) => ({ accountId: own.accountId, reason }),
  '/base/correction/find-page-list.action': [
    learner,
    (own) => ({ id: own.proposedId }),
    (own) => ({ after: own.appliedId }),
    () => ({}),
  ],
  '/base/correction/preview.action': (own) => ({ id: own.proposedId }),
  '/base/correction/propose.action': [
    (own) => ({ accountId: own.accountId, reason, change: { kind: 'unit', unitId: own.spareUnitId } }),
    (own) => ({
      accountId: own.accountId,
      reason,
      change: { kind: 'pass', enrolmentId: own.enrolmentId, passed: true },
    }),
    (own) => ({
      accountId: own.accountId,
      reason,
      change: { kind: 'score', attemptId: own.markedAttemptId, score: 1 },
    }),
  ],
  '/base/correction/approve.action': (own) => ({ id: own.proposedId }),
  '/base/correction/reject.action': (own) => ({ id: own.proposedId, reason }),
  '/base/correction/apply.action': (own) => ({ id: own.approvedId }),
  '/base/correction/withdraw.action': (own) => ({ id: own.approvedId }),
  '/base/correction/undo.action': (own) => ({ id: own.appliedId, reason }),
  '/base/work-queue/find-claims.action': () => ({ code: 'correction.settle' }),
  '/base/work-queue/claim.action': (own) => ({ code: 'correction.settle', id: own.proposedId }),
  '/base/work-queue/see.action': () => ({ code: 'approval.rejected' }),
  '/base/work-queue/release.action': (own) => ({ code: 'correction.settle', id: own.proposedId }),
  '/base/approval/find-page-list.action': [
    (own) => ({ id: own.proposalId }),
    (own) => ({ after: own.appliedProposalId }),
    (own) => ({ subjectId: own.built.classId }),
    () => ({}),
  ],
  '/base/approval/approve.action': (own) => ({ id: own.proposalId }),
  '/base/approval/reject.action': (own) => ({ id: own.proposalId, reason }),
  '/base/approval/withdraw.action': (own) => ({ id: own.approvedProposalId }),
  '/base/approval/undo.action': (own) => ({ id: own.appliedProposalId, reason }),
  '/base/exception-register/query-list.action': [
    learner,
    (own) => ({ id: own.hoursProblemId }),
    (own) => ({ after: own.hoursProblemId }),
    () => ({}),
  ],
  '/base/exception-register/query-unit-issues.action': [(own) => ({ after: own.accountId }), () => ({})],
  '/base/exception-register/save-account-unit-id.action': (own) => ({
    accountId: own.accountId,
    unitId: own.spareUnitId,
    exceptionId: own.unitProblemId,
    reason,
  }),
  '/base/exception-register/preview-unit.action': (own) => ({
    accountId: own.accountId,
    unitId: own.spareUnitId,
  }),
  '/base/exception-register/save.action': (own) => ({
    accountId: own.accountId,
    kind: 'exam',
    note: reason,
  }),
  '/base/exception-register/add-note.action': (own) => ({
    accountId: own.accountId,
    kind: 'exam',
    note: reason,
  }),
  '/base/exception-register/correct.action': [
    (own) => ({
      id: own.hoursProblemId,
      reason,
      change: { kind: 'pass', enrolmentId: own.enrolmentId, passed: true },
    }),
    (own) => ({
      id: own.hoursProblemId,
      reason,
      change: { kind: 'score', attemptId: own.markedAttemptId, score: 1 },
    }),
    (own) => ({ id: own.hoursProblemId, reason, change: { kind: 'unit', unitId: own.spareUnitId } }),
  ],
  '/base/exception-register/settle.action': (own) => ({
    id: own.hoursProblemId,
    event: 'resolve',
    outcome: reason,
  }),
}
