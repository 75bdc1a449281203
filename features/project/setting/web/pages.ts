import { menuPage, type Page } from '../../../../web/page.ts'

export const settingPages: Page[] = [
  menuPage('/project-manage/setting', () => import('./SettingPage.tsx'), {
    hidden: true,
    parts: async () => (await import('./parts.ts')).settingParts,
    above: '/project-manage/list',
  }),
]
