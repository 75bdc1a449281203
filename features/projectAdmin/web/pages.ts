import { menuPage, type Page } from '../../../web/page.ts'

export const projectAdminPages: Page[] = [
  menuPage('/project-manage/list', () => import('./ProjectListPage.tsx'), { light: true }),
]
