import { menuPage, type OfficePage } from '../../../web/page.ts'

export const projectAdminPages: OfficePage[] = [
  menuPage('/project-manage/list', () => import('./ProjectListPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['新建项目', 'New project'],
        address: '/project-manage/list?begin=project',
        permission: '/project-manage/list#save',
        wholeProject: true,
      },
    ],
  }),
]
