/** A name in both languages. */
export type Named = readonly [zh: string, en: string]

interface MenuPage {
  readonly title: Named
  /** Dangerous actions on the page that are granted separately, keyed by the word after `#`. */
  readonly buttons?: Readonly<Record<string, Named>>
}

/** Parents of the sidebar, in the specification's order. */
export const menuGroups: Readonly<Record<string, Named>> = {
  '/home': ['首页', 'Home'],
  '/resource-manage': ['资源管理', 'Resources'],
  '/train-manage': ['培训管理', 'Training'],
  '/student-manage': ['学员管理', 'Learners'],
  '/order-manage': ['订单管理', 'Orders'],
  '/unit-manage': ['单位管理', 'Units'],
  '/exception-manage': ['异常管理', 'Exceptions'],
  '/super-account': ['平台账号', 'Platform'],
  '/dashboard': ['数据看板', 'Dashboards'],
  '/project-manage': ['项目管理', 'Projects'],
  '/invoice-manage': ['发票与退款', 'Invoices and refunds'],
  '/customer': ['客服中心', 'Service'],
  '/account-manage': ['账号权限', 'Accounts'],
  '/cms-manage': ['报名管理', 'Sign-ups'],
}

const remove = ['删除', 'Delete'] as const

/**
 * Every page a role can hold, in the specification's order, each with the buttons that are granted one by one. One that
 * the product does not have yet is offered to nobody.
 */
