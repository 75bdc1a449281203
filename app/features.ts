import type { JobHandler } from '../server/jobs.ts'
import type { BoundCall, Routes } from '../server/serve.ts'
import { pictureHandlers } from '../features/captcha/picture/server/calls.ts'
import { avatarHandlers } from '../features/account/avatar/server/calls.ts'
import { captchaHandlers } from '../features/captcha/server/calls.ts'
import { certificateHandlers } from '../features/certificate/server/calls.ts'
import { certificateRoutes } from '../features/certificate/server/routes.ts'
import { templateHandlers } from '../features/certificate/template/server/calls.ts'
import { catalogueHandlers } from '../features/catalogue/server/calls.ts'
import { classCategoryHandlers } from '../features/class/category/server/calls.ts'
import { classHandlers } from '../features/class/server/calls.ts'
import { classTypeHandlers } from '../features/classType/server/calls.ts'
import { enrolmentHandlers } from '../features/enrolment/server/calls.ts'
import { studyRecordHandlers } from '../features/studyRecord/server/calls.ts'
import { expireEnrolments } from '../features/enrolment/server/jobs.ts'
import { onLeave, onReopen } from '../features/enrolment/server/transition.ts'
import { attemptHandlers } from '../features/exam/attempt/server/calls.ts'
import { settleExams } from '../features/exam/attempt/server/jobs.ts'
import { copyExam } from '../features/exam/server/actions.ts'
import { passReleased, reopenReplaced } from '../features/exam/server/jobs.ts'
import { onCopy } from '../features/class/server/copy.ts'
import { voidUnfinished } from '../features/exam/attempt/server/leave.ts'
import { failReopened } from '../features/exam/attempt/server/record.ts'
import { attemptRoutes } from '../features/exam/attempt/server/routes.ts'
import { makeUpHandlers } from '../features/exam/makeUp/server/calls.ts'
import { markingHandlers } from '../features/exam/marking/server/calls.ts'
import { paperHandlers } from '../features/exam/paper/server/calls.ts'
import { examHandlers } from '../features/exam/server/calls.ts'
import { examTypeHandlers } from '../features/exam/type/server/calls.ts'
import { projectAdminHandlers } from '../features/projectAdmin/server/calls.ts'
import { faceHandlers } from '../features/face/server/calls.ts'
import { expireFaces } from '../features/face/server/jobs.ts'
import { fileHandlers } from '../features/file/server/calls.ts'
import { sealPictures } from '../features/file/server/jobs.ts'
import { pictureRoutes } from '../features/file/server/routes.ts'
import { hoursHandlers } from '../features/hours/server/calls.ts'
import { dashboardHandlers } from '../features/dashboard/server/calls.ts'
import { dictionaryHandlers } from '../features/dictionary/server/calls.ts'
import { operationLogHandlers } from '../features/operationLog/server/calls.ts'
import { verifyOperations } from '../features/operationLog/server/jobs.ts'
import { manageHandlers } from '../features/account/manage/server/calls.ts'
import { roleHandlers } from '../features/role/server/calls.ts'
import { bankHandlers } from '../features/question/bank/server/calls.ts'
import { exerciseHandlers } from '../features/question/exercise/server/calls.ts'
import { sheetPurpose } from '../features/import/server/actions.ts'
import type { ApprovalKind } from '../features/approval/server/actions.ts'
import { approvalHandlers } from '../features/approval/server/calls.ts'
import { passesKind } from '../features/enrolment/server/passes.ts'
import { releaseKind, withdrawalKind } from '../features/exam/server/approvals.ts'
import { importHandlers } from '../features/import/server/calls.ts'
import { importJobs } from '../features/import/server/jobs.ts'
import { questionKind } from '../features/question/import/server/actions.ts'
import { rosterKind } from '../features/student/import/server/actions.ts'
import { rosterHandlers } from '../features/student/import/server/calls.ts'
import { questionHandlers } from '../features/question/server/calls.ts'
import { cartHandlers } from '../features/cart/server/calls.ts'
import { waiverKind } from '../features/order/server/waiver.ts'
import { orderHandlers } from '../features/order/server/calls.ts'
import { notifyMerchant } from '../features/payment/gateway/server/jobs.ts'
import { gatewayRoutes } from '../features/payment/gateway/server/routes.ts'
import { paymentHandlers } from '../features/payment/server/calls.ts'
import { reconcilePayments } from '../features/payment/server/jobs.ts'
import { paymentRoutes } from '../features/payment/server/routes.ts'
import { partnerHandlers } from '../features/partner/server/calls.ts'
import { configHandlers } from '../features/project/config/server/calls.ts'
import { registerConfigHandlers } from '../features/project/register/server/calls.ts'
import { settingHandlers } from '../features/project/setting/server/calls.ts'
import { textHandlers } from '../features/project/text/server/calls.ts'
import { projectHandlers } from '../features/project/server/calls.ts'
import { courseCategoryHandlers } from '../features/course/category/server/calls.ts'
import { courseHandlers } from '../features/course/server/calls.ts'
import { resourceCategoryHandlers } from '../features/resource/category/server/calls.ts'
import { resourceHandlers } from '../features/resource/server/calls.ts'
import { resourceJobs } from '../features/resource/server/jobs.ts'
import { mediaRoutes } from '../features/resource/server/routes.ts'
import { uploadHandlers } from '../features/resource/upload/server/calls.ts'
import { videoPurpose } from '../features/resource/upload/server/actions.ts'
import { tusRoutes } from '../features/upload/server/routes.ts'
import { codeHandlers } from '../features/session/code/server/calls.ts'
import { outboxRoutes } from '../features/session/code/server/routes.ts'
import { credentialHandlers } from '../features/session/credential/server/calls.ts'
import { registerHandlers } from '../features/login/register/server/calls.ts'
import { factorHandlers } from '../features/session/factor/server/calls.ts'
import { roleSwitchHandlers } from '../features/session/role/server/calls.ts'
import { sweepSessions } from '../features/session/server/jobs.ts'
import { sessionHandlers } from '../features/session/server/calls.ts'
import { completeHandlers } from '../features/student/complete/server/calls.ts'
import { correctionHandlers } from '../features/correction/server/calls.ts'
import { supportCaseHandlers } from '../features/supportCase/server/calls.ts'
import { studentManageHandlers } from '../features/student/manage/server/calls.ts'
import { viewHandlers } from '../features/student/view/server/calls.ts'
import { revealHandlers } from '../features/student/reveal/server/calls.ts'
import { studyHandlers } from '../features/study/server/calls.ts'
import { rollUpStudy } from '../features/study/server/jobs.ts'
import { studyRoutes } from '../features/study/server/routes.ts'
import { unitManagerHandlers } from '../features/account/unitManager/server/calls.ts'
import { moveAccounts } from '../features/account/unitManager/server/actions.ts'
import { moveOrders } from '../features/order/server/actions.ts'
import { moveSessions } from '../features/session/server/actions.ts'
import { moveStudents } from '../features/student/server/actions.ts'
import { mergeHandlers } from '../features/unit/merge/server/calls.ts'
import { unitHandlers } from '../features/unit/server/calls.ts'
import { trainTypeHandlers } from '../features/unit/trainType/server/calls.ts'
import { wechatAppHandlers } from '../features/wechat/app/server/calls.ts'
import { wechatGatewayRoutes } from '../features/wechat/gateway/server/routes.ts'
import { wechatHandlers } from '../features/wechat/server/calls.ts'
import { taskHandlers } from '../features/task/server/calls.ts'
import { sweepWechat } from '../features/wechat/server/jobs.ts'
import { wechatRoutes } from '../features/wechat/server/routes.ts'

