import { menuPage, type Page } from '../../../web/page.ts'

export const classPages: Page[] = [
  menuPage('/train-manage/class', () => import('./ClassListPage.tsx'), { light: true }),
]
