import { menuPage, type Page } from '../../../web/page.ts'

export const supportCasePages: Page[] = [
  menuPage('/customer/exception-register', () => import('./ExceptionRegisterPage.tsx'), { light: true }),
]
