import type { Page } from '../../../web/page.ts'

export const projectPages: Page[] = [
  {
    path: '/project-manage/setting',
    frame: 'admin',
    title: ['项目设置', 'Project settings'],
    hidden: true,
    load: () => import('../setting/web/SettingPage.tsx'),
  },
]
