import { menuPage, type OfficePage } from '../../../web/page.ts'

export const partnerPages: OfficePage[] = [
  menuPage('/project-manage/partner', () => import('./PartnerListPage.tsx'), {
    light: true,
    actions: [
      {
        title: ['添加合作平台', 'Add a partner platform'],
        address: '/project-manage/partner?begin=partner',
        wholeProject: true,
      },
    ],
  }),
]
