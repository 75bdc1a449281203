import { encodeCredential } from '../../features/session/rules.ts'
import type { Place } from './places.ts'
import { learnerExamples } from './learnerExamples.ts'
import { commonPassword } from './people.ts'

/** What one would send about accounts, roles, partners and apps with one's own rows. */
type Example = (own: Place) => Record<string, unknown>

const managed: Example = (own) => ({ accountId: own.managedId })
const partner = (own: Place) => ({ id: own.partnerId })

/** Examples by the path of their call, as in `examples`. */
export const staffExamples: Record<string, Example | Example[]> = {
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
    ...{ id: own.spareRoleId, roleName: `改名${own.key}`, roleSystem: 2, menus: [] },
  }),
  '/base/account/add-account.action': (own) => ({
    accountId: own.managedId,
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
    (own) => ({ roleId: own.spareRoleId }),
    (own) => ({ unitId: own.unitId }),
    (own) => ({ unitId: own.unitId, everyone: true }),
    () => ({}),
  ],
  '/base/operation-log/query.action': [
    (own) => ({ subjectId: own.accountId }),
    (own) => ({ after: own.deedId }),
    () => ({}),
  ],
  '/base/operation-log/find.action': (own) => ({ id: own.deedId }),
  '/student-manage/reveal-number.action': (own) => ({
    ...{ accountId: own.accountId, what: 'card', reason: '学员来电核对' },
  }),
  '/base/partner/save.action': (own) => ({
    ...{ id: own.partnerId, name: '改过的平台', kind: 'bx', mayRegister: true },
  }),
  '/base/partner/rotate-key.action': partner,
  '/base/partner/disabled.action': (own) => ({ ...partner(own), disabled: true }),
  ...learnerExamples,
}
