import { menuPage, type OfficePage } from '../../../web/page.ts'

export const operationLogPages: OfficePage[] = [
  menuPage('/account-manage/operation-log', () => import('./OperationLogPage.tsx'), { light: true }),
]
