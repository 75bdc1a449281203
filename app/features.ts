import { accountFeature } from '../features/account/feature.ts'
import { moveAccounts } from '../features/account/unitManager/server/actions.ts'
import { approvalFeature } from '../features/approval/feature.ts'
import type { ApprovalKind } from '../features/approval/server/actions.ts'
import { captchaFeature } from '../features/captcha/feature.ts'
import { cartFeature } from '../features/cart/feature.ts'
import { catalogueFeature } from '../features/catalogue/feature.ts'
import { certificateFeature } from '../features/certificate/feature.ts'
import { classFeature } from '../features/class/feature.ts'
import { onCopy } from '../features/class/server/copy.ts'
import { classTypeFeature } from '../features/classType/feature.ts'
import { correctionFeature } from '../features/correction/feature.ts'
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
import { faceFeature } from '../features/face/feature.ts'
import { fileFeature } from '../features/file/feature.ts'
import { hoursFeature } from '../features/hours/feature.ts'
import { importFeature } from '../features/import/feature.ts'
import { sheetPurpose } from '../features/import/server/actions.ts'
import { loginFeature } from '../features/login/feature.ts'
import { operationLogFeature } from '../features/operationLog/feature.ts'
import { orderFeature } from '../features/order/feature.ts'
import { moveOrders } from '../features/order/server/actions.ts'
import { waiverKind } from '../features/order/server/waiver.ts'
import { partnerFeature } from '../features/partner/feature.ts'
import { paymentFeature } from '../features/payment/feature.ts'
import { projectFeature } from '../features/project/feature.ts'
import { projectAdminFeature } from '../features/projectAdmin/feature.ts'
import { questionFeature } from '../features/question/feature.ts'
import { questionKind } from '../features/question/import/server/actions.ts'
import { resourceFeature } from '../features/resource/feature.ts'
import { videoPurpose } from '../features/resource/upload/server/actions.ts'
import { roleFeature } from '../features/role/feature.ts'
import { sessionFeature } from '../features/session/feature.ts'
import { moveSessions } from '../features/session/server/actions.ts'
import { studentFeature } from '../features/student/feature.ts'
import { rosterKind } from '../features/student/import/server/actions.ts'
import { moveStudents } from '../features/student/server/actions.ts'
import { studyFeature } from '../features/study/feature.ts'
import { studyRecordFeature } from '../features/studyRecord/feature.ts'
import { supportCaseFeature } from '../features/supportCase/feature.ts'
import { taskFeature } from '../features/task/feature.ts'
import { unitFeature } from '../features/unit/feature.ts'
import { uploadFeature } from '../features/upload/feature.ts'
import { wechatFeature } from '../features/wechat/feature.ts'
import type { Feature } from '../server/feature.ts'
import type { JobHandler } from '../server/jobs.ts'
import type { BoundCall, Routes } from '../server/serve.ts'

// What ends or is settled with an enrolment and what goes with a copied class, of features that stand above them.
onLeave(voidUnfinished)
onReopen(failReopened)
onCopy(copyExam)

/** What can be imported from a sheet. */
const importKinds = [rosterKind, questionKind]

/** What one person proposes and another approves, beside corrections. */
const approvalKinds = [passesKind, withdrawalKind, releaseKind, waiverKind] as ApprovalKind[]

const logged: readonly Feature[] = [
  accountFeature,
  approvalFeature(approvalKinds),
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
  faceFeature,
  fileFeature,
  hoursFeature,
  importFeature(importKinds),
  loginFeature,
  orderFeature,
  partnerFeature,
  paymentFeature,
  projectFeature,
  projectAdminFeature,
  questionFeature,
  resourceFeature,
  roleFeature,
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

/** Every feature of the product. */
export const allFeatures: readonly Feature[] = [...logged, operationLogFeature(logged)]

/** Every call the product answers. */
export const allHandlers: BoundCall[] = allFeatures.flatMap(({ handlers = [] }) => handlers.flat())

/** Routes that are not calls. */
export const allRoutes: Routes[] = allFeatures.flatMap(({ routes = [] }) => routes)

/** Background jobs of all features. */
export const allJobs: JobHandler[] = allFeatures.flatMap(({ jobs = [] }) => jobs)
