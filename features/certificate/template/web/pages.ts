import { menuPage, type OfficePage } from '../../../../web/page.ts'

export const templatePages: OfficePage[] = [
  menuPage('/resource-manage/certificate', () => import('./CertificateTemplatePage.tsx'), {
    light: true,
    actions: [
      {
        title: ['新建证书模板', 'New certificate template'],
        address: '/resource-manage/certificate?begin=template',
        wholeProject: true,
      },
    ],
  }),
]
