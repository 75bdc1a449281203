import { templatePages } from '../features/certificate/template/web/pages.ts'
import { orderPages } from '../features/order/web/pages.ts'
import { receiptPages } from '../features/receipt/web/pages.ts'
import { reconciliationPages } from '../features/reconciliation/web/pages.ts'
import { refundPages } from '../features/refund/web/pages.ts'
import { classPages } from '../features/class/web/pages.ts'
import { supportCasePages } from '../features/supportCase/web/pages.ts'
import { learnerPages } from '../features/learner/web/pages.ts'
import { studyRecordPages } from '../features/studyRecord/web/pages.ts'
import { batchOrderPages } from '../features/batchOrder/web/pages.ts'
import { unitClassPages } from '../features/unitClass/web/pages.ts'
import { trainPlanPages } from '../features/trainPlan/web/pages.ts'
import { transferPages } from '../features/transfer/web/pages.ts'
import { dashboardPages } from '../features/dashboard/web/pages.ts'
import { invoicePages } from '../features/invoice/page/web/pages.ts'
import { dictionaryPages } from '../features/dictionary/web/pages.ts'
import { projectAdminPages } from '../features/projectAdmin/web/pages.ts'
import { messagePages } from '../features/message/web/pages.ts'
import { completePages } from '../features/student/complete/web/pages.ts'
import { coursePages } from '../features/course/web/pages.ts'
import { partnerPages } from '../features/partner/web/pages.ts'
import { pushPages } from '../features/push/web/pages.ts'
import { questionPages } from '../features/question/web/pages.ts'
import { exceptionLogPages } from '../features/exceptionLog/web/pages.ts'
import { merchantPages } from '../features/payment/merchant/web/pages.ts'
import { wechatAppPages } from '../features/wechat/app/web/pages.ts'
import { accountPages } from '../features/account/manage/web/pages.ts'
import { operationLogPages } from '../features/operationLog/web/pages.ts'
import { rolePages } from '../features/role/web/pages.ts'
import { scorePages } from '../features/score/web/pages.ts'
import { cmsOrderPages } from '../features/signUp/fee/web/pages.ts'
import { hiddenPage, menuPage, type OfficePage } from '../web/page.ts'

const trainClassPage: OfficePage = hiddenPage(
  '/train-manage/train-class-detail',
  ['班级详情', 'Class'],
  () => import('./TrainClassPage.tsx'),
  {
    above: '/train-manage/class',
    subject: 'id',
    actions: [
      {
        title: ['新建班级', 'New class'],
        address: '/train-manage/train-class-detail',
        permission: '/train-manage/class',
        wholeProject: true,
      },
    ],
  },
)

const settingPage: OfficePage = menuPage(
  '/project-manage/setting',
  () => import('./ProjectSettingPage.tsx'),
  {
    hidden: true,
    parts: async () => (await import('../features/project/setting/web/parts.ts')).settingParts,
    above: '/project-manage/list',
  },
)

const unitListPage: OfficePage = menuPage('/unit-manage/list', () => import('./UnitListPage.tsx'), {
  light: true,
  actions: [{ title: ['新建单位', 'New unit'], address: '/unit-manage/list?begin=unit', wholeProject: true }],
})

const unitPage: OfficePage = hiddenPage(
  '/unit-manage/detail',
  ['单位详情', 'Unit'],
  () => import('./UnitPage.tsx'),
  { above: '/unit-manage/list', subject: 'id' },
)

const administratorsPage: OfficePage = menuPage(
  '/account-manage/administrator-list',
  () => import('./AdministratorsPage.tsx'),
  {
    light: true,
    actions: [
      {
        title: ['添加管理员', 'Add an administrator'],
        address: '/account-manage/administrator-list?begin=administrator',
        permission: '/account-manage/administrator-list#add',
      },
    ],
  },
)

const bannersPage: OfficePage = menuPage('/account-manage/banner-list', () => import('./BannersPage.tsx'), {
  light: true,
  actions: [
    {
      title: ['添加轮播图', 'Add a banner'],
      address: '/account-manage/banner-list?begin=banner',
      wholeProject: true,
    },
    {
      title: ['写公告', 'Write a notice'],
      address: '/account-manage/banner-list?tab=notices&begin=notice',
      wholeProject: true,
    },
  ],
})

