import { hiddenPage, type Page } from '../../../web/page.ts'
import { batchOrderPaths } from './paths.ts'

const list = '/train-manage/unit-class'
const orders = '/order-manage/list'

export const batchOrderPages: Page[] = [
  hiddenPage(
    '/train-manage/unit-class-detail',
    ['单位班级详情', 'Unit class'],
    () => import('./UnitClassDetailPage.tsx'),
    { above: list, permission: list, subject: 'id' },
  ),
  {
    path: batchOrderPaths.list,
    frame: 'admin',
    title: ['集体订单', 'Group orders'],
    permission: orders,
    load: () => import('./BatchOrderListPage.tsx'),
    light: true,
  },
]
