import { menuPage, type Page } from '../../../web/page.ts'

export const resourcePages: Page[] = [
  menuPage('/resource-manage/video', () => import('./VideoListPage.tsx'), { light: true }),
]
