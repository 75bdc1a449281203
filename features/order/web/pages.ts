import { menuPage, type Page } from '../../../web/page.ts'

export const orderPages: Page[] = [
  menuPage('/order-manage/list', () => import('./OrderListPage.tsx'), { light: true }),
]
