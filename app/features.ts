import { accountFeature } from '../features/account/feature.ts'
import { moveAccounts } from '../features/account/unitManager/server/actions.ts'
import { approvalFeature } from '../features/approval/feature.ts'
import type { ApprovalKind } from '../features/approval/server/actions.ts'
import { eraseProposals } from '../features/approval/server/erase.ts'
import { bannerFeature } from '../features/banner/feature.ts'
import { batchFeature, batchNames } from '../features/batch/feature.ts'
import { eraseBatches } from '../features/batch/server/erase.ts'
import { captchaFeature } from '../features/captcha/feature.ts'
import { cartFeature } from '../features/cart/feature.ts'
import { eraseCart } from '../features/cart/server/actions.ts'
import { catalogueFeature } from '../features/catalogue/feature.ts'
import { certificateFeature } from '../features/certificate/feature.ts'
import { classFeature } from '../features/class/feature.ts'
import { onCopy } from '../features/class/server/copy.ts'
import { classTypeFeature } from '../features/classType/feature.ts'
import { correctionFeature } from '../features/correction/feature.ts'
import { correctionApprovals } from '../features/correction/server/actions.ts'
import { eraseCorrections } from '../features/correction/server/erase.ts'
import { courseFeature } from '../features/course/feature.ts'
import { dashboardFeature } from '../features/dashboard/feature.ts'
import { dictionaryFeature } from '../features/dictionary/feature.ts'
import { enrolmentFeature } from '../features/enrolment/feature.ts'
import { passesKind } from '../features/enrolment/server/passes.ts'
import { onLeave, onReopen } from '../features/enrolment/server/transition.ts'
import { voidUnfinished } from '../features/exam/attempt/server/leave.ts'
import { failReopened } from '../features/exam/attempt/server/record.ts'
import { examFeature } from '../features/exam/feature.ts'
import { copyExam } from '../features/exam/server/actions.ts'
import { releaseKind, withdrawalKind } from '../features/exam/server/approvals.ts'
import { eraseAttempts } from '../features/exam/server/erase.ts'
import { exceptionLogFeature } from '../features/exceptionLog/feature.ts'
import { exportFeature, exportNames } from '../features/export/feature.ts'
import { eraseExports } from '../features/export/server/erase.ts'
import { faceFeature } from '../features/face/feature.ts'
import { eraseFace } from '../features/face/server/actions.ts'
import { fileFeature } from '../features/file/feature.ts'
import { hoursFeature } from '../features/hours/feature.ts'
import { importFeature } from '../features/import/feature.ts'
import { sheetPurpose } from '../features/import/server/actions.ts'
import { eraseImportRows } from '../features/import/server/erase.ts'
import { learnerFeature } from '../features/learner/feature.ts'
import { listViewFeature } from '../features/listView/feature.ts'
import { eraseListViews } from '../features/listView/server/actions.ts'
import { loginFeature } from '../features/login/feature.ts'
import { eraseRegistration } from '../features/login/register/server/erase.ts'
import { messageFeature } from '../features/message/feature.ts'
import { eraseMessages } from '../features/message/server/erase.ts'
import { alarmKinds } from '../features/message/server/messages.ts'
import { operationLogFeature } from '../features/operationLog/feature.ts'
import { orderFeature } from '../features/order/feature.ts'
import { eraseOrders, moveOrders } from '../features/order/server/actions.ts'
import { orderHistoryFeature } from '../features/orderHistory/feature.ts'
import { priceKind } from '../features/order/server/price.ts'
import { waiverKind } from '../features/order/server/waiver.ts'
import { partnerFeature } from '../features/partner/feature.ts'
import { erasePartnerLinks } from '../features/partner/server/actions.ts'
import { merchantKind } from '../features/payment/merchant/server/approvals.ts'
import { paymentFeature } from '../features/payment/feature.ts'
import { onSurplus } from '../features/payment/server/facts.ts'
import { onRefundNotice } from '../features/payment/server/notices.ts'
import { paymentProofFeature } from '../features/paymentProof/feature.ts'
import { personalDataFeature } from '../features/personalData/feature.ts'
import { cancelClosing } from '../features/personalData/server/actions.ts'
import type { Erase } from '../features/personalData/server/closing.ts'
import { projectFeature } from '../features/project/feature.ts'
import { projectAdminFeature } from '../features/projectAdmin/feature.ts'
import { questionFeature } from '../features/question/feature.ts'
import { questionKind } from '../features/question/import/server/actions.ts'
import { receiptFeature } from '../features/receipt/feature.ts'
import { eraseReceipts, receiptKind } from '../features/receipt/server/actions.ts'
import { reversalKind } from '../features/receipt/server/reversal.ts'
import { refundFeature } from '../features/refund/feature.ts'
import { hearRefund, returnSurplus } from '../features/refund/server/actions.ts'
import { refundKind } from '../features/refund/server/execute.ts'
import { resourceFeature } from '../features/resource/feature.ts'
import { videoPurpose } from '../features/resource/upload/server/actions.ts'
import { roleFeature } from '../features/role/feature.ts'
import { searchFeature } from '../features/search/feature.ts'
import { limitNumbers } from '../features/search/server/numbers.ts'
import { sessionFeature } from '../features/session/feature.ts'
import { moveSessions, onSignIn, sessionOfWork } from '../features/session/server/actions.ts'
import { eraseSessions } from '../features/session/server/erase.ts'
import { studentFeature } from '../features/student/feature.ts'
import { rosterKind } from '../features/student/import/server/actions.ts'
import { eraseStudent, moveStudents } from '../features/student/server/actions.ts'
import { studyFeature } from '../features/study/feature.ts'
import { eraseLeases } from '../features/study/server/erase.ts'
import { studyRecordFeature } from '../features/studyRecord/feature.ts'
import { supportCaseFeature } from '../features/supportCase/feature.ts'
import { eraseExceptions } from '../features/supportCase/server/erase.ts'
import { taskFeature } from '../features/task/feature.ts'
import { unitFeature } from '../features/unit/feature.ts'
import { uploadFeature } from '../features/upload/feature.ts'
import { openOfficialAccount } from '../features/wechat/app/server/official.ts'
import { wechatFeature } from '../features/wechat/feature.ts'
import { workQueueFeature } from '../features/workQueue/feature.ts'
import { eraseWork } from '../features/workQueue/server/actions.ts'
import { eraseBinding } from '../features/wechat/server/actions.ts'
import type { MessageKind } from '../contract/message.ts'
import type { Feature } from '../server/feature.ts'
import type { JobHandler } from '../server/jobs.ts'
import type { BoundCall, Routes } from '../server/serve.ts'

