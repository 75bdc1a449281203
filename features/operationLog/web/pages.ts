import { menuPage, type Page } from '../../../web/page.ts'

export const operationLogPages: Page[] = [
  menuPage('/account-manage/operation-log', () => import('./OperationLogPage.tsx'), { light: true }),
]
