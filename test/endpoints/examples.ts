import { yearFromNow } from '../build/days.ts'
import { personalTitle } from '../build/invoice.ts'
import { aSession, aSignUpInput } from '../build/signUp.ts'
import { allFeatures } from '../../app/features.ts'
import { classCalls } from '../../features/class/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { captureConsentVersion } from '../../features/study/capture/rules.ts'
import { studentExports } from '../../features/student/manage/contract.ts'
import { defaultTerms } from '../../features/unit/trainType/rules.ts'
import type { Known } from './known.ts'
import { commonPassword } from './people.ts'
import type { Place } from './place.ts'

/** The special fields of an input with one's own rows; what else the call requires is filled in. */
type Example = (own: Place) => Known

const sections = (own: Place) => [{ count: 2, questionIds: [own.questionId], bankId: own.bankId }]
const drags: Example[] = [() => ({ beforeId: null }), () => ({ parentId: null })]
const marked: Example = (own) => ({ attemptId: own.markedAttemptId })
const ofSpareUnit: Example = (own) => ({ unitId: own.spareUnitId })
const ofSpareExam: Example = (own) => ({ examId: own.spareExamId })
const ofPaidOrder: Example = (own) => ({ orderId: own.paidOrderId })
const ofRoster: Example = (own) => ({ importId: own.rosterImportId })
const corrections: Example[] = [
  (own) => ({ change: { kind: 'unit', unitId: own.spareUnitId } }),
  (own) => ({ change: { kind: 'pass', enrolmentId: own.enrolmentId, passed: true } }),
  (own) => ({ change: { kind: 'score', attemptId: own.markedAttemptId, score: 1 } }),
]
const judge = { type: 'judge', stem: '改过的题', answer: ['A'] }
const joined = (own: Place) => ({
  classIds: [own.freshClass.classId],
  acceptMismatch: [own.freshClass.classId],
})

const ofMany = (more: object = {}): Example[] => [
  () => ({ filter: undefined, except: undefined, ...more }),
  () => ({ ids: undefined, ...more }),
]

