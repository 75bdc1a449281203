import { allFeatures } from '../../app/features.ts'
import { classCalls } from '../../features/class/contract.ts'
import { studentManageCalls, studentExports } from '../../features/student/manage/contract.ts'
import { defaultTerms } from '../../features/unit/trainType/rules.ts'
import { momentFromNow } from '../build/days.ts'
import type { Place } from './place.ts'
import { staffExamples } from './staffExamples.ts'

/** Example input with one's own rows; every field that takes an id has one. */
type Example = (own: Place) => Record<string, unknown>

const reason = '核对资料后更正'
const byId =
  (key: (own: Place) => string): Example =>
  (own) => ({ id: key(own) })
const classIds = (own: Place) => ({ classIds: [own.freshClass.classId] })
const exercise = (own: Place) => ({ classId: own.built.classId, resourceId: own.built.resourceIds[0] })
const enrolment = (own: Place) => ({ enrolmentId: own.enrolmentId })
const trainType = (own: Place) => ({ unitId: own.unitId, classType: 'public' })
const attempt = (own: Place) => ({ attemptId: own.attemptId })
const importOf = (own: Place) => ({ importId: own.importId })

const viewFields = () => ({
  path: studentManageCalls.findPageList.path,
  name: '改过的视图',
  filter: { status: 'active' },
  sort: null,
  columns: null,
})

const classFields = (own: Place) => ({
  categoryId: own.categories.class,
  name: '改过的班级',
  year: 2023,
  hoursTenths: 80,
  requiredHoursTenths: 80,
  electiveMinTenths: 0,
  introduction: '',
  price: 6100,
  originalPrice: 6100,
  signUpFrom: null,
  signUpTo: null,
  studyFrom: null,
  studyTo: null,
  validDays: 365,
  quota: null,
  personnelCategories: [],
  regions: ['320000'],
  needReview: false,
  certificateTemplateId: own.templateId,
  trialResourceIds: [own.freshClass.resourceIds[0]],
  refundable: true,
  sort: 1,
  courseIds: [own.freshClass.courses[0]!.courseId],
})
const sections = (own: Place) => [
  {
    title: '单选题',
    type: 'single',
    scoreEach: 2,
    questionIds: [own.questionId],
    count: 2,
    bankId: own.bankId,
    category: null,
    difficulty: null,
  },
]
const tree = (own: Place, kind: 'resource' | 'course' | 'class') => {
  const spare = { resource: 'spareResource', course: 'spareCourse', class: 'spareClass' } as const
  return { at: own.categories[kind], spare: own.categories[spare[kind]] }
}
const drag =
  (kind: 'resource' | 'course' | 'class'): Example =>
  (own) => ({ id: tree(own, kind).spare, parentId: tree(own, kind).at, beforeId: null })
const dragBefore =
  (kind: 'resource' | 'course' | 'class'): Example =>
  (own) => ({ id: tree(own, kind).spare, parentId: null, beforeId: tree(own, kind).at })

