import type { Page } from '../../../web/page.ts'

export const projectAdminPages: Page[] = [
  {
    path: '/project-manage/list',
    frame: 'admin',
    title: ['项目', 'Projects'],
    load: () => import('./ProjectListPage.tsx'),
  },
]
