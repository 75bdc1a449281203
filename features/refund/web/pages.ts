import { menuPage, type OfficePage } from '../../../web/page.ts'

export const refundPages: OfficePage[] = [
  menuPage('/invoice-manage/refund-list', () => import('./RefundListPage.tsx'), { light: true }),
]