/** Examples by the path of their call; several where one input cannot hold every field at once. */
export const examples: Record<string, Example | Example[]> = {
  ...staffExamples,
  '/login/get-system-config.action': (own) => ({ unitId: own.unitId }),
  '/personal-data/download-copy.action': byId((own) => own.copyId),
  '/personal-data/confirm-copy.action': byId((own) => own.copyId),
  '/base/certificate/query.action': [byId((own) => own.templateId), () => ({})],
  '/base/certificate/find.action': byId((own) => own.templateId),
  '/base/certificate/disabled.action': (own) => ({ id: own.spareTemplateId, disabled: true }),
  '/base/certificate/delete.action': byId((own) => own.spareTemplateId),
  '/base/certificate/save.action': (own) => ({
    id: own.templateId,
    revision: 1,
    name: '模板',
    kind: 'class',
    design: { width: 297, height: 210, accent: '#aa0000', elements: [] },
    numbering: 'X{year}{serial}',
  }),
  '/base/wechat-app/get-project-id.action': (own) => ({ appId: own.wechatApp.appId }),
  '/base/wechat-app/save.action': (own) => ({ ...own.wechatApp, id: own.wechatAppId, name: '改过的应用' }),
  '/base/wechat-app/delete.action': byId((own) => own.wechatAppId),
  '/base/merchant/save.action': (own) => ({ ...own.merchant, id: own.merchantId, name: '改过的商户' }),
  '/base/merchant/disabled.action': (own) => ({ id: own.merchantId, disabled: false }),
  '/base/merchant/check.action': byId((own) => own.merchantId),
  '/base/wechat-app/project-config-list.action': (own) => ({ probe: own.wechatAppId }),
  '/base/certificate/preview.action': () => ({
    design: { width: 100, height: 100, accent: '#aa0000', elements: [] },
  }),
  '/base/my-class-entity/get-my-certificate.action': (own) => ({ enrolmentId: own.essayEnrolmentId }),
  '/base/my-class-entity/print-my-certificate.action': byId((own) => own.certificateId),
  '/base/message/find-mine.action': (own) => ({ after: own.messageId }),
  '/base/message/read.action': [byId((own) => own.messageId), (own) => ({ upTo: own.messageId })],
  '/base/batch/count.action': (own) => ({
    path: classCalls.findPageList.path,
    filter: { categoryId: own.categories.class },
  }),
  '/base/batch/cancel.action': (own) => ({ batchId: own.batchId }),
  '/base/batch/export-refused.action': (own) => ({ batchId: own.batchId }),
  '/base/export/create.action': () => ({ path: studentExports.exportStudentList.path, filter: {} }),
  '/base/export/cancel.action': (own) => ({ exportId: own.makingExportId }),
  '/base/export/download.action': (own) => ({ exportId: own.readyExportId }),
  '/base/list-view/save-columns.action': () => ({
    path: studentManageCalls.findPageList.path,
    columns: [{ key: 'realName' }],
  }),
  '/base/list-view/choose-default.action': (own) => ({
    path: studentManageCalls.findPageList.path,
    viewId: own.viewId,
  }),
  '/base/list-view/save.action': (own) => ({ ...viewFields(), id: own.viewId, revision: 1 }),
  '/base/list-view/delete.action': byId((own) => own.viewId),
  '/base/list-view/save-shared.action': (own) => ({ ...viewFields(), id: own.sharedViewId, revision: 1 }),
  '/base/list-view/delete-shared.action': byId((own) => own.sharedViewId),
  '/base/message/read-template.action': (own) => ({ channel: 'sms', templateId: own.smsTemplateId }),
  '/base/message/save-route.action': (own) => ({
    kind: 'order.paid',
    channel: 'sms',
    isEnabled: true,
    templateId: own.smsTemplateId,
    slots: ['orderNo', 'amount'].map((name) => ({ place: name, param: name })),
  }),
  '/base/message/send-test.action': () => ({ kind: 'session.code', channel: 'sms' }),
  '/base/message/resend.action': byId((own) => own.deliveryId),
  '/base/shop-cart/save.action': (own) => ({
    ...classIds(own),
    acceptMismatch: classIds(own).classIds,
  }),
  '/base/shop-cart/delete.action': classIds,
  '/base/shop-cart/one-click-join.action': (own) => ({
    ...classIds(own),
    acceptMismatch: classIds(own).classIds,
  }),
  '/base/my-order-entity/save-order.action': (own) => ({
    ...classIds(own),
    expectedAmount: 6100,
    acceptMismatch: classIds(own).classIds,
  }),
  '/base/my-order-entity/get-order-detail.action': (own) => ({ orderId: own.orderId }),
  '/base/my-order-entity/cancel-my-order.action': (own) => ({ orderId: own.orderId }),
  '/base/my-order-entity/find-page-list.action': (own) => ({ id: own.orderId }),
  '/base/my-order-entity/export-order-list.action': (own) => ({ id: own.orderId }),
  '/base/my-order-entity/download-payment-proof.action': (own) => ({ orderId: own.paidOrderId }),
  '/base/my-order-entity/find-history.action': (own) => ({ orderId: own.paidOrderId }),
  '/base/my-order-entity/add-note.action': (own) => ({ orderId: own.paidOrderId, text: reason }),
  '/base/my-order-entity/update-price.action': (own) => ({
    orderId: own.orderId,
    items: [{ itemId: own.orderItemId, payable: 1 }],
    reason,
  }),
  '/base/my-order-entity/free-order.action': (own) => ({ orderId: own.orderId, reason }),
  '/base/receipt/find-page-list.action': [
    (own) => ({ id: own.receiptId }),
    (own) => ({ approvalId: own.proposalId }),
  ],
  '/base/receipt/export.action': [
    (own) => ({ id: own.receiptId }),
    (own) => ({ approvalId: own.proposalId }),
  ],
  '/base/receipt/find-matches.action': (own) => ({ receiptId: own.receiptId }),
  '/base/receipt/record.action': (own) => ({
    serialNo: `NEW-${own.serialNo}`,
    payerName: '王芳',
    day: own.today,
    amount: 1,
    orderId: own.orderId,
  }),
  '/base/receipt/allocate.action': (own) => ({
    orderId: own.orderId,
    allocations: [{ receiptId: own.receiptId, amount: 6000 }],
  }),
  '/base/receipt/void.action': (own) => ({ receiptId: own.receiptId, reason }),
  '/base/receipt/return.action': (own) => ({
    receiptId: own.receiptId,
    amount: 1,
    bank: '工商银行',
    day: own.today,
    reason,
    serialNo: `BACK-${own.serialNo}`,
  }),
  '/base/refund-apply/data.action': (own) => ({ orderId: own.paidOrderId }),
  '/base/refund-apply/submit.action': (own) => ({
    orderId: own.paidOrderId,
    items: [{ itemId: own.paidItemId }],
    reason,
  }),
  '/base/refund-apply/cancel.action': (own) => ({ refundId: own.refundId }),
  '/base/refund-apply/list.action': (own) => ({ id: own.refundId, orderId: own.paidOrderId }),
  '/base/refund-apply/export.action': (own) => ({ id: own.refundId, orderId: own.paidOrderId }),
  '/base/refund-apply/find-my-list.action': (own) => ({ orderId: own.paidOrderId }),
  '/base/refund-apply/do.action': (own) => ({
    refundId: own.refundId,
    offline: { bank: '工商银行', serialNo: '20261124-0001', day: own.today },
  }),
  '/base/refund-apply/do-batch.action': (own) => ({ ids: [own.refundId] }),
  '/base/refund-apply/reject-batch.action': (own) => ({ ids: [own.refundId], reason }),
  '/base/refund-apply/retry-now.action': (own) => ({ refundId: own.sentRefundId }),
  '/base/pay/find-unsettled.action': (own) => ({ orderId: own.paidOrderId }),
  '/base/pay/end.action': (own) => ({ paymentId: own.stuckPaymentId, reason }),
  '/base/pay/settle-difference.action': (own) => ({ differenceId: own.differenceId, reason }),
  '/base/refund-apply/reject.action': (own) => ({ refundId: own.refundId, reason }),
  '/base/my-class-entity/refund-batch-class.action': (own) => ({ ids: [own.enrolmentId], reason }),
  '/base/pay/get-order-pay-qrcode.action': (own) => ({ orderId: own.orderId }),
  '/base/pay/is-order-pay.action': (own) => ({ orderId: own.orderId }),
  '/base/class-category-entity/save-class-category.action': [
    (own) => ({ id: own.categories.class, name: '改名' }),
    (own) => ({ parentId: own.categories.class, name: '下级', classType: 'public', kind: 'base' }),
  ],
  '/base/class-category-entity/drag-class-category.action': [drag('class'), dragBefore('class')],
  '/base/class-category-entity/delete-class-category.action': byId((own) => own.categories.spareClass),
  '/base/class-entity/create-train-class.action': (own) => ({
    id: own.freshClass.classId,
    revision: 1,
    ...classFields(own),
  }),
  '/base/class-entity/find-page-list.action': [
    (own) => ({ categoryId: own.categories.class }),
    (own) => ({ id: own.built.classId }),
    (own) => ({ after: own.spareClass.classId }),
    () => ({}),
  ],
  '/base/class-entity/get-class-detail.action': byId((own) => own.built.classId),
  '/base/class-entity/update-on-shelf.action': [
    (own) => ({
      ids: [own.freshClass.classId, own.soldClass.classId],
      onShelf: false,
    }),
    (own) => ({
      filter: { categoryId: own.categories.class },
      except: [own.spareClass.classId],
      onShelf: false,
    }),
  ],
  '/base/class-entity/copy-train-class.action': byId((own) => own.built.classId),
  '/base/class-entity/delete-train.action': [
    (own) => ({
      ids: [own.spareClass.classId, own.freshClass.classId],
    }),
    (own) => ({ filter: { categoryId: own.categories.class }, except: [own.spareClass.classId] }),
  ],
  '/base/class-entity/update-sort.action': (own) => ({
    items: [
      { id: own.freshClass.classId, revision: 1, sort: 7 },
      { id: own.soldClass.classId, revision: 1, sort: 8 },
    ],
  }),
  '/base/class-entity/batch-modify-class-amount.action': [
    (own) => ({
      rows: [
        { id: own.freshClass.classId, revision: 1 },
        { id: own.spareClass.classId, revision: 1 },
      ],
      price: 7000,
    }),
    (own) => ({
      filter: { categoryId: own.categories.class },
      except: [own.spareClass.classId],
      price: 7000,
    }),
  ],
  '/base/class-entity/bach-modify-class.action': [
    (own) => ({
      rows: [
        { id: own.freshClass.classId, revision: 1 },
        { id: own.spareClass.classId, revision: 1 },
      ],
      changes: { categoryId: own.categories.spareClass, certificateTemplateId: own.spareTemplateId },
    }),
    (own) => ({
      filter: { categoryId: own.categories.class },
      except: [own.spareClass.classId],
      changes: { year: 2024 },
    }),
  ],
  '/base/class-entity/bach-copy-class-to-category.action': [
    (own) => ({
      ids: [own.freshClass.classId, own.spareClass.classId],
      categoryId: own.categories.spareClass,
    }),
    (own) => ({
      filter: { categoryId: own.categories.class },
      except: [own.spareClass.classId],
      categoryId: own.categories.spareClass,
    }),
  ],
  '/base/class-entity/cms/find-class-list.action': [
    (own) => ({ categoryId: own.categories.class }),
    (own) => ({ after: own.soldClass.classId }),
    (own) => ({ ids: [own.built.classId] }),
    () => ({}),
  ],
  '/base/class-entity/find-class-detail.action': byId((own) => own.built.classId),
  '/api/get-train-detail.action': enrolment,
  '/base/my-class-entity/join-class.action': [
    (own) => ({ classId: own.freeClass.classId, ids: [own.accountId] }),
    (own) => ({
      classId: own.freeClass.classId,
      filter: { importId: own.rosterImportId },
      except: [own.accountId],
    }),
  ],
  '/base/my-class-entity/apply-my-class.action': (own) => ({ classId: own.freeClass.classId }),
  '/base/my-class-entity/withdraw-my-class.action': (own) => ({ enrolmentId: own.appliedEnrolmentId }),
  '/base/my-class-entity/get-my-pass-class-status.action': enrolment,
  '/base/my-class-entity/find-portfolio-page.action': [
    enrolment,
    (own) => ({ accountId: own.accountId }),
    (own) => ({ classId: own.built.classId }),
    (own) => ({ unitId: own.unitId }),
    (own) => ({ approvalId: own.proposalId }),
    (own) => ({ after: own.appliedEnrolmentId }),
    () => ({}),
  ],
  '/base/my-class-entity/pass-batch-class.action': [
    (own) => ({
      ids: [own.enrolmentId, own.essayEnrolmentId],
      reason,
    }),
    (own) => ({ filter: { classId: own.built.classId }, except: [own.enrolmentId], reason }),
  ],
  '/base/my-class-entity/delete-batch-class.action': [
    (own) => ({
      ids: [own.enrolmentId, own.essayEnrolmentId],
      reason,
    }),
    (own) => ({ filter: { classId: own.built.classId }, except: [own.enrolmentId], reason }),
  ],
  '/base/my-class-entity/review-batch-class.action': [
    (own) => ({
      ids: [own.appliedEnrolmentId],
      approve: true,
    }),
    (own) => ({ filter: { classId: own.built.classId }, except: [own.enrolmentId], approve: true }),
  ],
  '/base/my-class-entity/find-earlier-ends.action': (own) => ({ classId: own.built.classId }),
  '/base/my-class-entity/extend-class-learners.action': (own) => ({ classId: own.built.classId, reason }),
  '/base/my-class-entity/lift-pass-bar.action': [
    (own) => ({ ids: [own.enrolmentId], reason }),
    (own) => ({ filter: { classId: own.built.classId }, except: [own.enrolmentId], reason }),
  ],
  '/base/my-class-entity/grant-make-up.action': [
    (own) => ({ ids: [own.enrolmentId], reason }),
    (own) => ({ filter: { classId: own.built.classId }, except: [own.enrolmentId], reason }),
  ],
  '/base/my-class-entity/extend-batch-class.action': [
    (own) => ({
      ids: [own.enrolmentId, own.essayEnrolmentId],
      expiresAt: momentFromNow(365),
      reason,
    }),
    (own) => ({
      filter: { classId: own.built.classId },
      except: [own.enrolmentId],
      expiresAt: momentFromNow(365),
      reason,
    }),
  ],
  '/base/my-class-study-detail/explain.action': enrolment,
  '/base/my-class-study-detail/query-page-list.action': enrolment,
  '/base/my-class-study-detail/find-refusal-list.action': enrolment,
  '/base/my-class-study-detail/find-lease-list.action': enrolment,
  '/base/my-class-study-detail/find-attempt-list.action': enrolment,
  '/base/unit-entity/find-unit-base.action': [(own) => ({ unitId: own.unitId }), () => ({})],
  '/base/unit-entity/find-unit-list.action': [(own) => ({ unitId: own.unitId }), () => ({})],
  '/base/unit-entity/find-unit-base-tree.action': [
    (own) => ({ open: [own.unitId], unitId: own.spareUnitId }),
    () => ({}),
  ],
  '/base/unit-entity/get-unit-detail.action': (own) => ({ unitId: own.spareUnitId }),
  '/base/unit-entity/save-unit.action': [
    (own) => ({ unitId: own.spareUnitId, contact: '赵六', phone: '010-12345678' }),
    (own) => ({ parentId: own.unitId, name: '新建的单位' }),
  ],
  '/base/unit-entity/drag-unit.action': [
    (own) => ({ unitId: own.spareUnitId, parentId: null, beforeId: own.unitId }),
    (own) => ({ unitId: own.spareUnitId, parentId: own.unitId, beforeId: null }),
  ],
  '/base/unit-entity/disable-unit.action': (own) => ({ unitId: own.spareUnitId }),
  '/base/unit-entity/delete-unit.action': (own) => ({ unitId: own.spareUnitId }),
  '/base/unit-entity/get-register-config-by-unit.action': (own) => ({ unitId: own.unitId }),
  '/base/unit-entity/get-merge-preview.action': (own) => ({ fromId: own.spareUnitId, toId: own.unitId }),
  '/base/unit-entity/merge-unit.action': (own) => ({
    fromId: own.spareUnitId,
    toId: own.unitId,
    expected: { people: 0, managers: 0, orders: 0, classes: 0, children: 0 },
  }),
  '/base/unit-entity/find-unit-manager-list.action': (own) => ({ unitId: own.unitId }),
  '/base/unit-entity/add-unit-manager.action': (own) => ({
    unitId: own.spareUnitId,
    roleId: own.spareRoleId,
    accountId: own.managedId,
  }),
  '/base/unit-entity/remove-unit-manager.action': (own) => ({
    unitId: own.unitId,
    roleId: own.spareRoleId,
    accountId: own.managedId,
  }),
  '/base/unit-train-type-entity/find-page-list.action': [(own) => ({ unitId: own.unitId }), () => ({})],
  '/base/unit-train-type-entity/update-unit-train-type.action': (own) => ({
    unitId: own.spareUnitId,
    classType: 'public',
    terms: { ...defaultTerms, paymentMode: 'group', categoryIds: [own.categories.class] },
  }),
  '/base/unit-train-type-entity/batch-update-unit-train-type.action': [
    (own) => ({
      unitIds: [own.spareUnitId],
      classTypes: ['public'],
      change: { open: false, categoryIds: [own.categories.class] },
    }),
    (own) => ({
      filter: { unitId: own.unitId },
      except: [own.spareUnitId],
      classTypes: ['public'],
      change: { open: false },
    }),
  ],
  '/base/unit-train-type-entity/get-unit-train-type-detail.action': trainType,
  '/base/unit-train-type-entity/find-unit-class-category.action': trainType,
  '/base/unit-train-type-entity/get-select-list.action': [(own) => ({ unitId: own.unitId }), () => ({})],
  '/student-manage/find-my-study-report.action': (own) => ({ accountId: own.accountId }),
  '/api/my-class-process.action': enrolment,
  '/api/get-video-token.action': [
    (own) => ({ enrolmentId: own.enrolmentId, itemId: own.itemId, previous: own.leaseToken }),
    (own) => ({
      enrolmentId: own.enrolmentId,
      itemId: own.itemId,
      previous: own.leaseToken,
      opening: own.leaseToken,
    }),
  ],
  '/api/video-task.action': (own) => ({
    leaseToken: own.leaseToken,
    sequence: 1,
    from: 0,
    to: 0.1,
    visible: true,
    ended: false,
  }),
  '/base/resource-question/find': [
    (own) => ({ bankId: own.bankId }),
    (own) => ({ resourceId: own.built.resourceIds[0] }),
    () => ({}),
  ],
  '/base/resource-question/save': [
    (own) => ({
      questionId: own.questionId,
      bankId: own.bankId,
      type: 'judge',
      parts: [{ type: 'judge', stem: '改过的题', answer: ['A'] }],
    }),
    (own) => ({
      resourceId: own.built.resourceIds[0],
      atSecond: 9,
      type: 'judge',
      parts: [{ type: 'judge', stem: '新的题', answer: ['A'] }],
    }),
  ],
  '/base/resource-question/disabled': [
    (own) => ({ questionIds: [own.questionId] }),
    (own) => ({ filter: { bankId: own.bankId }, except: [own.questionId] }),
  ],
  '/base/resource-question/delete': [
    (own) => ({ questionIds: [own.questionId] }),
    (own) => ({ filter: { bankId: own.bankId }, except: [own.questionId] }),
  ],
  '/base/question-bank/query.action': [(own) => ({ bankId: own.bankId }), () => ({})],
  '/base/question-bank/save.action': (own) => ({ bankId: own.bankId, name: '改名', practice: true }),
  '/base/question-bank/delete.action': (own) => ({ bankId: own.spareBankId }),
  '/base/import/get-template.action': [() => ({ kind: 'question' }), () => ({ kind: 'roster' })],
  '/base/import/download-template.action': () => ({ kind: 'question' }),
  '/base/import/get-upload-token.action': () => ({ name: '名单.xlsx', bytes: 10 }),
  '/base/import/begin.action': (own) => ({
    kind: 'question',
    params: { bankId: own.bankId },
    uploadId: own.sheetUploadId,
  }),
  '/base/import/get-progress.action': importOf,
  '/base/import/find-rows.action': importOf,
  '/base/import/find-faults.action': (own) => ({ importId: own.rosterImportId }),
  '/base/import/edit-row.action': (own) => ({
    importId: own.rosterImportId,
    row: 2,
    version: 1,
    cells: { stem: '王芳' },
  }),
  '/base/import/apply.action': importOf,
  '/base/import/cancel.action': importOf,
  '/base/import/export-error.action': importOf,
  '/student-manage/import-unit-stu.action': (own) => ({ unitId: own.unitId }),
  '/student-manage/get-import-student-progress.action': (own) => ({ importId: own.rosterImportId }),
  '/exam-system/api/save-type.action': [
    (own) => ({ typeId: own.categories.paper, kind: 'paper', name: '改名' }),
    (own) => ({ parentId: own.categories.exam, kind: 'exam', name: '下级' }),
  ],
  '/exam-system/api/delete-type.action': (own) => ({ typeId: own.categories.exam }),
  '/exam-system/api/query-paper-list.action': [
    (own) => ({ typeId: own.categories.paper }),
    (own) => ({ paperId: own.sparePaperId }),
    () => ({}),
  ],
  '/exam-system/api/check-paper.action': (own) => ({ sections: sections(own) }),
  '/exam-system/api/save-paper.action': (own) => ({
    paperId: own.sparePaperId,
    revision: 1,
    typeId: own.categories.paper,
    name: '试卷',
    mode: 'mixed',
    sections: sections(own),
    passScore: 2,
    minutes: 30,
    shuffleQuestions: true,
    shuffleOptions: true,
  }),
  '/exam-system/api/delete-paper.action': (own) => ({ paperId: own.sparePaperId }),
  '/exam-system/api/query-exam-list.action': [
    (own) => ({ classId: own.built.classId }),
    (own) => ({ examId: own.spareExamId }),
    (own) => ({ typeId: own.categories.exam }),
    () => ({}),
  ],
  '/exam-system/api/save-exam.action': (own) => ({
    examId: own.spareExamId,
    revision: 1,
    typeId: own.categories.exam,
    classId: own.spareClass.classId,
    paperId: own.sparePaperId,
    name: '考试',
    openFrom: null,
    openTo: null,
    attempts: 1,
    makeUpAttempts: 0,
    requiredProgress: 0,
    showAnswers: 'never',
    leaveLimit: null,
  }),
  '/exam-system/api/publish.action': (own) => ({ examId: own.spareExamId }),
  '/exam-system/api/withdraw.action': (own) => ({ examId: own.examId }),
  '/exam-system/api/find-exam-impact.action': (own) => ({ examId: own.examId }),
  '/exam-system/api/release-exam.action': (own) => ({ examId: own.heldExamId }),
  '/exam-system/api/delete-exam.action': (own) => ({ examId: own.spareExamId }),
  '/api/find-my-class-exam.action': [
    (own) => ({ classId: own.built.classId }),
    (own) => ({ examId: own.examId }),
  ],
  '/api/go-class-exam.action': [
    (own) => ({ examId: own.examId }),
    (own) => ({ examId: own.examId, attemptId: own.attemptId }),
  ],
  '/api/save-exam-answer.action': (own) => ({ ...attempt(own), revision: 0, answers: { 1: ['A'] } }),
  '/api/submit-exam.action': attempt,
  '/api/report-exam-leave.action': attempt,
  '/api/get-exam-result.action': (own) => ({ attemptId: own.markedAttemptId }),
  '/exam-system/api/find-attempt-list.action': (own) => ({ examId: own.essayExamId }),
  '/exam-system/api/get-marking.action': (own) => ({ attemptId: own.markedAttemptId }),
  '/exam-system/api/save-marking.action': (own) => ({
    attemptId: own.markedAttemptId,
    marks: [{ no: 1, score: 1 }],
  }),
  '/exam-system/api/void-attempt.action': (own) => ({ ...attempt(own), reason }),
  '/api/go-class-exercise.action': exercise,
  '/api/go-bank-exercise.action': (own) => ({ bankId: own.bankId }),
  '/api/check-exercise.action': (own) => ({ versionId: own.versionId, part: 0, answer: ['B'] }),
  '/base/resource-category/save.action': [
    (own) => ({ id: own.categories.resource, name: '改名' }),
    (own) => ({ parentId: own.categories.resource, name: '下级' }),
  ],
  '/base/resource-category/drag.action': [drag('resource'), dragBefore('resource')],
  '/base/resource-category/delete.action': byId((own) => own.categories.spareResource),
  '/base/resource/query.action': [(own) => ({ categoryId: own.categories.resource }), () => ({})],
  '/base/resource/get.action': byId((own) => own.looseResourceId),
  '/base/resource/save.action': [
    (own) => ({ id: own.looseResourceId, title: '视频', categoryId: own.categories.resource }),
    (own) => ({ uploadId: own.uploadId, title: '视频' }),
  ],
  '/base/resource/delete.action': byId((own) => own.looseResourceId),
  '/base/course-category/save.action': [
    (own) => ({ id: own.categories.course, name: '改名' }),
    (own) => ({ parentId: own.categories.course, name: '下级' }),
  ],
  '/base/course-category/drag.action': [drag('course'), dragBefore('course')],
  '/base/course-category/delete.action': byId((own) => own.categories.spareCourse),
  '/base/course/query.action': [(own) => ({ categoryId: own.categories.course }), () => ({})],
  '/base/course/get.action': byId((own) => own.built.courses[0]!.courseId),
  '/base/course/save.action': (own) => ({
    id: own.spareCourse.courseId,
    revision: 1,
    name: '课程',
    categoryId: own.categories.course,
    hoursTenths: 80,
    attribute: 'required',
    items: [{ resourceId: own.looseResourceId, title: '讲' }],
  }),
  '/base/course/delete.action': byId((own) => own.spareCourse.courseId),
}

// An export takes the filters of its list.
for (const { call } of allFeatures.flatMap(({ exports = [] }) => exports)) {
  const ofList = examples[call.list.path]
  if (ofList) examples[call.path] = ofList
}
examples['/base/class-entity/export-class-train-excel.action'] = [
  (own) => ({ classId: own.built.classId, enrolmentId: own.enrolmentId }),
  (own) => ({ classId: own.built.classId, accountId: own.accountId }),
  (own) => ({ classId: own.built.classId, unitId: own.unitId }),
  (own) => ({ classId: own.built.classId, approvalId: own.proposalId }),
]