/** Examples by the path of their call, where its schema and what is known of its fields do not make one. */
export const examples: Record<string, Example | Example[]> = {
  '/api/answer-capture.action': (own) => ({ captureId: own.openCaptureId, nonce: own.captureNonce }),
  '/api/answer-pinned-question.action': (own) => ({
    leaseToken: own.leaseToken,
    versionId: own.pinVersionId,
    answers: [['A']],
  }),
  '/api/appeal-capture.action': (own) => ({ captureId: own.missedCaptureId }),
  '/api/decide-capture.action': () => ({ kind: 'photo', agreed: true, version: captureConsentVersion }),
  '/api/get-exam-result.action': marked,
  '/api/get-pinned-question.action': (own) => ({ leaseToken: own.leaseToken }),
  '/api/get-video-token.action': [
    (own) => ({ previous: own.leaseToken }),
    (own) => ({ previous: own.leaseToken, opening: own.leaseToken }),
  ],
  '/api/request-capture.action': (own) => ({ leaseToken: own.leaseToken }),
  '/api/save-exam-answer.action': () => ({ revision: 0, answers: { 1: ['A'] } }),
  '/api/video-task.action': (own) => ({
    leaseToken: own.leaseToken,
    sequence: 1,
    from: 0,
    to: 0.1,
    visible: true,
  }),
  '/base/account/add-account.action': (own) => ({
    accountId: own.managedId,
    revision: 1,
    loginName: `managed_${own.place}`,
    roles: [{ roleId: own.spareRoleId, unitId: own.unitId }],
  }),
  '/base/account/query-account-list.action': [
    (own) => ({ accountId: own.managedId }),
    (own) => ({ roleId: own.spareRoleId }),
    (own) => ({ unitId: own.unitId }),
    (own) => ({ unitId: own.unitId, everyone: true }),
    () => ({}),
  ],
  '/base/approval/undo.action': (own) => ({ id: own.appliedProposalId }),
  '/base/approval/withdraw.action': (own) => ({ id: own.approvedProposalId }),
  '/base/batch/count.action': (own) => ({
    path: classCalls.findPageList.path,
    filter: { categoryId: own.categories.class },
  }),
  '/base/certificate/save.action': (own) => ({
    id: own.templateId,
    revision: 1,
    numbering: 'X{year}{serial}',
  }),
  '/api/sign-up/apply.action': (own) => ({
    formVersion: 1,
    answers: [{ key: 'proof', fileId: own.ownFileId }],
  }),
  '/api/sign-up/look-up.action': () => ({ captchaVO: undefined }),
  '/api/certificate/look-up-skill.action': () => ({ captchaVO: undefined }),
  '/api/check-exercise.action': () => ({ classId: undefined }),
  '/api/keep-exercise-favourite.action': () => ({ classId: undefined }),
  '/api/sign-up/order-fee.action': () => ({ expectedAmount: 6000 }),
  '/api/sign-up/upload-file.action': () => ({ key: 'proof' }),
  '/base/score/answer-appeal.action': [
    () => ({ uphold: false, answer: '复核无误' }),
    () => ({ uphold: true, points: 65, answer: '漏计一题' }),
  ],
  '/base/score/publish.action': [() => ({ publishAt: undefined, appealDays: 5 }), () => ({ appealDays: 5 })],
  '/base/score/update.action': () => ({ points: 65 }),
  '/base/cms-apply/apply-for.action': [
    () => ({ formVersion: 1, answers: [{ key: 'post', text: '教师' }] }),
    (own) => ({ formVersion: 1, answers: [{ key: 'proof', fileId: own.staffFileId }] }),
  ],
  '/base/cms-apply/review.action': ofMany({ approve: true }),
  '/base/cms-apply/save.action': (own) => ({
    ...aSignUpInput({ kind: 'exam', unitIds: [own.unitId] }),
    id: own.changedSignUpId,
    revision: 1,
    subjects: [
      {
        id: own.changedSubjectId,
        name: '理论',
        sessions: [{ id: own.changedSessionId, ...aSession(100, 40) }],
      },
    ],
  }),
  '/base/cms-apply/apply-for-many.action': [
    () => ({
      formVersion: 1,
      answers: [{ key: 'post', text: '教师' }],
      filter: undefined,
      except: undefined,
    }),
    () => ({ formVersion: 1, answers: [{ key: 'post', text: '教师' }], accountIds: undefined }),
  ],
  '/base/cms-apply/delete.action': ofMany(),
  '/base/cms-apply/update-status.action': ofMany({ event: 'close' }),
  '/base/cms-order/place.action': () => ({ expectedAmount: 6000 }),
  '/base/class-category-entity/drag-class-category.action': drags,
  '/base/class-category-entity/save-class-category.action': [
    (own) => ({ id: own.categories.class }),
    (own) => ({ parentId: own.categories.class, classType: 'public', kind: 'base' }),
  ],
  '/base/class-entity/bach-modify-class.action': [
    ({ categories, ...own }) => ({
      rows: undefined,
      changes: { categoryId: categories.spareClass, certificateTemplateId: own.spareTemplateId },
    }),
    () => ({ filter: undefined, except: undefined, changes: { year: 2024 } }),
  ],
  '/base/class-entity/create-train-class.action': ({ freshClass }) => ({
    id: freshClass.classId,
    revision: 1,
    year: 2023,
    hoursTenths: 80,
    requiredHoursTenths: 80,
    electiveMinTenths: 0,
    validDays: 365,
    trialResourceIds: [freshClass.resourceIds[0]],
    courseIds: [freshClass.courses[0]!.courseId],
  }),
  '/base/correction/apply.action': (own) => ({ id: own.approvedId }),
  '/base/correction/propose.action': corrections,
  '/base/batch-import-order/place.action': [
    (own) => ({ accountIds: [own.accountId], payMode: 'transfer', expectedAmount: 6000, expectedHeads: 1 }),
    // Other heads than are there: what is placed has a number of its own each time.
    ({ accountId }) => ({ without: [accountId], again: [accountId], expectedAmount: 6000, expectedHeads: 7 }),
  ],
  '/base/correction/undo.action': (own) => ({ id: own.appliedId }),
  '/base/correction/withdraw.action': (own) => ({ id: own.approvedId }),
  '/base/course-category/drag.action': drags,
  '/base/exception-log-entity/report.action': () => ({
    traceId: '5a2c9f0e-0000-4000-8000-000000000001',
    page: '/my',
  }),
  '/base/exception-register/correct.action': corrections,
  '/base/export/cancel.action': (own) => ({ exportId: own.makingExportId }),
  '/base/export/create.action': () => ({ path: studentExports.exportStudentList.path }),
  '/base/import/begin.action': (own) => ({ params: { bankId: own.bankId }, uploadId: own.sheetUploadId }),
  '/base/import/edit-row.action': (own) => ({
    ...ofRoster(own),
    row: 2,
    version: 1,
    cells: { stem: '王芳' },
  }),
  '/base/import/find-faults.action': ofRoster,
  '/base/import/download-template.action': () => ({ kind: 'examApplicants', of: undefined }),
  '/base/import/get-template.action': [
    () => ({ kind: 'examApplicants', of: undefined }),
    () => ({ kind: 'roster' }),
  ],
  '/base/import/get-upload-token.action': () => ({ name: '名单.xlsx' }),
  '/base/list-view/save-columns.action': () => ({ columns: [{ key: 'realName' }] }),
  '/base/merchant/save.action': (own) => ({ ...own.merchant, id: own.merchantId }),
  '/base/message/resend.action': (own) => ({ id: own.deliveryId }),
  '/base/message/save-route.action': (own) => ({
    kind: 'order.paid',
    isEnabled: true,
    templateId: own.smsTemplateId,
    slots: ['orderNo', 'amount'].map((name) => ({ place: name, param: name })),
  }),
  '/base/message/send-test.action': () => ({ kind: 'session.code' }),
  '/base/my-class-entity/apply-my-class.action': (own) => ({ classId: own.freeClass.classId }),
  '/base/my-class-entity/get-my-certificate.action': (own) => ({ enrolmentId: own.essayEnrolmentId }),
  '/base/my-class-entity/join-class.action': [
    (own) => ({ classId: own.freeClass.classId, ids: [own.accountId] }),
    (own) => ({
      classId: own.freeClass.classId,
      filter: { importId: own.rosterImportId },
      except: [own.accountId],
    }),
  ],
  '/base/my-class-entity/review-batch-class.action': [
    (own) => ({ ids: [own.appliedEnrolmentId], approve: true }),
    () => ({ filter: undefined, except: undefined, approve: true }),
  ],
  '/base/my-class-entity/withdraw-my-class.action': (own) => ({ enrolmentId: own.appliedEnrolmentId }),
  '/base/my-resource-capture/preview-change.action': () => ({ result: 'accepted' }),
  '/base/my-resource-capture/update-capture-json.action': () => ({ result: 'accepted', from: 'appealed' }),
  '/base/my-order-entity/add-note.action': ofPaidOrder,
  '/base/my-order-entity/download-payment-proof.action': ofPaidOrder,
  '/base/my-order-entity/find-history.action': ofPaidOrder,
  '/base/my-order-entity/save-order.action': (own) => ({ ...joined(own), expectedAmount: 6100 }),
  '/base/my-order-entity/update-price.action': (own) => ({
    items: [{ itemId: own.orderItemId, payable: 1 }],
  }),
  '/base/pay/find-unsettled.action': ofPaidOrder,
  '/base/project-register-config/update.action': () => ({
    version: 1,
    fields: ['realName', 'cardNumber', 'mobile', 'major'].map((key) => ({ key, required: true })),
  }),
  '/base/project/preview-setting.action': () => ({ changes: { orderMinutes: 60 } }),
  '/base/project/save-setting.action': () => ({ changes: { orderMinutes: 60 }, seen: 2 }),
  '/base/project/save-text.action': () => ({ version: 1 }),
  '/base/project/withdraw-setting.action': (own) => ({ id: own.scheduledId }),
  '/base/notice/save.action': (own) => ({
    id: own.draftNoticeId,
    revision: 1,
    content: '<p>好</p>',
    startsAt: null,
    endsAt: null,
    regions: [],
  }),
  '/base/notice/save-class.action': (own) => ({
    id: own.draftAnnouncementId,
    revision: 1,
    content: '<p>好</p>',
  }),
  '/base/notice/update-class-status.action': () => ({ event: 'withdraw' }),
  '/base/notice/update-status.action': () => ({ event: 'withdraw' }),
  '/base/project-popup/save.action': () => ({ version: 1, startsAt: null, endsAt: null }),
  '/base/project-popup/see.action': () => ({ version: 1 }),
  '/login/accept-agreement.action': () => ({ version: 1 }),
  '/base/question-bank/delete.action': (own) => ({ bankId: own.spareBankId }),
  '/base/receipt/allocate.action': (own) => ({
    allocations: [{ receiptId: own.receiptId, amount: 6000 }],
  }),
  '/base/project-invoice-config/save-provider.action': () => ({
    provider: 'nuonuo',
    appKey: '10000001',
    appSecret: 'SECRET-00000001',
    token: 'TOKEN-00000001',
  }),
  '/base/system-push-config/save.action': (own) => ({
    content: own.receiver,
    secret: 'another-secret-of-it',
    version: 1,
  }),
  '/base/reconciliation/read-again.action': (own) => ({ id: own.billId }),
  '/base/refund-apply/do.action': (own) => ({
    offline: { bank: '工商银行', serialNo: '20261124-0001', day: own.today },
  }),
  '/base/refund-apply/retry-now.action': (own) => ({ refundId: own.sentRefundId }),
  '/base/resource-category/drag.action': drags,
  '/base/resource-question/save': [
    (own) => ({ questionId: own.questionId, bankId: own.bankId, type: 'judge', parts: [judge] }),
    (own) => ({ resourceId: own.built.resourceIds[0], atSecond: 9, type: 'judge', parts: [judge] }),
  ],
  '/base/shop-cart/one-click-join.action': joined,
  '/base/manage-invoice/mark.action': (own) => ({
    id: own.invoiceId,
    number: '25312000000000000001',
    day: own.today,
  }),
  '/base/manage-invoice/mark-all.action': (own) => ({
    ids: [own.invoiceId],
    day: own.today,
    numbers: [{ applyNo: 'FP20231122', number: '25312000000000000001' }],
  }),
  '/base/manage-invoice/red.action': (own) => ({ id: own.issuedInvoiceId, reason: 'allowance' }),
  '/base/user-invoice/re-open.action': (own) => ({
    id: own.issuedInvoiceId,
    kind: 'ordinary',
    title: { ...personalTitle, name: '王小明' },
  }),
  '/base/user-invoice/download.action': (own) => ({ id: own.issuedInvoiceId, format: 'pdf' }),
  '/base/user-invoice/mail.action': (own) => ({ id: own.issuedInvoiceId, email: 'a@example.com' }),
  '/base/user-invoice/remove-title.action': (own) => ({ id: own.invoiceTitleId }),
  '/base/user-invoice/save.action': (own) => ({
    orderIds: [own.invoiceOrderId],
    kind: 'ordinary',
    title: personalTitle,
    expectedAmount: 6000,
  }),
  '/base/shop-cart/save.action': joined,
  '/base/transfer-class-record/undo-transfer-class.action': (own) => ({ recordId: own.transferRecordId }),
  '/base/train-plan/remind.action': ofMany(),
  '/base/train-plan/save.action': (own) => ({
    id: own.planId,
    revision: 1,
    year: yearFromNow(),
    dueOn: null,
    hours: [{ classType: 'public', hoursTenths: 10 }],
    regions: [],
  }),
  '/base/train-plan/update-status.action': () => ({ event: 'withdraw' }),
  '/base/unit-class/export-transfer-class-error-list.action': (own) => ({ batchId: own.transferBatchId }),
  '/base/unit-class/get-transfer-class-progress.action': [
    (own) => ({ batchId: own.transferBatchId, importId: undefined }),
    (own) => ({ batchId: undefined, importId: own.transferImportId }),
  ],
  '/base/unit-class/transfer-class.action': [
    (own) => ({ ids: [own.enrolmentId], classId: own.movedClass.classId, importId: undefined }),
    (own) => ({
      filter: { classId: own.built.classId },
      except: [own.enrolmentId],
      classId: own.movedClass.classId,
      importId: undefined,
    }),
    (own) => ({ importId: own.transferImportId }),
  ],
  '/base/unit-entity/add-unit-manager.action': ofSpareUnit,
  '/base/unit-entity/delete-unit.action': ofSpareUnit,
  '/base/unit-entity/disable-unit.action': ofSpareUnit,
  '/base/unit-entity/drag-unit.action': drags.map((drag) => (own) => ({ ...drag(own), ...ofSpareUnit(own) })),
  '/base/unit-entity/find-unit-base-tree.action': [
    (own) => ({ open: [own.unitId], unitId: own.spareUnitId }),
    () => ({}),
  ],
  '/base/unit-entity/get-register-config-by-unit.action': (own) => ({ unitId: own.unitId }),
  '/base/unit-entity/get-unit-detail.action': ofSpareUnit,
  '/base/unit-entity/save-unit.action': [
    (own) => ({ unitId: own.spareUnitId, contact: '赵六', phone: '010-12345678' }),
    (own) => ({ parentId: own.unitId, name: '新建的单位' }),
  ],
  '/base/unit-train-type-entity/batch-update-unit-train-type.action': [
    (own) => ({ unitIds: undefined, change: { open: false, categoryIds: [own.categories.class] } }),
    () => ({ filter: undefined, except: undefined, change: { open: false } }),
  ],
  '/base/unit-train-type-entity/update-unit-train-type.action': (own) => ({
    unitId: own.spareUnitId,
    terms: { ...defaultTerms, paymentMode: 'group', categoryIds: [own.categories.class] },
  }),
  '/base/wechat-app/get-project-id.action': (own) => ({ appId: own.wechatApp.appId }),
  '/base/wechat-app/save.action': (own) => ({ ...own.wechatApp, id: own.wechatAppId }),
  '/base/work-queue/see.action': () => ({ code: 'approval.rejected' }),
  '/dictionary-entity/disable-entry.action': () => ({ kind: 'education', code: '20', disabled: true }),
  '/dictionary-entity/order-entries.action': () => ({ kind: 'education', codes: ['20', '10'] }),
  '/dictionary-entity/save-entry.action': () => ({
    kind: 'degree',
    code: 'own',
    name: '自设',
    nameEn: 'Own',
    isNew: true,
  }),
  '/exam-system/api/check-paper.action': (own) => ({ sections: sections(own) }),
  '/exam-system/api/delete-exam.action': ofSpareExam,
  '/exam-system/api/delete-type.action': (own) => ({ typeId: own.categories.exam }),
  '/exam-system/api/find-attempt-list.action': (own) => ({ examId: own.essayExamId }),
  '/exam-system/api/get-marking.action': marked,
  '/exam-system/api/publish.action': ofSpareExam,
  '/exam-system/api/release-exam.action': (own) => ({ examId: own.heldExamId }),
  '/exam-system/api/save-exam.action': (own) => ({
    examId: own.spareExamId,
    revision: 1,
    typeId: own.categories.exam,
    classId: own.spareClass.classId,
  }),
  '/exam-system/api/save-marking.action': (own) => ({ ...marked(own), marks: [{ no: 1, score: 1 }] }),
  '/exam-system/api/save-paper.action': (own) => ({
    paperId: own.sparePaperId,
    revision: 1,
    typeId: own.categories.paper,
    mode: 'mixed',
    sections: sections(own),
  }),
  '/login/factor/remove.action': (own) => ({
    password: encodeCredential(commonPassword),
    accountId: own.managedId,
  }),
  '/login/get-system-config.action': (own) => ({ unitId: own.unitId }),
  '/login/switch-login.action': [
    (own) => ({ accountId: own.accountId, roleId: own.portal.roles.learner, unitId: own.unitId }),
    (own) => ({ unlink: own.accountId }),
  ],
  '/student-manage/settle-members.action': ofMany({ belongs: true }),
  '/student-manage/update-student-info.action': () => ({ version: 1, major: '药学' }),
}

// An export takes the filters of its list.
for (const { call } of allFeatures.flatMap(({ exports = [] }) => exports)) {
  const ofList = examples[call.list.path]
  if (ofList) examples[call.path] = ofList
}
