import type { JobHandler } from '../server/jobs.ts'
import type { Answer, Routes } from '../server/serve.ts'
import { pictureAnswers } from '../features/captcha/picture/server/calls.ts'
import { avatarAnswers } from '../features/account/avatar/server/calls.ts'
import { captchaAnswers } from '../features/captcha/server/calls.ts'
import { certificateAnswers } from '../features/certificate/server/calls.ts'
import { certificateRoutes } from '../features/certificate/server/routes.ts'
import { templateAnswers } from '../features/certificate/template/server/calls.ts'
import { catalogueAnswers } from '../features/catalogue/server/calls.ts'
import { classCategoryAnswers } from '../features/class/category/server/calls.ts'
import { classAnswers } from '../features/class/server/calls.ts'
import { classTypeAnswers } from '../features/classType/server/calls.ts'
import { enrolmentAnswers } from '../features/enrolment/server/calls.ts'
import { studyDetailAnswers } from '../features/report/server/calls.ts'
import { expireEnrolments } from '../features/enrolment/server/jobs.ts'
import { onLeave, onReopen } from '../features/enrolment/server/transition.ts'
import { attemptAnswers } from '../features/exam/attempt/server/calls.ts'
import { settleExams } from '../features/exam/attempt/server/jobs.ts'
import { copyExam } from '../features/exam/server/actions.ts'
import { passReleased, reopenReplaced } from '../features/exam/server/jobs.ts'
import { onCopy } from '../features/class/server/copy.ts'
import { voidUnfinished } from '../features/exam/attempt/server/leave.ts'
import { failReopened } from '../features/exam/attempt/server/record.ts'
import { attemptRoutes } from '../features/exam/attempt/server/routes.ts'
import { makeUpAnswers } from '../features/exam/makeUp/server/calls.ts'
import { markingAnswers } from '../features/exam/marking/server/calls.ts'
import { paperAnswers } from '../features/exam/paper/server/calls.ts'
import { examAnswers } from '../features/exam/server/calls.ts'
import { examTypeAnswers } from '../features/exam/type/server/calls.ts'
import { foundingAnswers } from '../features/founding/server/calls.ts'
import { faceAnswers } from '../features/face/server/calls.ts'
import { expireFaces } from '../features/face/server/jobs.ts'
import { fileAnswers } from '../features/file/server/calls.ts'
import { sealPictures } from '../features/file/server/jobs.ts'
import { pictureRoutes } from '../features/file/server/routes.ts'
import { hoursAnswers } from '../features/hours/server/calls.ts'
import { dashboardAnswers } from '../features/dashboard/server/calls.ts'
import { dictionaryAnswers } from '../features/dictionary/server/calls.ts'
import { operationLogAnswers } from '../features/operationLog/server/calls.ts'
import { verifyOperations } from '../features/operationLog/server/jobs.ts'
import { manageAnswers } from '../features/account/manage/server/calls.ts'
import { roleAnswers } from '../features/role/server/calls.ts'
import { bankAnswers } from '../features/question/bank/server/calls.ts'
import { exerciseAnswers } from '../features/question/exercise/server/calls.ts'
import { sheetPurpose } from '../features/import/server/actions.ts'
import type { ApprovalKind } from '../features/approval/server/actions.ts'
import { approvalAnswers } from '../features/approval/server/calls.ts'
import { passesKind } from '../features/enrolment/server/passes.ts'
import { releaseKind, withdrawalKind } from '../features/exam/server/approvals.ts'
import { importAnswers } from '../features/import/server/calls.ts'
import { importJobs } from '../features/import/server/jobs.ts'
import { questionKind } from '../features/question/import/server/actions.ts'
import { rosterKind } from '../features/student/import/server/actions.ts'
import { rosterAnswers } from '../features/student/import/server/calls.ts'
import { questionAnswers } from '../features/question/server/calls.ts'
import { cartAnswers } from '../features/cart/server/calls.ts'
import { waiverKind } from '../features/order/server/waiver.ts'
import { orderAnswers } from '../features/order/server/calls.ts'
import { notifyMerchant } from '../features/payment/gateway/server/jobs.ts'
import { gatewayRoutes } from '../features/payment/gateway/server/routes.ts'
import { paymentAnswers } from '../features/payment/server/calls.ts'
import { convergePayments } from '../features/payment/server/jobs.ts'
import { paymentRoutes } from '../features/payment/server/routes.ts'
import { partnerAnswers } from '../features/partner/server/calls.ts'
import { configAnswers } from '../features/project/config/server/calls.ts'
import { registerConfigAnswers } from '../features/project/register/server/calls.ts'
import { settingAnswers } from '../features/project/setting/server/calls.ts'
import { textAnswers } from '../features/project/text/server/calls.ts'
import { projectAnswers } from '../features/project/server/calls.ts'
import { courseCategoryAnswers } from '../features/course/category/server/calls.ts'
import { courseAnswers } from '../features/course/server/calls.ts'
import { resourceCategoryAnswers } from '../features/resource/category/server/calls.ts'
import { resourceAnswers } from '../features/resource/server/calls.ts'
import { resourceJobs } from '../features/resource/server/jobs.ts'
import { mediaRoutes } from '../features/resource/server/routes.ts'
import { uploadAnswers } from '../features/resource/upload/server/calls.ts'
import { videoPurpose } from '../features/resource/upload/server/actions.ts'
import { tusRoutes } from '../features/upload/server/routes.ts'
import { codeAnswers } from '../features/session/code/server/calls.ts'
import { outboxRoutes } from '../features/session/code/server/routes.ts'
import { credentialAnswers } from '../features/session/credential/server/calls.ts'
import { registerAnswers } from '../features/login/register/server/calls.ts'
import { factorAnswers } from '../features/session/factor/server/calls.ts'
import { roleSwitchAnswers } from '../features/session/role/server/calls.ts'
import { sweepSessions } from '../features/session/server/jobs.ts'
import { sessionAnswers } from '../features/session/server/calls.ts'
import { completeAnswers } from '../features/student/complete/server/calls.ts'
import { correctionAnswers } from '../features/correction/server/calls.ts'
import { exceptionAnswers } from '../features/exceptionRegister/server/calls.ts'
import { studentManageAnswers } from '../features/student/manage/server/calls.ts'
import { viewAnswers } from '../features/student/view/server/calls.ts'
import { revealAnswers } from '../features/student/reveal/server/calls.ts'
import { studyAnswers } from '../features/study/server/calls.ts'
import { rollUpStudy } from '../features/study/server/jobs.ts'
import { studyRoutes } from '../features/study/server/routes.ts'
import { unitManagerAnswers } from '../features/account/unitManager/server/calls.ts'
import { moveAccounts } from '../features/account/unitManager/server/actions.ts'
import { moveOrders } from '../features/order/server/actions.ts'
import { moveSessions } from '../features/session/server/actions.ts'
import { moveStudents } from '../features/student/server/actions.ts'
import { mergeAnswers } from '../features/unit/merge/server/calls.ts'
import { unitAnswers } from '../features/unit/server/calls.ts'
import { trainTypeAnswers } from '../features/unit/trainType/server/calls.ts'
import { wechatAppAnswers } from '../features/wechat/app/server/calls.ts'
import { wechatGatewayRoutes } from '../features/wechat/gateway/server/routes.ts'
import { wechatAnswers } from '../features/wechat/server/calls.ts'
import { taskAnswers } from '../features/task/server/calls.ts'
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
export const allAnswers: Answer[] = [
  fileAnswers,
  avatarAnswers,
  projectAnswers,
  foundingAnswers,
  configAnswers,
  textAnswers,
  settingAnswers,
  registerConfigAnswers,
  captchaAnswers,
  pictureAnswers,
  sessionAnswers,
  partnerAnswers,
  roleSwitchAnswers,
  factorAnswers,
  codeAnswers,
  registerAnswers,
  credentialAnswers,
  completeAnswers,
  roleAnswers,
  manageAnswers,
  dictionaryAnswers,
  operationLogAnswers,
  taskAnswers,
  templateAnswers,
  certificateAnswers,
  dashboardAnswers,
  cartAnswers,
  orderAnswers,
  paymentAnswers,
  classTypeAnswers,
  classCategoryAnswers,
  classAnswers,
  catalogueAnswers,
  enrolmentAnswers,
  studyDetailAnswers,
  hoursAnswers,
  revealAnswers,
  studentManageAnswers,
  approvalAnswers(approvalKinds),
  correctionAnswers,
  exceptionAnswers,
  faceAnswers,
  viewAnswers,
  unitAnswers,
  trainTypeAnswers,
  unitManagerAnswers,
  mergeAnswers([moveAccounts, moveSessions, moveStudents, moveOrders]),
  studyAnswers,
  questionAnswers,
  bankAnswers,
  importAnswers(importKinds),
  rosterAnswers,
  examTypeAnswers,
  paperAnswers,
  examAnswers,
  attemptAnswers,
  markingAnswers,
  makeUpAnswers,
  exerciseAnswers,
  resourceCategoryAnswers,
  resourceAnswers,
  uploadAnswers,
  courseCategoryAnswers,
  courseAnswers,
  wechatAnswers,
  wechatAppAnswers,
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
  convergePayments,
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
