import { hiddenPage, type OfficePage } from '../../../web/page.ts'
import { recordsPath } from '../rules.ts'

export const transferPages: OfficePage[] = [
  hiddenPage(recordsPath, ['转班记录', 'Transfers'], () => import('./TransferRecordPage.tsx'), {
    above: '/train-manage/study-report',
    permission: '/train-manage/study-report',
    light: true,
  }),
]
