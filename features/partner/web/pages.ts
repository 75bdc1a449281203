import { menuPage, type Page } from '../../../web/page.ts'

const door = (path: string): Page => ({
  path,
  frame: 'learner',
  title: ['合作平台登录', 'Sign-in from a partner'],
  load: () => import('./AuthorizedLoginPage.tsx'),
})

export const partnerPages: Page[] = [
  door('/authorized-login'),
  door('/authorized-login-bx'),
  menuPage('/project-manage/partner', () => import('./PartnerListPage.tsx')),
]
