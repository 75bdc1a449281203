import { menuPage, type OfficePage } from '../../../../web/page.ts'

export const merchantPages: OfficePage[] = [
  menuPage('/project-manage/merchant', () => import('./MerchantPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['添加支付商户', 'Add a payment merchant'],
        address: '/project-manage/merchant?begin=merchant',
        permission: '/project-manage/merchant#save',
        wholeProject: true,
      },
    ],
  }),
]