const approvalsPage: OfficePage = {
  path: '/customer/approvals',
  frame: 'admin',
  title: ['审批', 'Approvals'],
  permission: '/customer/exception-register',
  load: () => import('./ApprovalsPage.tsx'),
  light: true,
}

const orderDetailPage: OfficePage = hiddenPage(
  '/order-manage/detail',
  ['订单详情', 'Order'],
  () => import('./OrderDetailPage.tsx'),
  { above: '/order-manage/list', subject: 'id' },
)

const videoPage: OfficePage = menuPage('/resource-manage/video', () => import('./VideoListPage.tsx'), {
  light: true,
  actions: [
    {
      title: ['上传视频', 'Upload videos'],
      address: '/resource-manage/video?begin=video',
      wholeProject: true,
    },
  ],
})

const batchOrderPage: OfficePage = hiddenPage(
  '/order-manage/batch-order',
  ['集体订单详情', 'Group order'],
  () => import('./BatchOrderPage.tsx'),
  { above: '/order-manage/batch-orders', permission: '/order-manage/list', subject: 'id', light: true },
)

const batchPayOrderPage: OfficePage = hiddenPage(
  '/train-manage/batch-pay-order',
  ['集体下单与付款', 'Group order'],
  () => import('./BatchPayOrderPage.tsx'),
  { above: '/train-manage/unit-class', permission: '/train-manage/unit-class', light: true },
)

const unitClassDetailPage: OfficePage = hiddenPage(
  '/train-manage/unit-class-detail',
  ['单位班级详情', 'Unit class'],
  () => import('./UnitClassDetailPage.tsx'),
  { above: '/train-manage/unit-class', permission: '/train-manage/unit-class', subject: 'id' },
)

const signUpPages: OfficePage[] = [
  menuPage('/cms-manage/apply-manage', () => import('./TrainingSignUpsPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['新建培训报名', 'New training sign-up'],
        address: '/cms-manage/apply-detail',
        wholeProject: true,
      },
    ],
  }),
  menuPage('/cms-manage/apply-exam-manage', () => import('./ExamSignUpsPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['新建考试报名', 'New exam sign-up'],
        address: '/cms-manage/apply-exam-detail',
        wholeProject: true,
      },
    ],
  }),
  hiddenPage(
    '/cms-manage/apply-detail',
    ['培训报名详情', 'Training sign-up'],
    () => import('./TrainingSignUpPage.tsx'),
    {
      above: '/cms-manage/apply-manage',
      permission: '/cms-manage/apply-manage',
      subject: 'id',
    },
  ),
  hiddenPage(
    '/cms-manage/apply-exam-detail',
    ['考试报名详情', 'Exam sign-up'],
    () => import('./ExamSignUpPage.tsx'),
    {
      above: '/cms-manage/apply-exam-manage',
      permission: '/cms-manage/apply-exam-manage',
      subject: 'id',
    },
  ),
]

const cmsOrderPage: OfficePage = hiddenPage(
  '/cms-manage/cms-order-detail',
  ['报名订单详情', 'Sign-up order'],
  () => import('./CmsOrderPage.tsx'),
  {
    above: '/cms-manage/cms-order-manage',
    permission: '/cms-manage/cms-order-manage',
    subject: 'id',
  },
)

/** Every page of the back office: the portal does not load what they are called, nor where they are. */
export const officePages: OfficePage[] = [
  templatePages,
  rolePages,
  administratorsPage,
  bannersPage,
  accountPages,
  operationLogPages,
  dashboardPages,
  messagePages,
  projectAdminPages,
  dictionaryPages,
  settingPage,
  completePages,
  partnerPages,
  orderPages,
  receiptPages,
  reconciliationPages,
  refundPages,
  orderDetailPage,
  exceptionLogPages,
  [videoPage],
  coursePages,
  classPages,
  trainClassPage,
  studyRecordPages,
  trainPlanPages,
  transferPages,
  unitClassPages,
  unitClassDetailPage,
  batchOrderPages,
  batchOrderPage,
  batchPayOrderPage,
  invoicePages,
  learnerPages,
  supportCasePages,
  pushPages,
  approvalsPage,
  unitListPage,
  unitPage,
  questionPages,
  merchantPages,
  wechatAppPages,
  signUpPages,
  cmsOrderPages,
  cmsOrderPage,
  scorePages,
].flat()
