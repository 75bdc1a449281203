import type { OfficePage } from '../../../web/page.ts'

const permission = '/order-manage/list#reconcile'

export const reconciliationPages: OfficePage[] = [
  {
    path: '/order-manage/reconciliation',
    frame: 'admin',
    title: ['对账', 'Reconciliation'],
    permission,
    load: () => import('./BillListPage.tsx'),
    light: true,
  },
  {
    path: '/order-manage/bill-differences',
    frame: 'admin',
    title: ['对账差异', 'Bill differences'],
    permission,
    load: () => import('./DifferenceListPage.tsx'),
    light: true,
  },
]
