import { menuPage, type Page } from '../../../../web/page.ts'

export const settingPages: Page[] = [
  menuPage('/project-manage/setting', () => import('./SettingPage.tsx'), {
    hidden: true,
    above: '/project-manage/list',
  }),
]
