import { lifecycle } from '../../../contract/lifecycle.ts'

/** An account: disabled it signs in no more, deleted it is gone for good and its names are free. */
export const accountLifecycle = lifecycle({
  active: { disable: 'disabled', delete: 'deleted' },
  disabled: { enable: 'active', delete: 'deleted' },
  deleted: {},
})

/** What is done to another's account; each is a button of the page it is done on. */
export type AccountAction = 'add' | 'disable' | 'delete' | 'reset' | 'unbind' | 'end' | 'unlock' | 'factor'

/** Where an account of this kind may be managed from: learners from their own list, and any from the platform's. */
export function permissionsFor(action: AccountAction, roleSystem: number): string[] {
  const list = roleSystem === 3 ? '/student-manage/student' : '/account-manage/administrator-list'
  return [`${list}#${action}`, `/super-account/index#${action}`]
}