// What ends or is settled with an enrolment and what goes with a copied class, of features that stand above them.
onLeave(voidUnfinished)
onReopen(failReopened)
onCopy(copyExam)

/** What can be brought in from a sheet. */
const importKinds = [rosterKind, questionKind]

/** What one person proposes and another approves, beside corrections. */
const approvalKinds = [passesKind, withdrawalKind, releaseKind, waiverKind] as ApprovalKind[]

/** Every call the product answers. */
export const allHandlers: BoundCall[] = [
  fileHandlers,
  avatarHandlers,
  projectHandlers,
  projectAdminHandlers,
  configHandlers,
  textHandlers,
  settingHandlers,
  registerConfigHandlers,
  captchaHandlers,
  pictureHandlers,
  sessionHandlers,
  partnerHandlers,
  roleSwitchHandlers,
  factorHandlers,
  codeHandlers,
  registerHandlers,
  credentialHandlers,
  completeHandlers,
  roleHandlers,
  manageHandlers,
  dictionaryHandlers,
  operationLogHandlers,
  taskHandlers,
  templateHandlers,
  certificateHandlers,
  dashboardHandlers,
  cartHandlers,
  orderHandlers,
  paymentHandlers,
  classTypeHandlers,
  classCategoryHandlers,
  classHandlers,
  catalogueHandlers,
  enrolmentHandlers,
  studyRecordHandlers,
  hoursHandlers,
  revealHandlers,
  studentManageHandlers,
  approvalHandlers(approvalKinds),
  correctionHandlers,
  supportCaseHandlers,
  faceHandlers,
  viewHandlers,
  unitHandlers,
  trainTypeHandlers,
  unitManagerHandlers,
  mergeHandlers([moveAccounts, moveSessions, moveStudents, moveOrders]),
  studyHandlers,
  questionHandlers,
  bankHandlers,
  importHandlers(importKinds),
  rosterHandlers,
  examTypeHandlers,
  paperHandlers,
  examHandlers,
  attemptHandlers,
  markingHandlers,
  makeUpHandlers,
  exerciseHandlers,
  resourceCategoryHandlers,
  resourceHandlers,
  uploadHandlers,
  courseCategoryHandlers,
  courseHandlers,
  wechatHandlers,
  wechatAppHandlers,
].flat()

/** Routes that are not calls: uploads, media, notices, pages of the demo. */
export const allRoutes: Routes[] = [
  paymentRoutes,
  gatewayRoutes,
  outboxRoutes,
  pictureRoutes,
  mediaRoutes,
  tusRoutes([videoPurpose, sheetPurpose]),
  certificateRoutes,
  studyRoutes,
  attemptRoutes,
  wechatRoutes,
  wechatGatewayRoutes,
]

/** Work that runs behind the calls. */
export const allJobs: JobHandler[] = [
  sweepSessions,
  verifyOperations,
  reconcilePayments,
  notifyMerchant,
  ...resourceJobs,
  expireEnrolments,
  rollUpStudy,
  ...importJobs(importKinds),
  settleExams,
  passReleased,
  reopenReplaced,
  expireFaces,
  sealPictures,
  sweepWechat,
]
