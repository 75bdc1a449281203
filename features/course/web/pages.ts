import { menuPage, type Page } from '../../../web/page.ts'

export const coursePages: Page[] = [
  menuPage('/resource-manage/course', () => import('./CourseListPage.tsx'), { light: true }),
]
