import type { Page } from '../../../web/page.ts'

export const supportCasePages: Page[] = [
  {
    path: '/customer/exception-register',
    frame: 'admin',
    title: ['异常登记与更正', 'Exceptions and corrections'],
    sort: 2,
    load: () => import('./ExceptionRegisterPage.tsx'),
  },
]
