import type { Page } from '../../../web/page.ts'

export const orderPages: Page[] = [
  {
    path: '/order-manage/list',
    frame: 'admin',
    title: ['订单', 'Orders'],
    load: () => import('./OrderListPage.tsx'),
  },
]
