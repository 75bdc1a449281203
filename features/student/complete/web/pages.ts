import { hiddenPage, type Page } from '../../../../web/page.ts'

export const completePages: Page[] = [
  hiddenPage('/account', ['账号与安全', 'Account and security'], () => import('./AccountPage.tsx')),
]
