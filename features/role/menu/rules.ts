/** A name in both languages. */
export type Named = readonly [zh: string, en: string]

export interface MenuButton {
  /** The permission: the page's url, `#`, and a word. */
  url: string
  name: Named
}

export interface MenuPage {
  url: string
  name: Named
  /** What is dangerous on the page and is given for itself. */
  buttons: readonly MenuButton[]
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
  '/invoice-manage': ['发票与退款', 'Invoices'],
  '/customer': ['客服中心', 'Service'],
  '/account-manage': ['账号权限', 'Accounts'],
  '/cms-manage': ['报名管理', 'Sign-ups'],
}

/** A page with its buttons, named by the word behind `#`. */
function page(url: string, name: Named, buttons: Readonly<Record<string, Named>> = {}): MenuPage {
  return {
    url,
    name,
    buttons: Object.entries(buttons).map(([word, label]) => ({ url: `${url}#${word}`, name: label })),
  }
}

const remove: Named = ['删除', 'Delete']

/** Every page a role can hold, in the specification's order, each with the buttons that are given for themselves. */
export const menuPages: readonly MenuPage[] = [
  page('/home/index', ['首页', 'Home']),
  page('/resource-manage/video', ['视频', 'Videos'], { delete: remove }),
  page('/resource-manage/course', ['课程', 'Courses'], { delete: remove }),
  page('/resource-manage/certificate', ['证书模板', 'Certificate templates'], {
    disable: ['停用与启用', 'Disable and enable'],
    delete: remove,
  }),
  page('/resource-manage/add-question', ['题库', 'Questions'], {
    delete: remove,
    void: ['作废考试成绩', 'Void an attempt'],
  }),
  page('/train-manage/train-plan-list', ['培训计划', 'Training plans']),
  page('/train-manage/train-plan-detail', ['培训计划详情', 'Training plan']),
  page('/train-manage/class', ['班级', 'Classes'], {
    shelve: ['上架与下架', 'Put on and take off the shelf'],
    price: ['批量改价', 'Change prices in batch'],
    modify: ['批量修改', 'Change many'],
    delete: remove,
    void: ['作废考试成绩', 'Void an attempt'],
  }),
  page('/train-manage/study-report', ['学习档案', 'Study report'], {
    review: ['审核报名', 'Decide applications'],
    pass: ['人工合格', 'Pass by hand'],
    extend: ['延长有效期', 'Extend'],
    delete: ['移除报名', 'Remove enrolments'],
  }),
  page('/train-manage/unit-class', ['单位班级', 'Unit classes']),
  page('/student-manage/student', ['学员', 'Learners'], {
    add: ['添加学员', 'Add learners'],
    import: ['从表格导入', 'Import from a sheet'],
    edit: ['修改资料与核验身份', 'Edit profiles and verify identities'],
    move: ['变更单位', 'Move to another unit'],
    reveal: ['查看完整证件号与手机号', 'See ID and mobile numbers in full'],
    viewAs: ['以学员身份查看', 'Look on as the learner'],
    disable: ['停用与启用', 'Disable and enable'],
    reset: ['重置密码', 'Reset passwords'],
    unbind: ['解绑微信', 'Unbind WeChat'],
  }),
  page('/order-manage/list', ['订单', 'Orders'], {
    cancel: ['取消订单', 'Cancel orders'],
    free: ['免单', 'Waive orders'],
  }),
  page('/unit-manage/list', ['单位', 'Units'], {
    disable: ['停用与启用', 'Disable and enable'],
    merge: ['合并重复单位', 'Merge duplicates'],
    terms: ['培训类别', 'Train types'],
    delete: remove,
  }),
  page('/exception-manage/list', ['异常日志', 'Exceptions']),
  page('/super-account/index', ['全部账号', 'All accounts'], {
    end: ['结束登录', 'End sessions'],
    unlock: ['解除锁定', 'Unlock'],
    disable: ['停用与启用', 'Disable and enable'],
    delete: remove,
    reset: ['重置密码', 'Reset passwords'],
    unbind: ['解绑微信', 'Unbind WeChat'],
  }),
  page('/dashboard/index', ['数据看板', 'Dashboard']),
  page('/project-manage/list', ['项目', 'Projects'], {
    save: ['新建与修改', 'Create and change'],
    disable: ['停用与启用', 'Disable and enable'],
    delete: remove,
  }),
  page('/project-manage/setting', ['项目设置', 'Project settings']),
  page('/project-manage/dictionary', ['字典', 'Dictionary']),
  page('/project-manage/wechat-app', ['微信应用', 'WeChat apps'], { delete: remove }),
  page('/project-manage/partner', ['合作平台', 'Partner platforms']),
  page('/invoice-manage/invoice-list', ['发票', 'Invoices']),
  page('/invoice-manage/refund-list', ['退款', 'Refunds']),
  page('/customer/study-report', ['学习情况查询', 'Study enquiries']),
  page('/customer/exception-register', ['异常登记与更正', 'Exceptions and corrections'], {
    correct: ['提出数据更正', 'Propose corrections'],
    approve: ['审批更正与操作', 'Approve corrections and actions'],
    unit: ['更正所属单位', 'Correct units'],
  }),
  page('/customer/my-class-push-log-manage', ['推送记录', 'Push log']),
  page('/account-manage/role', ['角色', 'Roles'], {
    save: ['新建、修改与删除', 'Create, change and delete'],
  }),
  page('/account-manage/administrator-list', ['管理员', 'Administrators'], {
    add: ['添加与修改', 'Add and change'],
    disable: ['停用与启用', 'Disable and enable'],
    delete: remove,
    reset: ['重置密码', 'Reset passwords'],
    unbind: ['解绑微信', 'Unbind WeChat'],
    factor: ['解除两步验证', 'Remove second factors'],
  }),
  page('/account-manage/operation-log', ['操作日志', 'Operation log']),
  page('/account-manage/banner-list', ['轮播图', 'Banners']),
  page('/cms-manage/apply-manage', ['培训报名', 'Training sign-ups']),
  page('/cms-manage/apply-exam-manage', ['考试报名', 'Exam sign-ups']),
  page('/cms-manage/score-manage', ['成绩', 'Scores']),
  page('/cms-manage/cms-order-manage', ['报名订单', 'Sign-up orders']),
]

/** Urls of all pages a role can hold. */
export const menuUrls: readonly string[] = menuPages.map((one) => one.url)

/** Pages for provider staff alone: they reach beyond any unit. */
export const providerPages: readonly string[] = [
  '/super-account/index',
  '/project-manage/list',
  '/project-manage/setting',
  '/project-manage/dictionary',
  '/project-manage/partner',
  '/project-manage/wechat-app',
]

/** The permissions of a page's buttons; none for a page unknown or without. */
export function buttonsOf(url: string): string[] {
  return menuPages.find((one) => one.url === url)?.buttons.map((button) => button.url) ?? []
}

/** Pages with all their buttons. */
export function withButtons(urls: readonly string[]): string[] {
  return urls.flatMap((url) => [url, ...buttonsOf(url)])
}

/** The page a permission stands on; a page stands on itself. */
export function pageOf(url: string): string {
  return url.split('#')[0]!
}

/** All that a role can hold: pages and buttons. */
export const allPermissions: ReadonlySet<string> = new Set(withButtons(menuUrls))
