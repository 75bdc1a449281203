import { menuPage, type Page } from '../../../web/page.ts'

export const refundPages: Page[] = [
  menuPage('/invoice-manage/refund-list', () => import('./RefundListPage.tsx'), { light: true }),
]
