import { encodeCredential } from '../../features/session/rules.ts'
import type { Place } from './place.ts'
import { learnerExamples } from './learnerExamples.ts'
import { commonPassword } from './people.ts'

/** Input about accounts, roles, partners and apps with one's own rows. */
type Example = (own: Place) => Record<string, unknown>

const managed: Example = (own) => ({ accountId: own.managedId })
const banner = (own: Place) => ({
  title: '改过的标题',
  titleEn: '',
  showTitle: false,
  pcKey: own.bannerKey,
  phoneKey: own.bannerKey,
  classId: null,
  address: null,
  places: ['home'],
  showPc: true,
  showPhone: true,
  startsAt: null,
  endsAt: null,
})
const partner = (own: Place) => ({ id: own.partnerId })

/** Examples by the path of their call, as in `examples`. */
export const staffExamples: Record<string, Example | Example[]> = {
  '/base/search/find.action': () => ({ keyword: '王小明' }),
  '/base/project/save-project.action': (own) => ({
    id: own.childProjectId,
    title: '改过的项目',
    shortTitle: '改过',
  }),
  '/base/project/disable-project.action': (own) => ({ id: own.childProjectId, reason: '协议到期' }),
  '/base/project/delete-project.action': (own) => ({ id: own.childProjectId }),
  '/base/project/withdraw-setting.action': (own) => ({ id: own.scheduledId }),
  '/base/project/save-setting.action': () => ({
    changes: { orderMinutes: 60 },
    reason: '付款时间太短',
    seen: 2,
  }),
  '/base/project/preview-setting.action': () => ({ changes: { orderMinutes: 60 } }),
  '/base/project/get-invoice-remark.action': [(own) => ({ orderId: own.orderId }), () => ({})],
  '/base/project-register-config/update.action': () => ({
    version: 1,
    fields: ['realName', 'cardNumber', 'mobile', 'major'].map((key) => ({ key, required: true })),
  }),
  '/base/project-popup/save.action': () => ({
    title: '公告',
    content: '<p>停机维护</p>',
    active: true,
    version: 0,
  }),
  '/base/project-refund-order-text/save.action': () => ({ content: '<p>退款说明</p>', version: 0 }),
  '/base/project/save-text.action': () => ({ kind: 'agreement', content: '<p>新协议</p>', version: 1 }),
  '/base/project-push-config/save.action': () => ({
    content: { open: false, subjects: ['pass'], classTypes: [], retries: 3 },
    version: 0,
  }),
  '/base/project-info-config/save.action': () => ({
    content: { organiser: '', phone: '', email: '', address: '', serviceHours: '', icp: '' },
    version: 0,
  }),
  '/base/project-invoice-config/save.action': () => ({
    content: {
      open: true,
      kinds: ['electronic'],
      item: '培训费',
      taxRate: 3,
      seller: '',
      sellerTaxNumber: '',
      withinDays: 180,
      remark: '',
    },
    version: 0,
  }),
  '/dictionary-entity/save-entry.action': () => ({
    kind: 'degree',
    code: 'own',
    name: '自设',
    nameEn: 'Own',
    isNew: true,
  }),
  '/dictionary-entity/order-entries.action': () => ({ kind: 'education', codes: ['20', '10'] }),
  '/dictionary-entity/disable-entry.action': () => ({ kind: 'education', code: '20', disabled: true }),
  '/login/switch-login.action': [
    (own) => ({ accountId: own.accountId, roleId: own.roleIds[4], unitId: own.unitId }),
    (own) => ({ unlink: own.accountId }),
  ],
  '/login/factor/remove.action': (own) => ({
    password: encodeCredential(commonPassword),
    accountId: own.managedId,
  }),
  '/login/end-my-session.action': (own) => ({ sessionId: own.sessionId }),
  '/base/role/find-role-list.action': [(own) => ({ id: own.spareRoleId }), () => ({})],
  '/base/role/save-role.action': (own) => ({
    id: own.spareRoleId,
    roleName: `改名${own.key}`,
    roleSystem: 2,
    menus: [],
  }),
  '/base/account/add-account.action': (own) => ({
    accountId: own.managedId,
    revision: 1,
    loginName: `managed_${own.place}`,
    userName: '改过的名字',
    roles: [{ roleId: own.spareRoleId, unitId: own.unitId }],
  }),
  '/base/account/disable-account.action': managed,
  '/base/account/delete-account.action': managed,
  '/base/account/unbind-openId.action': managed,
  '/base/account/reset-password.action': managed,
  '/base/account/end-sessions.action': managed,
  '/base/account/unlock-account.action': managed,
  '/base/account/query-account-list.action': [
    (own) => ({ accountId: own.managedId }),
    (own) => ({ roleId: own.spareRoleId }),
    (own) => ({ unitId: own.unitId }),
    (own) => ({ unitId: own.unitId, everyone: true }),
    () => ({}),
  ],
  '/base/operation-log/query.action': [
    (own) => ({ subjectId: own.accountId }),
    (own) => ({ after: own.operationId }),
    () => ({}),
  ],
  '/base/exception-log-entity/find.action': (own) => ({ id: own.errorId }),
  '/base/operation-log/find.action': (own) => ({ id: own.operationId }),
  '/student-manage/reveal-number.action': (own) => ({
    accountId: own.accountId,
    what: 'card',
    reason: '学员来电核对',
  }),
  '/base/banner/save.action': [
    (own) => ({ ...banner(own), classId: own.built.classId, id: own.bannerIds[0], revision: 1 }),
    (own) => ({ ...banner(own), requestKey: 'request-0001' }),
  ],
  '/base/banner/enable-show-pc.action': (own) => ({ id: own.bannerIds[0], enabled: false }),
  '/base/banner/enable-show-mobile.action': (own) => ({ id: own.bannerIds[0], enabled: true }),
  '/base/banner/order.action': (own) => ({ id: own.bannerIds[0], after: own.bannerIds[1] }),
  '/base/banner/delete.action': (own) => ({ id: own.bannerIds[0] }),
  '/base/partner/save.action': (own) => ({
    id: own.partnerId,
    name: '改过的平台',
    kind: 'bx',
    mayRegister: true,
  }),
  '/base/partner/rotate-key.action': partner,
  '/base/partner/disabled.action': (own) => ({ ...partner(own), disabled: true }),
  ...learnerExamples,
}
