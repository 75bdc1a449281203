import { menuPage, type OfficePage } from '../../../web/page.ts'

export const orderPages: OfficePage[] = [
  menuPage('/order-manage/list', () => import('./OrderListPage.tsx'), { light: true }),
]