// What ends or is settled with an enrolment and what goes with a copied class, of features that stand above them.
onLeave(voidUnfinished)
onReopen(failReopened)
onCopy(copyExam)
// Surplus money goes back, and the channels tell of what went back.
onSurplus(returnSurplus)
onRefundNotice(hearRefund)
// A sign-in cancels the closing of the account.
onSignIn(cancelClosing)

/** Kinds of import from a sheet. */
const importKinds = [rosterKind, questionKind]

/** Changes that one person proposes and another approves, beside corrections. */
export const approvalKinds = [
  passesKind,
  withdrawalKind,
  releaseKind,
  waiverKind,
  priceKind,
  receiptKind,
  reversalKind,
  refundKind,
  merchantKind,
] as ApprovalKind[]

/** Removes a person from each feature on closing their account; the profile last, which others look up. */
const erasers: readonly Erase[] = [
  ...[eraseMessages, eraseSessions, eraseRegistration, eraseBinding, erasePartnerLinks, eraseFace],
  ...[
    eraseExceptions,
    eraseCorrections,
    eraseProposals([...approvalKinds, ...correctionApprovals]),
    eraseImportRows,
    eraseExports,
    eraseBatches,
    eraseLeases,
    eraseAttempts,
    eraseReceipts,
    eraseOrders,
    eraseCart,
    eraseListViews,
    eraseWork,
  ],
  eraseStudent,
]

const sending: readonly Feature[] = [
  accountFeature,
  approvalFeature(approvalKinds),
  bannerFeature,
  captchaFeature,
  cartFeature,
  catalogueFeature,
  certificateFeature,
  classFeature,
  classTypeFeature,
  correctionFeature,
  courseFeature,
  dashboardFeature,
  dictionaryFeature,
  enrolmentFeature,
  examFeature,
  exceptionLogFeature,
  faceFeature,
  fileFeature,
  hoursFeature,
  importFeature(importKinds),
  learnerFeature(approvalKinds),
  loginFeature,
  orderFeature,
  partnerFeature,
  paymentFeature,
  paymentProofFeature,
  personalDataFeature(erasers, () => messageKinds),
  projectFeature,
  projectAdminFeature,
  questionFeature,
  orderHistoryFeature,
  receiptFeature,
  refundFeature,
  resourceFeature,
  roleFeature,
  searchFeature,
  sessionFeature,
  studentFeature,
  studyFeature,
  studyRecordFeature,
  supportCaseFeature,
  taskFeature,
  unitFeature([moveAccounts, moveSessions, moveStudents, moveOrders]),
  uploadFeature([videoPurpose, sheetPurpose]),
  wechatFeature,
]

/** Every kind of message. */
export const messageKinds: readonly MessageKind[] = [
  ...sending.flatMap(({ messages = [] }) => messages),
  ...alarmKinds,
]

const working: readonly Feature[] = [...sending, messageFeature(sending, openOfficialAccount)]

const logged: readonly Feature[] = [
  ...working,
  workQueueFeature([...working, exportNames, batchNames]),
  exportNames,
  batchNames,
]

const viewed: readonly Feature[] = [...logged, listViewFeature(logged)]

const listing: readonly Feature[] = [...viewed, operationLogFeature(viewed)]

/** Every feature of the product. */
export const allFeatures: readonly Feature[] = [
  ...listing,
  exportFeature(listing),
  batchFeature(listing, sessionOfWork),
]

/** Every call the product answers. */
export const allHandlers: BoundCall[] = allFeatures
  .flatMap(({ handlers = [] }) => handlers.flat())
  .map(limitNumbers)

/** Routes that are not calls. */
export const allRoutes: Routes[] = allFeatures.flatMap(({ routes = [] }) => routes)

/** Background jobs of all features. */
export const allJobs: JobHandler[] = allFeatures.flatMap(({ jobs = [] }) => jobs)
