import { words } from '../../../../web/words.ts'

export const useUnitManagerWords = words(
  'unit-manager',
  {
    hint: '管理员登录后只能看到本单位及其下级。一个账号可以管理多个单位，在右上角切换。',
    addKnown: '添加已有账号',
    addNew: '新建管理员账号',
    role: '角色',
    removeConfirm: '不再让“{name}”管理这个单位？',
    removeText: '收回这个单位的“{role}”角色，该账号立即退出登录；它的其他角色不受影响。',
    removeOnly: '这是该账号唯一的角色：收回后账号停用，不能再登录；以后可在“管理员”页面重新启用。',
    removed: '已移除“{name}”',
    removedDisabled: '已移除“{name}”，其账号没有其他角色，已停用',
    none: '还没有管理员',
    addTitle: '为“{unit}”添加管理员',
    accountHint: '输入姓名、账号或完整手机号查找',
    accountNeeded: '请选择账号',
    roleNeeded: '请选择角色',
    add: '添加',
    added: '已添加，对方可在右上角切换到这个单位',
  },
  {
    hint: 'Managers see this unit and the units below it. An account can manage several units and switch between them at the top right.',
    addKnown: 'Add existing account',
    addNew: 'Create manager account',
    role: 'Role',
    removeConfirm: 'Remove “{name}” as a manager of this unit?',
    removeText:
      'The role “{role}” in this unit is revoked and the account is signed out; its other roles are not affected.',
    removeOnly:
      'This is the account’s only role, so the account will be disabled. You can enable it again under Administrators.',
    removed: 'Removed “{name}”',
    removedDisabled: 'Removed “{name}”; the account has no other role and is disabled',
    none: 'No managers yet',
    addTitle: 'Add a manager of “{unit}”',
    accountHint: 'Search by name, account or full mobile number',
    accountNeeded: 'Choose an account',
    roleNeeded: 'Choose a role',
    add: 'Add',
    added: 'Added; the account can switch to this unit at the top right',
  },
)