const pages = {
  '/home/index': {
    title: ['首页', 'Home'],
    buttons: { share: ['共享列表视图', 'Share list views'] },
  },
  '/resource-manage/video': { title: ['视频', 'Videos'], buttons: { delete: remove } },
  '/resource-manage/course': { title: ['课程', 'Courses'], buttons: { delete: remove } },
  '/resource-manage/certificate': {
    title: ['证书模板', 'Certificate templates'],
    buttons: {
      disable: ['停用与启用', 'Disable and enable'],
      delete: remove,
    },
  },
  '/resource-manage/add-question': {
    title: ['题库', 'Questions'],
    buttons: {
      delete: remove,
      void: ['作废考试成绩', 'Void an attempt'],
    },
  },
  '/train-manage/train-plan-list': {
    title: ['培训计划', 'Training plans'],
    buttons: {
      publish: ['发布、撤回与结束', 'Publish, withdraw and close'],
      remind: ['提醒学员', 'Remind learners'],
      delete: remove,
    },
  },
  '/train-manage/train-plan-detail': { title: ['培训计划详情', 'Training plan'] },
  '/train-manage/class': {
    title: ['班级', 'Classes'],
    buttons: {
      shelve: ['上架与下架', 'Publish and unpublish'],
      price: ['批量改价', 'Batch price change'],
      modify: ['批量修改', 'Batch edit'],
      delete: remove,
      void: ['作废考试成绩', 'Void an attempt'],
    },
  },
  '/train-manage/study-report': {
    title: ['学习档案', 'Study records'],
    buttons: {
      review: ['审核报名', 'Review applications'],
      pass: ['人工合格', 'Pass manually'],
      extend: ['延长有效期', 'Extend'],
      transfer: ['转班', 'Transfer'],
      delete: ['移除报名', 'Remove enrolments'],
      capture: ['审核随堂确认', 'Review presence checks'],
    },
  },
  '/train-manage/unit-class': {
    title: ['单位班级', 'Unit classes'],
    buttons: {
      order: ['集体下单与付款', 'Place and pay group orders'],
      delete: remove,
    },
  },
  '/student-manage/student': {
    title: ['学员', 'Learners'],
    buttons: {
      add: ['添加学员', 'Add learners'],
      import: ['从表格导入', 'Import from a spreadsheet'],
      edit: ['修改资料与核验身份', 'Edit profiles and verify identities'],
      move: ['变更单位', 'Move to another unit'],
      reveal: ['查看完整证件号与手机号', 'View full ID and mobile numbers'],
      certificate: ['颁发、撤销与换发证书', 'Issue, revoke and reissue certificates'],
      viewAs: ['以学员身份查看', 'View as learner'],
      disable: ['停用与启用', 'Disable and enable'],
      reset: ['重置密码', 'Reset passwords'],
      unbind: ['解绑微信', 'Unlink WeChat'],
    },
  },
  '/order-manage/list': {
    title: ['订单', 'Orders'],
    buttons: {
      cancel: ['取消订单', 'Cancel orders'],
      free: ['免单', 'Waive orders'],
      receipt: ['登记到账', 'Record bank transfers'],
      reconcile: ['对账', 'Reconcile payments'],
    },
  },
  '/unit-manage/list': {
    title: ['单位', 'Units'],
    buttons: {
      disable: ['停用与启用', 'Disable and enable'],
      merge: ['合并重复单位', 'Merge duplicates'],
      terms: ['培训类别', 'Training categories'],
      delete: remove,
    },
  },
  '/exception-manage/list': { title: ['异常日志', 'Exception log'] },
  '/super-account/index': {
    title: ['全部账号', 'All accounts'],
    buttons: {
      end: ['结束登录', 'End sessions'],
      unlock: ['解除锁定', 'Unlock'],
      disable: ['停用与启用', 'Disable and enable'],
      delete: remove,
      reset: ['重置密码', 'Reset passwords'],
      unbind: ['解绑微信', 'Unlink WeChat'],
    },
  },
  '/dashboard/index': { title: ['数据看板', 'Dashboard'] },
  '/project-manage/list': {
    title: ['项目', 'Projects'],
    buttons: {
      save: ['新建与修改', 'Create and edit'],
      disable: ['停用与启用', 'Disable and enable'],
      delete: remove,
    },
  },
  '/project-manage/setting': { title: ['项目设置', 'Project settings'] },
  '/project-manage/dictionary': { title: ['字典', 'Dictionary'] },
  '/project-manage/wechat-app': { title: ['微信应用', 'WeChat apps'], buttons: { delete: remove } },
  '/project-manage/merchant': {
    title: ['支付商户', 'Payment merchants'],
    buttons: {
      save: ['新建与修改', 'Create and edit'],
      disable: ['停用与启用', 'Disable and enable'],
    },
  },
  '/project-manage/message': {
    title: ['消息与通知', 'Messages'],
    buttons: {
      set: ['修改发送设置', 'Change how messages are sent'],
      resend: ['重新发送', 'Send again'],
    },
  },
  '/project-manage/partner': { title: ['合作平台', 'Partner platforms'] },
  '/invoice-manage/invoice-list': {
    title: ['发票', 'Invoices'],
    buttons: {
      open: ['开票', 'Issue invoices'],
      mark: ['登记已开发票', 'Record invoices issued elsewhere'],
      red: ['红冲', 'Reverse invoices'],
    },
  },
  '/invoice-manage/refund-list': {
    title: ['退款', 'Refunds'],
    buttons: {
      do: ['退款', 'Refund'],
      reject: ['拒绝退款申请', 'Reject refund requests'],
    },
  },
  '/customer/study-report': { title: ['学习情况查询', 'Study queries'] },
  '/customer/exception-register': {
    title: ['异常登记与更正', 'Issues and corrections'],
    buttons: {
      correct: ['提出数据更正', 'Propose corrections'],
      approve: ['审批更正与操作', 'Approve corrections and actions'],
      unit: ['更正所属单位', 'Correct units'],
    },
  },
  '/customer/my-class-push-log-manage': {
    title: ['推送记录', 'Push log'],
    buttons: { replay: ['重新推送', 'Push again'] },
  },
  '/account-manage/role': {
    title: ['角色', 'Roles'],
    buttons: {
      save: ['新建、修改与删除', 'Create, edit and delete'],
    },
  },
  '/account-manage/administrator-list': {
    title: ['管理员', 'Administrators'],
    buttons: {
      add: ['添加与修改', 'Add and edit'],
      disable: ['停用与启用', 'Disable and enable'],
      delete: remove,
      reset: ['重置密码', 'Reset passwords'],
      unbind: ['解绑微信', 'Unlink WeChat'],
      factor: ['解除两步验证', 'Remove two-step verification'],
    },
  },
  '/account-manage/operation-log': { title: ['操作日志', 'Operation log'] },
  '/account-manage/banner-list': { title: ['轮播图与公告', 'Banners and notices'] },
  '/cms-manage/apply-manage': {
    title: ['培训报名', 'Training sign-ups'],
    buttons: {
      publish: ['开放与结束报名', 'Open and close'],
      delete: remove,
      review: ['审核报名', 'Review applications'],
      apply: ['代人报名与取消', 'Apply and withdraw for others'],
    },
  },
  '/cms-manage/apply-exam-manage': {
    title: ['考试报名', 'Exam sign-ups'],
    buttons: {
      publish: ['开放与结束报名', 'Open and close'],
      delete: remove,
      review: ['审核报名', 'Review applications'],
      apply: ['代人报名与取消', 'Apply and withdraw for others'],
      seat: ['安排座位', 'Assign seats'],
    },
  },
  '/cms-manage/score-manage': {
    title: ['成绩', 'Scores'],
    buttons: {
      import: ['导入成绩', 'Import scores'],
      edit: ['提出更正与删除', 'Propose corrections'],
      publish: ['发布成绩', 'Publish scores'],
      appeal: ['处理申诉', 'Answer appeals'],
    },
  },
  '/cms-manage/cms-order-manage': {
    title: ['报名订单', 'Sign-up orders'],
    buttons: { order: ['集体下单与付款', 'Place and pay group orders'] },
  },
} as const satisfies Readonly<Record<string, MenuPage>>

