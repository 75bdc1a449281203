import { personalTitle } from '../build/invoice.ts'
import { idCheckDigit } from '../../contract/identity.ts'
import { studentManageCalls } from '../../features/student/manage/contract.ts'
import { momentFromNow } from '../build/days.ts'
import type { Place } from './place.ts'

/** Values of fields by their names. */
export type Known = Record<string, unknown>

const reason = '核对资料后更正'
const card = '32010219880102119'

/** Values that fields take by their names in the calls below a path; a longer path counts before a shorter one. */
const knownBelow: Record<string, (own: Place) => Known> = {
  '/': (own) => ({
    ...Object.fromEntries(Object.entries(own).filter(([name]) => name.endsWith('Id'))),
    reason,
    note: reason,
    outcome: reason,
    text: reason,
    day: own.today,
    classType: 'public',
    approvalId: own.proposalId,
    certificateTemplateId: own.spareTemplateId,
    classId: own.built.classId,
    exceptionId: own.unitProblemId,
    exportId: own.readyExportId,
    paymentId: own.stuckPaymentId,
    resourceId: own.built.resourceIds[0],
    roleId: own.spareRoleId,
  }),
  '/base/account/': (own) => ({ accountId: own.managedId }),
  '/base/approval/': (own) => ({
    id: own.proposalId,
    after: own.appliedProposalId,
    subjectId: own.built.classId,
  }),
  '/base/batch-import-order/': (own) => ({
    id: own.batchOrderId,
    orderId: own.batchOrderId,
    itemId: own.settledBatchItemId,
    proof: own.slipKey,
    accountIds: [own.accountId],
  }),
  '/base/batch-import-order/replace-person': (own) => ({ accountId: own.nextLearnerId }),
  '/base/batch-import-order/retry-delivery': (own) => ({ orderId: own.settledBatchId }),
  '/base/error-batch-import-order/': (own) => ({ importId: own.orderImportId }),
  '/base/error-batch-import-order/export-error-unit-class': (own) => ({ importId: own.peopleImportId }),
  '/base/pay/get-batch-order': (own) => ({ orderId: own.batchOrderId }),
  '/base/pay/is-batch-order': (own) => ({ orderId: own.batchOrderId }),
  '/base/unit-class/': (own) => ({
    id: own.spareUnitClassId,
    classId: own.spareClass.classId,
    accountIds: [own.accountId],
    failedOf: own.unitClassId,
    importId: own.peopleImportId,
    revision: 1,
  }),
  '/base/unit-class/remind': (own) => ({ accountIds: [own.idleLearnerId] }),
  '/base/unit-class/import-unit-class-stu': (own) => ({ uploadId: own.sheetUploadId }),
  '/base/unit-class/init-import-unit-class-order': (own) => ({ uploadId: own.sheetUploadId }),
  '/base/unit-class/query-import-unit-class-order': (own) => ({ importId: own.orderImportId }),
  '/base/banner/': (own) => ({
    id: own.bannerIds[0],
    after: own.bannerIds[1],
    pcKey: own.bannerKey,
    phoneKey: own.bannerKey,
  }),
  '/base/certificate/': (own) => ({ id: own.spareTemplateId }),
  '/base/class-category-entity/': ({ categories }) => ({
    id: categories.spareClass,
    parentId: categories.class,
    beforeId: categories.class,
  }),
  '/api/sign-up/': (own) => ({
    id: own.applicationId,
    applicationId: own.myDueApplicationId,
    signUpId: own.freshSignUpId,
    subjectIds: [own.freshSubjectId],
    code: `TICKET${own.place.toUpperCase()}`,
  }),
  '/api/sign-up/withdraw': (own) => ({ id: own.waitingApplicationId }),
  '/api/sign-up/get-form': (own) => ({ id: own.signUpId }),
  '/api/sign-up/get-file': (own) => ({ id: own.answerFileId }),
  '/base/cms-apply/': (own) => ({
    id: own.signUpId,
    ids: [own.waitingApplicationId],
    filter: { signUpId: own.feeSignUpId },
    except: [own.dueApplicationId],
    subjectId: own.examSubjectId,
    subjectIds: [own.examSubjectId],
    unitIds: [own.unitId],
  }),
  '/base/cms-apply/apply-for': (own) => ({
    accountId: own.applicantId,
    signUpId: own.freshSignUpId,
    subjectIds: [own.freshSubjectId],
  }),
  '/base/cms-apply/apply-for-many': (own) => ({
    accountIds: [own.applicantId],
    filter: { signUpId: own.freshSignUpId },
    except: [own.accountId],
  }),
  '/base/cms-apply/delete': (own) => ({
    ids: [own.draftSignUpId],
    filter: { id: own.draftSignUpId },
    except: [own.signUpId],
  }),
  '/base/cms-apply/update-status': (own) => ({
    ids: [own.signUpId],
    filter: { id: own.signUpId },
    except: [own.draftSignUpId],
  }),
  '/base/cms-apply/get-application': (own) => ({ id: own.applicationId }),
  '/base/cms-apply/query': (own) => ({ id: own.applicationId }),
  '/base/cms-apply/export.action': (own) => ({ id: own.applicationId }),
  '/base/cms-apply/withdraw': (own) => ({ id: own.waitingApplicationId }),
  '/base/cms-order/': (own) => ({
    id: own.cmsOrderId,
    orderId: own.cmsOrderId,
    applicationIds: [own.dueApplicationId],
    signUpId: own.feeSignUpId,
  }),
  '/base/class-entity/': (own) => ({
    id: own.built.classId,
    categoryId: own.categories.class,
    after: own.spareClass.classId,
    ids: [own.freshClass.classId, own.spareClass.classId],
    rows: [own.freshClass, own.spareClass].map(({ classId }) => ({ id: classId, revision: 1 })),
    items: [own.freshClass, own.soldClass].map(({ classId }) => ({ id: classId, revision: 1, sort: 7 })),
    filter: { categoryId: own.categories.class },
    except: [own.spareClass.classId],
  }),
  '/base/class-entity/cms/': (own) => ({ ids: [own.built.classId], after: own.soldClass.classId }),
  '/base/correction/': (own) => ({ id: own.proposedId, after: own.appliedId }),
  '/base/course-category/': ({ categories }) => ({
    id: categories.spareCourse,
    parentId: categories.course,
    beforeId: categories.course,
  }),
  '/base/course/': (own) => ({ id: own.spareCourse.courseId, categoryId: own.categories.course }),
  '/base/exception-log-entity/': (own) => ({ id: own.errorId }),
  '/base/exception-register/': (own) => ({
    id: own.hoursProblemId,
    after: own.hoursProblemId,
    unitId: own.spareUnitId,
    kind: 'exam',
  }),
  '/base/exception-register/query-unit-issues.action': (own) => ({ after: own.accountId }),
  '/base/import/': (own) => ({ kind: 'question', of: own.freshSignUpId }),
  '/base/list-view/': (own) => ({ id: own.viewId, path: studentManageCalls.findPageList.path }),
  '/base/list-view/delete-shared.action': (own) => ({ id: own.sharedViewId }),
  '/base/list-view/save-shared.action': (own) => ({ id: own.sharedViewId }),
  '/base/merchant/': (own) => ({ id: own.merchantId }),
  '/base/message/': (own) => ({
    id: own.messageId,
    upTo: own.messageId,
    after: own.messageId,
    channel: 'sms',
    templateId: own.smsTemplateId,
  }),
  '/base/my-class-entity/': (own) => ({
    id: own.certificateId,
    after: own.appliedEnrolmentId,
    ids: [own.enrolmentId, own.essayEnrolmentId],
    filter: { classId: own.built.classId },
    except: [own.enrolmentId],
    expiresAt: momentFromNow(365),
  }),
  '/base/my-order-entity/': (own) => ({ id: own.orderId }),
  '/base/operation-log/': (own) => ({
    id: own.operationId,
    after: own.operationId,
    subjectId: own.accountId,
  }),
  '/base/partner/': (own) => ({ id: own.partnerId }),
  '/base/project/': (own) => ({ id: own.childProjectId }),
  '/base/receipt/': (own) => ({ id: own.receiptId, serialNo: `NEW-${own.serialNo}` }),
  '/base/reconciliation/': (own) => ({ id: own.billDifferenceId }),
  '/base/refund-apply/': (own) => ({
    id: own.refundId,
    orderId: own.paidOrderId,
    itemId: own.paidItemId,
    ids: [own.refundId],
    filter: { orderId: own.paidOrderId },
  }),
  '/base/resource-category/': ({ categories }) => ({
    id: categories.spareResource,
    parentId: categories.resource,
    beforeId: categories.resource,
  }),
  '/base/resource-question/': (own) => ({ filter: { bankId: own.bankId }, except: [own.questionId] }),
  '/base/resource/': (own) => ({ id: own.looseResourceId, categoryId: own.categories.resource }),
  '/base/role/': (own) => ({ id: own.spareRoleId, roleSystem: 2 }),
  '/base/shop-cart/': (own) => ({ classIds: [own.freshClass.classId] }),
  '/base/manage-invoice/': (own) => ({
    id: own.invoiceId,
    ids: [own.invoiceId],
    orderId: own.invoiceOrderId,
  }),
  '/base/manage-invoice/red': (own) => ({
    id: own.issuedInvoiceId,
    ids: [own.issuedInvoiceId],
    reason: 'allowance',
  }),
  '/base/manage-invoice/answer-red': (own) => ({ id: own.confirmingRedId }),
  '/base/manage-invoice/cancel-red': (own) => ({ id: own.redInvoiceId }),
  '/base/manage-invoice/retry-red': (own) => ({ id: own.lapsedRedId }),
  '/base/manage-invoice/settle-difference': (own) => ({ id: own.invoiceDifferenceId }),
  '/base/user-invoice/check-re-open': (own) => ({ id: own.issuedInvoiceId }),
  '/base/user-invoice/re-open': (own) => ({
    id: own.issuedInvoiceId,
    title: { ...personalTitle, name: '王小明' },
  }),
  '/base/user-invoice/': (own) => ({
    id: own.invoiceId,
    orderId: own.invoiceOrderId,
    orderIds: [own.invoiceOrderId],
    title: personalTitle,
  }),
  '/base/my-class-push-log/': (own) => ({
    id: own.pushId,
    ids: [own.pushId],
    enrolmentId: own.pushedEnrolmentId,
  }),
  '/base/train-plan/': (own) => ({
    id: own.planId,
    ids: [own.accountId],
    filter: { planId: own.planId },
    except: [own.managedId],
    unitIds: [own.unitId],
    requiredClassIds: [own.built.classId],
    classIds: [own.freshClass.classId],
  }),
  '/base/train-plan/delete.action': (own) => ({ id: own.draftPlanId }),
  '/base/unit-entity/': (own) => ({
    accountId: own.managedId,
    beforeId: own.unitId,
    fromId: own.spareUnitId,
    parentId: own.unitId,
    toId: own.unitId,
  }),
  '/base/unit-train-type-entity/': (own) => ({
    unitIds: [own.spareUnitId],
    filter: { unitId: own.unitId },
    except: [own.spareUnitId],
    classTypes: ['public'],
  }),
  '/base/wechat-app/': (own) => ({ id: own.wechatAppId, probe: own.wechatAppId }),
  '/base/work-queue/': (own) => ({ id: own.proposedId, code: 'correction.settle' }),
  '/exam-system/api/': (own) => ({
    typeId: own.categories.paper,
    parentId: own.categories.paper,
    paperId: own.sparePaperId,
  }),
  '/exam-system/api/query-exam-list.action': (own) => ({ typeId: own.categories.exam }),
  '/personal-data/': (own) => ({ id: own.copyId }),
  '/student-manage/': (own) => ({
    id: own.certificateId,
    after: own.accountId,
    importId: own.rosterImportId,
    cardNumber: card + idCheckDigit(card),
    mobile: '13800001111',
  }),
}

const paths = Object.keys(knownBelow).sort((a, b) => a.length - b.length)

/** Everything known of the fields of a call: the caller's own rows above all. */
export function knownOf(path: string, own: Place): Known {
  const above = paths.filter((prefix) => path.startsWith(prefix))
  return Object.assign({}, ...above.map((prefix) => knownBelow[prefix]!(own)))
}
