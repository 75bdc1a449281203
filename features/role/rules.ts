import { menuUrls, pageOf, providerPages, withButtons } from '../../contract/menu.ts'

/** Powers of a role; `kind` sees what its system sees, `subtree` the unit acted for and those below it. */
export interface Powers {
  roleSystem: number
  dataScope: 'kind' | 'subtree'
  menus: ReadonlySet<string>
}

/** Reason against giving a role: it is of a stronger kind, sees more, or does more than its giver. */
type GrantFault = 'roleSystem' | 'dataScope' | 'menus'

/** Reach of a role: 0 oneself, 1 a unit and those below it, 2 the project. */
function reach({ roleSystem, dataScope }: Powers): number {
  return roleSystem === 3 ? 0 : roleSystem === 2 || dataScope === 'subtree' ? 1 : 2
}

/** Returns the fault that keeps `giver` from giving `role`, or null: nobody gives more than they hold. */
export function grantFault(giver: Powers, role: Powers): GrantFault | null {
  if (role.roleSystem < giver.roleSystem) return 'roleSystem'
  if (reach(role) > reach(giver)) return 'dataScope'
  return [...role.menus].every((menu) => giver.menus.has(menu)) ? null : 'menus'
}

/** Fault of a role in itself: a learner's with menus, a button without its page, a unit's of the provider. */
type RoleFault = 'learnerMenus' | 'buttonAlone' | 'providerMenu'

/** The fault of a role in itself, or null. */
export function roleFault(role: Powers): RoleFault | null {
  if (role.roleSystem === 3) return role.menus.size > 0 ? 'learnerMenus' : null
  if ([...role.menus].some((menu) => !role.menus.has(pageOf(menu)))) return 'buttonAlone'
  if (role.roleSystem === 2 && providerPages.some((menu) => role.menus.has(menu))) return 'providerMenu'
  return null
}

/** Menus of an administrator of a project; one active holder who sees the whole project always remains. */
export const administratorMenus: readonly string[] = [
  '/account-manage/role',
  '/account-manage/role#save',
  '/account-manage/administrator-list',
  '/account-manage/administrator-list#add',
]

/** The roles a new project starts with; the specification leaves what each may do to us. */
export const startRoles: readonly { roleName: string; roleSystem: 1 | 2 | 3; menus: readonly string[] }[] = [
  { roleName: '系统管理员', roleSystem: 1, menus: withButtons(menuUrls) },
  {
    roleName: '单位管理员',
    roleSystem: 2,
    menus: [
      '/home/index',
      // The figures of the unit and of what is below it.
      '/dashboard/index',
      // A unit gains by what its people pass: the provider decides about passes and about checks while studying.
      ...withButtons(['/train-manage/study-report']).filter((menu) => !/#(pass|capture)$/.test(menu)),
      ...withButtons(['/train-manage/unit-class']),
      // Plans are the provider's; a unit sees how far its people are, and reminds them.
      '/train-manage/train-plan-list',
      '/train-manage/train-plan-list#remind',
      '/train-manage/train-plan-detail',
      '/student-manage/student',
      '/student-manage/student#add',
      '/student-manage/student#import',
      '/student-manage/student#edit',
      '/student-manage/student#reset',
      '/order-manage/list',
      '/order-manage/list#cancel',
      // Sign-ups are the provider's as well; a unit applies for its people, and pays their fees.
      '/cms-manage/apply-manage',
      '/cms-manage/apply-manage#apply',
      '/cms-manage/apply-exam-manage',
      '/cms-manage/apply-exam-manage#apply',
      ...withButtons(['/cms-manage/cms-order-manage']),
      '/cms-manage/score-manage',
      '/unit-manage/list',
      // Only the project's administrators reset a second factor.
      ...withButtons(['/account-manage/administrator-list']).filter((menu) => !menu.endsWith('#factor')),
    ],
  },
  {
    roleName: '财务',
    roleSystem: 1,
    menus: [
      '/home/index',
      ...withButtons(['/order-manage/list']),
      ...withButtons(['/invoice-manage/invoice-list', '/invoice-manage/refund-list']),
      '/cms-manage/cms-order-manage',
      '/dashboard/index',
    ],
  },
  {
    roleName: '客服',
    roleSystem: 1,
    menus: [
      '/home/index',
      '/train-manage/study-report',
      '/train-manage/study-report#extend',
      '/train-manage/study-report#capture',
      '/student-manage/student',
      '/student-manage/student#edit',
      '/student-manage/student#move',
      '/student-manage/student#reveal',
      '/student-manage/student#viewAs',
      '/student-manage/student#reset',
      '/student-manage/student#unbind',
      '/order-manage/list',
      '/order-manage/list#cancel',
      '/exception-manage/list',
      '/customer/study-report',
      '/customer/exception-register',
      '/customer/exception-register#correct',
      '/customer/exception-register#unit',
      '/customer/my-class-push-log-manage',
      '/customer/my-class-push-log-manage#replay',
    ],
  },
  { roleName: '学员', roleSystem: 3, menus: [] },
]
