import { hiddenPage, type Page } from '../../../web/page.ts'

const list = '/train-manage/unit-class'

export const batchOrderPages: Page[] = [
  hiddenPage(
    '/train-manage/unit-class-detail',
    ['单位班级详情', 'Unit class'],
    () => import('./UnitClassDetailPage.tsx'),
    { above: list, permission: list, subject: 'id' },
  ),
  hiddenPage(
    '/train-manage/batch-pay-order',
    ['集体下单与付款', 'Group order'],
    () => import('./BatchPayOrderPage.tsx'),
    { above: list, permission: list, light: true },
  ),
]
