import { menuPage, type OfficePage } from '../../../web/page.ts'

export const supportCasePages: OfficePage[] = [
  menuPage('/customer/exception-register', () => import('./ExceptionRegisterPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['登记异常', 'Report an issue'],
        address: '/customer/exception-register?part=registered&begin=issue',
      },
    ],
  }),
]
