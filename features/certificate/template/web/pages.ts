import type { Page } from '../../../../web/page.ts'

export const templatePages: Page[] = [
  {
    path: '/resource-manage/certificate',
    frame: 'admin',
    title: ['证书模板', 'Certificate templates'],
    load: () => import('./CertificateTemplatePage.tsx'),
    sort: 3,
  },
]
