import { hiddenPage, type OfficePage } from '../../../../web/page.ts'

export const completePages: OfficePage[] = [
  hiddenPage('/account', ['账号与安全', 'Account and security'], () => import('./AccountPage.tsx')),
]