/** The url of a page a role can hold. */
export type PageUrl = keyof typeof pages

type ButtonOf<P extends PageUrl> = (typeof pages)[P] extends { buttons: infer B } ? keyof B & string : never

/** A permission of a role: a page by its url, or a button of it, written `<page>#<button>`. */
export type Permission = PageUrl | { [P in PageUrl]: `${P}#${ButtonOf<P>}` }[PageUrl]

/** Pages by their urls. */
export const menuPages: Readonly<Record<PageUrl, MenuPage>> = pages

/** Urls of all pages a role can hold. */
export const menuUrls = Object.keys(pages) as PageUrl[]

/** Pages only for provider staff: they are not limited to a unit. */
export const providerPages: readonly PageUrl[] = [
  '/super-account/index',
  '/project-manage/list',
  '/project-manage/setting',
  '/project-manage/dictionary',
  '/project-manage/message',
  '/project-manage/partner',
  '/project-manage/wechat-app',
  '/project-manage/merchant',
]

/** True if a role can hold a page of this url. */
export const isPageUrl = (url: string): url is PageUrl => Object.hasOwn(pages, url)

/** The permissions of a page's buttons; none for a page unknown or without. */
function buttonsOf(url: string): Permission[] {
  if (!isPageUrl(url)) return []
  return Object.keys(menuPages[url].buttons ?? {}).map((word) => `${url}#${word}` as Permission)
}

/** Pages with all their buttons. */
export function withButtons(urls: readonly string[]): string[] {
  return urls.flatMap((url) => [url, ...buttonsOf(url)])
}

/** The page a permission is part of; a page is its own. */
export function pageOf(url: string): string {
  return url.split('#')[0]!
}

/** All that a role can hold: pages and buttons. */
export const allPermissions: ReadonlySet<Permission> = new Set(
  menuUrls.flatMap((url) => [url, ...buttonsOf(url)]),
)

/** True if this is the url of something a role can hold. */
export const isPermission = (url: string): url is Permission =>
  (allPermissions as ReadonlySet<string>).has(url)

/** Returns the name of a permission, a button after its page; null if it is none. */
export function permissionName(permission: string): Named | null {
  const [url = '', word] = permission.split('#')
  if (!isPageUrl(url)) return null
  const { title, buttons = {} } = menuPages[url]
  if (word === undefined) return title
  const name = Object.hasOwn(buttons, word) ? buttons[word] : undefined
  return name ? [`${title[0]} · ${name[0]}`, `${title[1]} · ${name[1]}`] : null
}
