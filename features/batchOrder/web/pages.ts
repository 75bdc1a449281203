import type { OfficePage } from '../../../web/page.ts'
import { batchOrderPaths } from './paths.ts'

export const batchOrderPages: OfficePage[] = [
  {
    path: batchOrderPaths.list,
    frame: 'admin',
    title: ['集体订单', 'Group orders'],
    permission: '/order-manage/list',
    load: () => import('./BatchOrderListPage.tsx'),
    light: true,
  },
]
