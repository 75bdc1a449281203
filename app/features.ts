import { accountFeature } from '../features/account/feature.ts'
import { approvalFeature } from '../features/approval/feature.ts'
import { bannerFeature } from '../features/banner/feature.ts'
import { batchFeature } from '../features/batch/feature.ts'
import { batchOrderFeature } from '../features/batchOrder/feature.ts'
import { captchaFeature } from '../features/captcha/feature.ts'
import { cartFeature } from '../features/cart/feature.ts'
import { catalogueFeature } from '../features/catalogue/feature.ts'
import { certificateFeature } from '../features/certificate/feature.ts'
import { classFeature } from '../features/class/feature.ts'
import { classTypeFeature } from '../features/classType/feature.ts'
import { correctionFeature } from '../features/correction/feature.ts'
import { courseFeature } from '../features/course/feature.ts'
import { dashboardFeature } from '../features/dashboard/feature.ts'
import { dictionaryFeature } from '../features/dictionary/feature.ts'
import { enrolmentFeature } from '../features/enrolment/feature.ts'
import { examFeature } from '../features/exam/feature.ts'
import { exceptionLogFeature } from '../features/exceptionLog/feature.ts'
import { exportFeature } from '../features/export/feature.ts'
import { faceFeature } from '../features/face/feature.ts'
import { fileFeature } from '../features/file/feature.ts'
import { hoursFeature } from '../features/hours/feature.ts'
import { importFeature } from '../features/import/feature.ts'
import { invoiceFeature } from '../features/invoice/feature.ts'
import { learnerFeature } from '../features/learner/feature.ts'
import { listViewFeature } from '../features/listView/feature.ts'
import { loginFeature } from '../features/login/feature.ts'
import { messageFeature } from '../features/message/feature.ts'
import { noticeFeature } from '../features/notice/feature.ts'
import { operationLogFeature } from '../features/operationLog/feature.ts'
import { orderFeature } from '../features/order/feature.ts'
import { orderHistoryFeature } from '../features/orderHistory/feature.ts'
import { partnerFeature } from '../features/partner/feature.ts'
import { paymentFeature } from '../features/payment/feature.ts'
import { paymentProofFeature } from '../features/paymentProof/feature.ts'
import { personalDataFeature } from '../features/personalData/feature.ts'
import { printFeature } from '../features/print/feature.ts'
import { projectFeature } from '../features/project/feature.ts'
import { projectAdminFeature } from '../features/projectAdmin/feature.ts'
import { pushFeature } from '../features/push/feature.ts'
import { questionFeature } from '../features/question/feature.ts'
import { rateLimitFeature } from '../features/rateLimit/feature.ts'
import { receiptFeature } from '../features/receipt/feature.ts'
import { reconciliationFeature } from '../features/reconciliation/feature.ts'
import { refundFeature } from '../features/refund/feature.ts'
import { resourceFeature } from '../features/resource/feature.ts'
import { roleFeature } from '../features/role/feature.ts'
import { scoreFeature } from '../features/score/feature.ts'
import { searchFeature } from '../features/search/feature.ts'
import { sessionFeature } from '../features/session/feature.ts'
import { signUpFeature } from '../features/signUp/feature.ts'
import { studentFeature } from '../features/student/feature.ts'
import { studyFeature } from '../features/study/feature.ts'
import { studyRecordFeature } from '../features/studyRecord/feature.ts'
import { supportCaseFeature } from '../features/supportCase/feature.ts'
import { taskFeature } from '../features/task/feature.ts'
import { trainPlanFeature } from '../features/trainPlan/feature.ts'
import { transferFeature } from '../features/transfer/feature.ts'
import { unitFeature } from '../features/unit/feature.ts'
import { unitClassFeature } from '../features/unitClass/feature.ts'
import { uploadFeature } from '../features/upload/feature.ts'
import { wechatFeature } from '../features/wechat/feature.ts'
import { workQueueFeature } from '../features/workQueue/feature.ts'
import { limitNumbers } from '../features/search/server/numbers.ts'
import { sessionOfWork } from '../features/session/server/actions.ts'
import { openOfficialAccount } from '../features/wechat/app/server/official.ts'
import { compose } from '../server/feature.ts'

/**
 * Every feature of the product, in the order in which messages and work are listed, and a person is taken out: leases
 * before attempts, as they are always locked, and last the profile, by which others find the person.
 */
// biome-ignore format: names alone, of which a line holds several
export const allFeatures = compose([
  accountFeature, approvalFeature, bannerFeature, captchaFeature, cartFeature, catalogueFeature, certificateFeature,
  classFeature, classTypeFeature, correctionFeature, courseFeature, dashboardFeature, dictionaryFeature,
  enrolmentFeature, studyFeature, examFeature, exceptionLogFeature, faceFeature, fileFeature, hoursFeature,
  importFeature, learnerFeature, loginFeature, noticeFeature, orderFeature, partnerFeature, paymentFeature,
  paymentProofFeature, personalDataFeature, printFeature, projectFeature, projectAdminFeature, orderHistoryFeature,
  receiptFeature, invoiceFeature, refundFeature, reconciliationFeature, rateLimitFeature, resourceFeature, roleFeature, searchFeature,
  sessionFeature, studyRecordFeature, supportCaseFeature, taskFeature, trainPlanFeature, transferFeature, unitFeature,
  uploadFeature, unitClassFeature, batchOrderFeature, signUpFeature, scoreFeature, wechatFeature, (all) => messageFeature(all, openOfficialAccount), workQueueFeature,
  exportFeature,
  (all) => batchFeature(all, sessionOfWork), listViewFeature, operationLogFeature, pushFeature, questionFeature,
  studentFeature,
])

/** Parts of all features: handlers of calls, routes that are not calls, background jobs, kinds of messages. */
export const allHandlers = allFeatures.flatMap(({ handlers = [] }) => handlers.flat()).map(limitNumbers)
export const allRoutes = allFeatures.flatMap(({ routes = [] }) => routes)
export const allJobs = allFeatures.flatMap(({ jobs = [] }) => jobs)
export const messageKinds = allFeatures.flatMap(({ messages = [] }) => messages)
