import { menuPage, type Page } from '../../../web/page.ts'

const handOverPage = (path: string): Page => ({
  path,
  frame: 'learner',
  title: ['合作平台登录', 'Sign-in from a partner'],
  load: () => import('./AuthorizedLoginPage.tsx'),
})

export const partnerPages: Page[] = [
  handOverPage('/authorized-login'),
  handOverPage('/authorized-login-bx'),
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
