import type { OfficePage } from '../../../web/page.ts'

export const receiptPages: OfficePage[] = [
  {
    path: '/order-manage/receipts',
    frame: 'admin',
    title: ['到账', 'Bank transfers'],
    permission: '/order-manage/list#receipt',
    load: () => import('./ReceiptListPage.tsx'),
    light: true,
    actions: [
      {
        title: ['登记到账', 'Record a bank transfer'],
        address: '/order-manage/receipts?begin=receipt',
        wholeProject: true,
      },
    ],
  },
]
