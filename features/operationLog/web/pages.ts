import type { Page } from '../../../web/page.ts'

export const operationLogPages: Page[] = [
  {
    path: '/account-manage/operation-log',
    frame: 'admin',
    title: ['操作日志', 'Operation log'],
    sort: 3,
    load: () => import('./OperationLogPage.tsx'),
  },
]
