import { menuPage, type OfficePage } from '../../../web/page.ts'

export const rolePages: OfficePage[] = [
  menuPage('/account-manage/role', () => import('./RolePage.tsx'), {
    light: true,
    actions: [
      {
        title: ['新建角色', 'New role'],
        address: '/account-manage/role?begin=role',
        permission: '/account-manage/role#save',
        wholeProject: true,
      },
    ],
  }),
]
