import { type Static, Type } from 'typebox'
import { call, FreeText, Id, Keyword, Name, Named, Nullable, OneOf, Text } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { refusals } from '../../contract/refusal.ts'

export const roleRefusals = refusals({
  moreMenus: {
    code: 403,
    zh: '这个角色拥有您没有的功能权限，您只能管理不超过自己权限的角色',
    en: 'This role has permissions you do not have; you can only manage roles that do not exceed your own',
  },
  widerScope: {
    code: 403,
    zh: '这个角色的数据范围比您的大，您只能管理不超过自己范围的角色',
    en: 'This role’s data scope is wider than yours; you can only manage roles that do not exceed your own',
  },
  strongerKind: {
    code: 403,
    zh: '这个角色的类型高于您的角色，请由平台管理员处理',
    en: 'This role type ranks above yours; ask a platform administrator',
  },
  ownRole: {
    code: 403,
    zh: '不能修改自己正在使用的角色的权限，请由另一位管理员修改',
    en: 'You cannot change the permissions of a role you are using; ask another administrator',
  },
  nameTaken: {
    code: 422,
    zh: '已有同名角色，请换一个名称',
    en: 'A role with this name already exists; choose another name',
  },
  unknownMenu: {
    code: 422,
    zh: '没有这项权限：{menu}',
    en: 'There is no such permission: {menu}',
  },
  learnerMenus: {
    code: 422,
    zh: '学员角色不能拥有后台菜单',
    en: 'The learner role cannot have back-office menus',
  },
  buttonAlone: {
    code: 422,
    zh: '授予按钮前，请先授予它所在的页面',
    en: 'Grant the page before its buttons',
  },
  providerMenu: {
    code: 422,
    zh: '“全部账号”和项目设置只能授予平台人员的角色',
    en: '“All accounts” and project settings can only be granted to platform staff roles',
  },
  inUse: {
    code: 409,
    zh: '还有 {count} 个账号在使用这个角色，请先为他们更换角色',
    en: '{count} {count|account uses|accounts use} this role; assign them another role first',
  },
  lastAdministrator: {
    code: 409,
    zh: '至少要保留一位能管理角色和管理员的有效账号，请先指定另一位管理员',
    en: 'At least one active account must be able to manage roles and administrators; appoint another administrator first',
  },
  learnerRole: {
    code: 409,
    zh: '学员角色由系统建立，注册时使用，不能新建、删除或改变类型',
    en: 'The learner role is created by the system and used for registration; it cannot be created, deleted or changed in type',
  },
})

const dataScopes = ['kind', 'subtree'] as const
export const DataScope = OneOf(dataScopes)

const RoleSystem = Type.Integer({ minimum: 1, maximum: 3 })

/** A role to choose by name. */
export const RoleName = Type.Object({
  id: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  dataScope: DataScope,
  /** The pages it opens. */
  pages: Type.Array(Type.String()),
  /** True if the caller may give it. */
  grantable: Type.Boolean(),
})
export type RoleName = Static<typeof RoleName>

export const RoleRow = Named('Role', {
  id: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  dataScope: DataScope,
  secondFactor: Type.Boolean(),
  remark: Type.String(),
  menus: Type.Array(Type.String()),
  /** Accounts that hold it as their own or beside it; deleted ones are not counted. */
  holders: Type.Integer(),
  createdAt: Type.String(),
  /** The caller holds it; its powers are changed by another. */
  own: Type.Boolean(),
  grantable: Type.Boolean(),
})
export type RoleRow = Static<typeof RoleRow>

export const MyPermissions = Type.Object({
  roleId: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  dataScope: DataScope,
  unitId: Nullable(Type.String()),
  /** Urls of pages, and of buttons as `<page>#<name>`. */
  menus: Type.Array(Type.String()),
})
export type MyPermissions = Static<typeof MyPermissions>

export const SavedRole = Type.Object({
  id: Type.Optional(Id),
  roleName: Name(40),
  roleSystem: RoleSystem,
  dataScope: Type.Optional(DataScope),
  menus: Type.Array(Text(120), { maxItems: 300, uniqueItems: true }),
  secondFactor: Type.Optional(Type.Boolean()),
  remark: Type.Optional(FreeText(200, 0)),
  /** Deletes the role named by id. */
  deleted: Type.Optional(Type.Boolean()),
})
export type SavedRole = Static<typeof SavedRole>

const menu = '/account-manage/role'
const pickers = [menu, '/account-manage/administrator-list', '/super-account/index'] as const

export const roleCalls = {
  queryRoleList: call('/base/role/query-role-list.action', {
    allow: pickers,
    input: Type.Object({ keyword: Type.Optional(Keyword(40)) }),
    output: Type.Array(RoleName),
    summary: 'Roles by name, for a picker',
  }),
  findRoleList: call('/base/role/find-role-list.action', {
    allow: menu,
    input: Type.Object({ id: Type.Optional(Id) }),
    output: Type.Array(RoleRow),
    summary: 'Roles with all they may do; the one named by id, absent or foreign is an empty list',
  }),
  pageRoleList: call('/base/role/page-role-list.action', {
    allow: menu,
    input: Paging(
      {
        keyword: Type.Optional(Keyword(40)),
        roleSystem: Type.Optional(RoleSystem),
      },
      { sort: ['roleName', 'roleSystem', 'holders', 'createdAt'] },
    ),
    output: PageOf(RoleRow),
    summary: 'Roles of the project, the strongest kind first',
  }),
  getMyPermission: call('/base/role/get-my-permission.action', {
    allow: 'signed-in',
    input: Type.Object({}),
    output: MyPermissions,
    summary: 'What the role in use may do',
  }),
  saveRole: call('/base/role/save-role.action', {
    allow: `${menu}#save`,
    wholeProject: true,
    input: SavedRole,
    output: Type.Object({ id: Type.String() }),
    summary:
      'Creates, changes or deletes a role: at most what the caller holds; sessions of those who hold it end when it changes',
  }),
}

export const roleExports = {
  exportRoleList: exportOf(roleCalls.pageRoleList, '/base/role/export-role-list.action', {
    title: { zh: '角色', en: 'Roles' },
  }),
}
