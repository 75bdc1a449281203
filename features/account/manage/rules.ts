import { isPermission, type Permission } from '../../../contract/menu.ts'
import { lifecycle } from '../../../contract/lifecycle.ts'

/** An account: disabled it signs in no more, deleted it is gone for good and its names are free. */
export const accountLifecycle = lifecycle({
  states: {
    active: ['正常', 'Active', { disable: 'disabled', delete: 'deleted' }],
    disabled: ['已停用', 'Disabled', { enable: 'active', delete: 'deleted' }],
    deleted: ['已删除', 'Deleted'],
  },
  events: {
    disable: ['停用', 'disable'],
    enable: ['启用', 'enable'],
    delete: ['删除', 'delete'],
  },
})

/** Actions on another's account; each is a button of the page where it is done. */
export type AccountAction = 'add' | 'disable' | 'delete' | 'reset' | 'unbind' | 'end' | 'unlock' | 'factor'

/** Permissions to manage an account of this kind: learners from their own list, any from the platform's. */
export function permissionsFor(action: AccountAction, roleSystem: number): Permission[] {
  const list = roleSystem === 3 ? '/student-manage/student' : '/account-manage/administrator-list'
  return [`${list}#${action}`, `/super-account/index#${action}`].filter(isPermission)
}
