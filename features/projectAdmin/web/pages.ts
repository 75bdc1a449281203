import { menuPage, type Page } from '../../../web/page.ts'

export const projectAdminPages: Page[] = [
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
