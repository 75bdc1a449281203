import { hiddenPage, type Page } from '../../../web/page.ts'

export const orderHistoryPages: Page[] = [
  hiddenPage('/order-manage/detail', ['订单详情', 'Order'], () => import('./OrderDetailPage.tsx'), {
    above: '/order-manage/list',
    subject: 'id',
  }),
]
