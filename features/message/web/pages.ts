import { menuPage, type Page } from '../../../web/page.ts'

export const messagePages: Page[] = [
  menuPage('/project-manage/message', () => import('./MessagePage.tsx'), { light: true }),
]
