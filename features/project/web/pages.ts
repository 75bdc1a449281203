import { menuPage, type Page } from '../../../web/page.ts'

export const projectPages: Page[] = [
  menuPage('/project-manage/setting', () => import('../setting/web/SettingPage.tsx'), {
    hidden: true,
    above: '/project-manage/list',
  }),
]
